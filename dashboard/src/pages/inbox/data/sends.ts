import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { api, dataOf, newIdempotencyKey } from '../../../api/client.ts';
import { Problem } from '../../../api/problem.ts';
import { refreshConversation } from './conversations.ts';
import { refreshHistory } from './history.ts';
import { noteClosed } from './reply-window.ts';
import type { Channel, Conversation, SendMessageRequest, SendTemplateRequest } from './types.ts';

type Without<T, Names extends PropertyKey> = T extends unknown ? Omit<T, Names> : never;
/** What to send, without the addressee. */
export type Draft =
  | { kind: 'message'; body: Without<SendMessageRequest, 'to' | 'channel' | 'connection_id'> }
  | { kind: 'template'; body: Omit<SendTemplateRequest, 'to' | 'channel' | 'connection_id'>; text: string };

type Addressee = Pick<Conversation, 'phone' | 'channel'> & Partial<Pick<Conversation, 'connection_id'>>;

/** A message that the server has not accepted yet, or that the thread does not show yet. */
export interface Send {
  /** Its Idempotency-Key: trying again does not send twice (section 5.8). */
  key: string;
  phone: string;
  channel: Channel;
  /** Undefined if the server chooses it. */
  connectionId: string | undefined;
  draft: Draft;
  at: string;
  state: 'sending' | 'failed';
  /** The message's id, once the server has accepted it. */
  messageId?: string;
  problem?: { message: string; fix?: string | undefined; code?: string | undefined } | undefined;
}

const KEY = 'wigwag-sends';
const INTERRUPTED = {
  message: 'The page was closed before the server responded.',
  fix: 'Try again: the message is not sent twice.',
};

/** The sends of this tab. They stay after a reload. */
class Sends {
  #all: readonly Send[] = restored();
  readonly #watchers = new Set<() => void>();

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };
  readonly all = (): readonly Send[] => this.#all;

  put(send: Send): void {
    this.#set([...this.#all.filter(({ key }) => key !== send.key), send].sort((a, b) => (a.at < b.at ? -1 : 1)));
  }

  remove(key: string): void {
    this.#set(this.#all.filter((send) => send.key !== key));
  }

  #set(all: readonly Send[]): void {
    this.#all = all;
    sessionStorage.setItem(KEY, JSON.stringify(all));
    for (const watcher of this.#watchers) {
      watcher();
    }
  }
}

function restored(): Send[] {
  try {
    const sends = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Send[];
    const unaccepted = sends.filter(({ messageId }) => messageId === undefined);
    return unaccepted.map((send) =>
      send.state === 'sending' ? { ...send, state: 'failed', problem: INTERRUPTED } : send,
    );
  } catch {
    return [];
  }
}

const sends = new Sends();

/** The messages that were sent from this page. */
const ownIds = new Set<string>();

/** Returns whether a message was sent from this page. */
export const isOwn = (id: string): boolean => ownIds.has(id);

/** Removes a failed message. */
export const discard = (key: string): void => sends.remove(key);

/** The messages to a person that are not accepted yet. */
export function useSends(phone: string): readonly Send[] {
  const all = useSyncExternalStore(sends.watch, sends.all);
  return useMemo(() => all.filter((send) => send.phone === phone), [all, phone]);
}

/** The last send to each person. The next one waits for it, so that messages keep their order. */
const tails = new Map<string, Promise<void>>();

function run(queries: QueryClient, send: Send): void {
  sends.put({ ...send, state: 'sending', problem: undefined });
  const before = tails.get(send.phone) ?? Promise.resolve();
  const done = before.then(() => attempt(queries, send));
  tails.set(send.phone, done);
}

async function attempt(queries: QueryClient, send: Send): Promise<void> {
  const { key, phone: to, channel, connectionId: connection_id, draft } = send;
  const params = { header: { 'Idempotency-Key': key } };
  const about = { to, channel, connection_id };
  try {
    const { id } = await dataOf(
      draft.kind === 'template'
        ? api.POST('/messages/template', { params, body: { ...draft.body, ...about } as SendTemplateRequest })
        : api.POST('/messages', { params, body: { ...draft.body, ...about } as SendMessageRequest }),
    );
    ownIds.add(id);
    sends.put({ ...send, state: 'sending', messageId: id });
    await refreshHistory(queries, to).catch(() => {});
    sends.remove(key);
    void refreshConversation(queries, to).catch(() => {});
  } catch (error) {
    const problem = error instanceof Problem ? error : undefined;
    if (problem?.code === 'WINDOW_CLOSED' || problem?.code === 'WINDOW_NEVER_OPENED') {
      void noteClosed(queries, to, channel);
    }
    sends.put({
      ...send,
      state: 'failed',
      problem: {
        message: error instanceof Error ? error.message : 'The message was not sent.',
        fix: problem?.fix,
        code: problem?.code,
      },
    });
  }
}

/** Returns functions that send a message, and that try again with the same key. */
export function useSend() {
  const queries = useQueryClient();
  const send = useCallback(
    ({ phone, channel, connection_id }: Addressee, draft: Draft) =>
      run(queries, {
        key: newIdempotencyKey(),
        phone,
        channel,
        connectionId: connection_id,
        draft,
        at: new Date().toISOString(),
        state: 'sending',
      }),
    [queries],
  );
  const again = useCallback((failed: Send) => run(queries, failed), [queries]);
  return { send, again };
}
