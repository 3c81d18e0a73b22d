import { useState } from 'react';
import { SkeletonRows } from '../../parts/feedback.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import type { Act, Place } from '../api.ts';
import type { Lab } from '../types.ts';
import { Callbacks } from './callbacks.tsx';
import { Events } from './events.tsx';
import { Faults } from './faults.tsx';
import { Numbers } from './numbers.tsx';
import { Sends } from './sends.tsx';
import { Templates } from './templates.tsx';
import { TimeTab } from './time-tab.tsx';

type TabId = 'callbacks' | 'sends' | 'events' | 'faults' | 'templates' | 'numbers' | 'time';

interface ControlRoomProps {
  lab: Lab | undefined;
  place: Place | undefined;
  act: Act;
  onError: (error: Error | undefined) => void;
}

/** What the provider does: callbacks, faults, templates, numbers, time and sends. */
export function ControlRoom({ lab, place, act, onError }: ControlRoomProps) {
  const [tab, setTab] = useState<TabId>('callbacks');
  if (!lab) {
    return <SkeletonRows rows={10} />;
  }
  return (
    <Tabs<TabId>
      label="Control room"
      selected={tab}
      onSelect={setTab}
      tabs={[
        { id: 'callbacks', name: 'Callbacks', content: <Callbacks callbackUrl={lab.callback_url} act={act} /> },
        { id: 'sends', name: 'Sends', content: <Sends /> },
        { id: 'events', name: 'Events', content: <Events place={place} act={act} onError={onError} /> },
        { id: 'faults', name: 'Faults', content: <Faults lab={lab} act={act} /> },
        { id: 'templates', name: 'Templates', content: <Templates templates={lab.templates} act={act} /> },
        { id: 'numbers', name: 'Numbers', content: <Numbers lab={lab} act={act} /> },
        { id: 'time', name: 'Time', content: <TimeTab lab={lab} act={act} /> },
      ]}
    />
  );
}
