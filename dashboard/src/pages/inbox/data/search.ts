import { CHANNELS } from 'virtual:facts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Channel, Conversation } from './types.ts';

/** The states that a list can be limited to. `all` is no limit. */
export const STATES = ['open', 'bot', 'closed', 'all'] as const;
export type State = (typeof STATES)[number];

/** A message that a search found. */
export interface FoundMessage {
  id: string;
  /** Undefined in an address that has only the ID. */
  at: string | undefined;
}

/** What the address of the page says. */
export interface InboxSearch {
  state: State;
  isMine: boolean;
  /** Only conversations without an agent. */
  isUnassigned: boolean;
  /** Only conversations without an answer, the longest wait first. */
  isWaiting: boolean;
  isUnread: boolean;
  /** Only conversations with a note that mentions the person. */
  isMentioned: boolean;
  channel: Channel | undefined;
  /** Only conversations with this label. */
  labelId: number | undefined;
  /** The phone of the open conversation. */
  person: string | undefined;
  /** The message to show, of those that a search found. */
  found: FoundMessage | undefined;
  /** The words of a search over all messages. */
  words: string | undefined;
  /** Whether the details of the person are over the page, on narrow screens. */
  showsPerson: boolean;
}

type Changes = { [Name in keyof InboxSearch]?: InboxSearch[Name] | undefined };

const textOf = (value: unknown): string | undefined =>
  typeof value === 'number' ? String(value) : typeof value === 'string' && value !== '' ? value : undefined;

const timeOf = (value: unknown): string | undefined =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : undefined;

/** Returns what the address says, and a function that changes it. Values that are the default are not in the address. */
export function useInboxSearch(): [InboxSearch, (changes: Changes, options?: { replace?: boolean }) => void] {
  const given = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const search = useMemo(
    (): InboxSearch => ({
      state: STATES.find((state) => state === given.state) ?? 'open',
      isMine: given.mine === true,
      isUnassigned: given.unassigned === true,
      isWaiting: given.waiting === true,
      isUnread: given.unread === true,
      isMentioned: given.mentioned === true,
      channel: CHANNELS.find((channel) => channel === given.channel),
      labelId: Number.isInteger(given.label) ? (given.label as number) : undefined,
      person: textOf(given.with),
      found: textOf(given.message) === undefined ? undefined : { id: String(given.message), at: timeOf(given.at) },
      words: textOf(given.find),
      showsPerson: given.about === true,
    }),
    [given],
  );
  const change = useCallback(
    (changes: Changes, { replace = false } = {}) =>
      void navigate({
        to: '/inbox',
        replace,
        search: (before: Record<string, unknown>) => {
          const after = { ...before };
          const put = (field: keyof InboxSearch, name: string, value: unknown) => {
            if (field in changes) {
              after[name] = value;
            }
          };
          // Undefined removes a value from the address.
          put('state', 'state', changes.state === 'open' ? undefined : changes.state);
          put('isMine', 'mine', changes.isMine || undefined);
          put('isUnassigned', 'unassigned', changes.isUnassigned || undefined);
          put('isWaiting', 'waiting', changes.isWaiting || undefined);
          put('isUnread', 'unread', changes.isUnread || undefined);
          put('isMentioned', 'mentioned', changes.isMentioned || undefined);
          put('channel', 'channel', changes.channel);
          put('labelId', 'label', changes.labelId);
          put('person', 'with', changes.person);
          put('found', 'message', changes.found?.id);
          put('found', 'at', changes.found?.at);
          put('words', 'find', changes.words || undefined);
          put('showsPerson', 'about', changes.showsPerson || undefined);
          return after;
        },
      }),
    [navigate],
  );
  return [search, change];
}

/** Which conversations a list has. */
export type ListFilter = Pick<
  InboxSearch,
  'state' | 'isUnread' | 'isMentioned' | 'channel' | 'isUnassigned' | 'isWaiting'
> & {
  agentId: number | undefined;
  account: string;
  labelId: number | undefined;
};

/** Returns whether a conversation belongs to a list, except for its labels and mentions, which it does not name. */
export const matches = (filter: ListFilter, conversation: Conversation): boolean =>
  (filter.state === 'all' || conversation.status === filter.state) &&
  (!filter.isUnassigned || conversation.agent === null) &&
  (!filter.isWaiting || conversation.last_message?.direction === 'in') &&
  (!filter.isUnread || conversation.unread_count > 0) &&
  (filter.channel === undefined || conversation.channel === filter.channel) &&
  (filter.agentId === undefined || conversation.agent?.id === filter.agentId);
