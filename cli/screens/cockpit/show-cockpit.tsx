import type { ServedRequest } from '@wigwag/server';
import type { ListModel } from '../../commands/cockpit/list-model.ts';
import type { InboxModel } from '../../commands/inbox/model.ts';
import { nameOf } from '../../commands/inbox/words.ts';
import type { EventLog } from '../../commands/listen/event-log.ts';
import type { ThemeName } from '../../settings/preferences.ts';
import { EVENT_ACTIONS, ListenScreen } from '../events/ListenScreen.tsx';
import { InboxScreen } from '../inbox/InboxScreen.tsx';
import { INBOX_ACTIONS } from '../inbox/inbox-actions.ts';
import { checkKeys } from '../parts/actions.ts';
import { applyMouse } from '../parts/mouse.ts';
import { copyByTerminal, onFullScreen, redraw } from '../terminal/full-screen.tsx';
import { CockpitScreen, type Tab } from './CockpitScreen.tsx';
import { LIST_ACTIONS, ListTab, type ListView } from './ListTab.tsx';
import {
  CAMPAIGNS,
  type Campaign,
  DELIVERIES,
  type Delivery,
  FLOWS,
  type Flow,
  type Person,
  peopleView,
  REQUESTS,
} from './views.ts';

export interface CockpitProps {
  inbox: InboxModel;
  log: EventLog;
  /** The server, for the status bars. */
  title: string;
  lists: {
    deliveries: ListModel<Delivery>;
    campaigns: ListModel<Campaign>;
    flows: ListModel<Flow>;
    requests: ListModel<ServedRequest>;
    people: ListModel<Person>;
  };
  /** Writes as a customer; only of a `wigwag dev`. */
  write?: NonNullable<ListView<Person>['write']>['send'];
  themes: readonly ThemeName[];
  setTheme: (theme: ThemeName) => void;
  setMouse: (isOn: boolean) => void;
  quit: () => void;
}

/** Draws the cockpit while `work` runs. @throws {UsageError} if the keys of the settings cannot be used */
export async function showCockpit(props: CockpitProps, work: () => Promise<void>): Promise<void> {
  checkKeys({ inbox: INBOX_ACTIONS, events: EVENT_ACTIONS, list: LIST_ACTIONS });
  const { inbox, log, title, lists, write, themes, setTheme, setMouse, quit } = props;
  const start = write && 'press 7 to write as a customer';
  const tabs: Tab[] = [
    { name: 'Inbox', draw: () => <InboxScreen inbox={inbox} title={title} start={start} quit={quit} /> },
    { name: 'Events', draw: () => <ListenScreen title={title} log={log} quit={quit} copy={copyByTerminal} /> },
    { name: 'Deliveries', draw: () => <ListTab model={lists.deliveries} view={DELIVERIES} quit={quit} /> },
    { name: 'Campaigns', draw: () => <ListTab model={lists.campaigns} view={CAMPAIGNS} quit={quit} /> },
    { name: 'Flows', draw: () => <ListTab model={lists.flows} view={FLOWS} quit={quit} /> },
    { name: 'Requests', draw: () => <ListTab model={lists.requests} view={REQUESTS} quit={quit} /> },
  ];
  if (write) {
    const view = peopleView(write);
    tabs.push({ name: 'People', draw: () => <ListTab model={lists.people} view={view} quit={quit} /> });
  }
  const commands = () => [
    { name: 'quit', run: quit },
    ...[true, false].map((isOn) => ({
      name: `mouse ${isOn ? 'on' : 'off'}`,
      run: () => {
        setMouse(isOn);
        applyMouse();
      },
    })),
    ...themes.map((theme) => ({
      name: `theme ${theme}`,
      run: () => {
        setTheme(theme);
        redraw();
      },
    })),
    ...inbox.conversations.map((one) => ({
      name: nameOf(one).toLowerCase(),
      run: (go: (tab: string) => void) => {
        go('Inbox');
        void inbox.open(one.phone);
      },
    })),
  ];
  await onFullScreen(<CockpitScreen tabs={tabs} first="Inbox" commands={commands} quit={quit} />, work);
}
