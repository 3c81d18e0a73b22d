import { notifyManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { type AccountEvent, useEvents, useIsConnected } from '../../../api/events.ts';
import { useHasSessionEnded } from '../../../api/session.ts';
import {
  changeShown,
  conversationQuery,
  findListed,
  isLimitedByTeam,
  refreshConversation,
  refreshHeads,
} from './conversations.ts';
import { refreshHistory, showReceived, showStatus } from './history.ts';
import { noteInbound } from './reply-window.ts';
import type { HistoryMessage, ReceivedMessage, StatusMessage } from './types.ts';

/** How long changes of others are collected before the page asks for them, in milliseconds. */
const COLLECTED = 1_000;
/** How many conversations the page requests one by one. With more changes, it requests the list. */
const ONE_BY_ONE = 3;
/** How often the page asks for what has no events: assignments and closed conversations, in milliseconds. */
const CHECKED = 30_000;

/** Keeps the lists and the open thread as they are on the server, by events. */
export function useLiveInbox(openPerson: string | undefined): void {
  const queries = useQueryClient();
  const changed = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const open = useRef(openPerson);
  open.current = openPerson;

  const askSoon = useCallback(
    (phone: string) => {
      changed.current.add(phone);
      timer.current ??= setTimeout(() => {
        const phones = [...changed.current];
        changed.current.clear();
        timer.current = undefined;
        void ask(queries, phones, open.current).catch(() => {});
      }, COLLECTED);
    },
    [queries],
  );

  useEvents(
    useCallback(
      ({ event, data }: AccountEvent) => {
        if (event === 'message.received') {
          // The page renders once for all that the message changes.
          notifyManager.batch(() => receive(queries, data.message as ReceivedMessage, askSoon));
        } else if (event === 'message.status') {
          const status = data.message as StatusMessage;
          if (!showStatus(queries, status)) {
            void refreshHistory(queries, status.to).catch(() => {});
          }
          // The text of a message that was sent elsewhere is not in the event.
          const last = findListed(queries, status.to)?.last_message;
          if (status.status === 'sent' && (last?.direction !== 'out' || last.at < status.occurred_at)) {
            askSoon(status.to);
          }
        }
      },
      [queries, askSoon],
    ),
  );

  const isConnected = useIsConnected();
  const hasEnded = useHasSessionEnded();
  useEffect(() => {
    if (!isConnected || hasEnded) {
      return;
    }
    const refresh = () => {
      if (document.visibilityState === 'visible') {
        void refreshHeads(queries).catch(() => {});
        const phone = open.current;
        // Erasures have no event: the pane drops a person whom the server no longer knows.
        if (phone !== undefined && queries.getQueryData(conversationQuery(phone).queryKey)) {
          void refreshConversation(queries, phone).catch(() => {});
        }
      }
    };
    // After a lost connection or a new login.
    refresh();
    if (open.current !== undefined) {
      void refreshHistory(queries, open.current).catch(() => {});
    }
    const check = setInterval(refresh, CHECKED);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(check);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [isConnected, hasEnded, queries]);
}

async function ask(queries: QueryClient, phones: readonly string[], open: string | undefined): Promise<void> {
  if (phones.length <= ONE_BY_ONE) {
    await Promise.all(phones.map((phone) => refreshConversation(queries, phone)));
    // The labels and mentions of a conversation that was not listed may not be known.
    if (isLimitedByTeam(queries)) {
      await refreshHeads(queries);
    }
    return;
  }
  await refreshHeads(queries);
  if (open !== undefined && phones.includes(open)) {
    await refreshConversation(queries, open);
  }
}

function receive(queries: QueryClient, message: ReceivedMessage, askSoon: (phone: string) => void): void {
  const { from, channel, connection_id, received_at: at, text = null, type } = message;
  if (message.group) {
    return; // it is in no conversation
  }
  showReceived(queries, message);
  if (type === 'edited' || type === 'deleted') {
    askSoon(from.id);
    return;
  }
  noteInbound(queries, from.id, channel, at);
  if (!findListed(queries, from.id, connection_id)) {
    askSoon(from.id);
  }
  changeShown(queries, { phone: from.id, connection_id }, (before) =>
    before.last_message && before.last_message.at >= at
      ? before
      : {
          ...before,
          name: before.name ?? from.name ?? null,
          status: 'open',
          unread_count: before.unread_count + 1,
          last_message: {
            text,
            direction: 'in',
            at,
            ...((type !== 'text' || text === null) && { message: previewOf(message) }),
          },
        },
  );
}

/** A message as lists show it: its type and what the row names. */
function previewOf(message: ReceivedMessage): HistoryMessage {
  const { from: _from, channel: _channel, received_at: at, target: _target, ...content } = message;
  return {
    template: null,
    status: null,
    error: null,
    text: null,
    media: null,
    button: null,
    location: null,
    reply_to: null,
    ...content,
    direction: 'in' as const,
    at,
  } as HistoryMessage;
}
