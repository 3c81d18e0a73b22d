import { CHANNELS } from 'virtual:facts';
import { memo } from 'react';
import { Count } from '../../../parts/feedback.tsx';
import { Select } from '../../../parts/fields/fields.tsx';
import { LabelSelect } from '../../../parts/fields/label-select.tsx';
import { type InboxSearch, STATES, type State } from '../data/search.ts';
import type { Channel } from '../data/types.ts';
import { CHANNEL_NAMES } from './channel-icon.tsx';

const NAMES: Record<State, string> = { open: 'Open', bot: 'In a flow', closed: 'Closed', all: 'All' };

interface FiltersProps {
  search: InboxSearch;
  /** Whether the login is an agent, who can have conversations. */
  isAgent: boolean;
  /** How many mentions of the person they have not seen. */
  mentions: number;
  onChange: (changes: { [Name in keyof InboxSearch]?: InboxSearch[Name] | undefined }) => void;
}

/** Which conversations the list has. All of it is in the address. */
export const Filters = memo(function Filters({ search, isAgent, mentions, onChange }: FiltersProps) {
  const { state, isMine, isUnassigned, isWaiting, isUnread, isMentioned, channel, labelId } = search;
  return (
    <div className="filters">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and no place in a grid */}
      <div className="segments" role="group" aria-label="Status">
        {STATES.map((one) => (
          <button key={one} type="button" aria-pressed={one === state} onClick={() => onChange({ state: one })}>
            {NAMES[one]}
          </button>
        ))}
      </div>
      <div className="row">
        {isAgent && (
          <button
            type="button"
            className="chip"
            aria-pressed={isMine}
            onClick={() => onChange({ isMine: !isMine, isUnassigned: false })}
          >
            Mine
          </button>
        )}
        <button
          type="button"
          className="chip"
          aria-pressed={isUnassigned}
          onClick={() => onChange({ isUnassigned: !isUnassigned, isMine: false })}
        >
          Unassigned
        </button>
        <button
          type="button"
          className="chip"
          aria-pressed={isUnread}
          onClick={() => onChange({ isUnread: !isUnread })}
        >
          Unread
        </button>
        {isAgent && (
          <button
            type="button"
            className="chip"
            aria-pressed={isMentioned}
            onClick={() => onChange({ isMentioned: !isMentioned })}
          >
            Mentions
            {mentions > 0 && <Count of={mentions} what="unread" />}
          </button>
        )}
        <Select
          label="Order"
          isLabelHidden
          value={isWaiting ? 'waiting' : 'newest'}
          onChange={(value) => onChange({ isWaiting: value === 'waiting' })}
          options={[
            { value: 'newest', text: 'Most recent first' },
            { value: 'waiting', text: 'Longest waiting first' },
          ]}
        />
      </div>
      <div className="row">
        <LabelSelect isLabelHidden value={labelId} onChange={(label) => onChange({ labelId: label })} />
        <Select<Channel | 'all'>
          label="Channel"
          isLabelHidden
          value={channel ?? 'all'}
          onChange={(value) => onChange({ channel: value === 'all' ? undefined : value })}
          options={[
            { value: 'all', text: 'All channels' },
            ...CHANNELS.map((value) => ({ value, text: CHANNEL_NAMES[value] })),
          ]}
        />
      </div>
    </div>
  );
});
