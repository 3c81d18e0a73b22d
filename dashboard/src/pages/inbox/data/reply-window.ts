import { CAPABILITIES } from 'virtual:facts';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, dataOf } from '../../../api/client.ts';
import { changeLive, loadLive } from './live-data.ts';
import type { Channel } from './types.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type ReplyWindow = Awaited<ReturnType<typeof load>>;

const load = (phone: string, channel: Channel) =>
  dataOf(api.GET('/contacts/{id}/window', { params: { path: { id: phone }, query: { channel } } }));

export const windowQuery = (phone: string, channel: Channel) =>
  queryOptions({
    queryKey: ['window', phone, channel],
    queryFn: ({ queryKey }) => loadLive(queryKey, () => load(phone, channel)),
  });

/** When the window of a channel closes after a customer's message. Null if it has no limit. */
export const closingOf = (channel: Channel, inboundAt: string): string | null => {
  const { windowHours } = CAPABILITIES[channel];
  return windowHours === null ? null : new Date(Date.parse(inboundAt) + windowHours * HOUR).toISOString();
};

/** Opens the window of a person who has just written. */
export function noteInbound(queries: QueryClient, phone: string, channel: Channel, at: string): void {
  changeLive<ReplyWindow>(queries, windowQuery(phone, channel).queryKey, (before) => ({
    ...before,
    window_open: true,
    last_inbound_at: at,
    closes_at: closingOf(channel, at),
    can_send: { ...before.can_send, session_message: true },
  }));
}

/** Says that the server refused a free-form message because the window is closed. */
export const noteClosed = (queries: QueryClient, phone: string, channel: Channel): Promise<void> =>
  queries.invalidateQueries({ queryKey: windowQuery(phone, channel).queryKey });

/** Renders again when time passes a minute, or the given time. */
export function useNow(next: string | null | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that has come starts the next wait
  useEffect(() => {
    const left = next ? Date.parse(next) - Date.now() : Number.POSITIVE_INFINITY;
    const timer = setTimeout(() => setNow(Date.now()), left > 0 && left < MINUTE ? left + 50 : MINUTE / 2);
    return () => clearTimeout(timer);
  }, [now, next]);
  return now;
}

/** What may be sent to a person now. Undefined until the server has answered. */
export function useReplyWindow(phone: string, channel: Channel) {
  const { data, error } = useQuery(windowQuery(phone, channel));
  const now = useNow(data?.closes_at);
  if (!data) {
    return { window: undefined, error };
  }
  const isPast = data.closes_at !== null && Date.parse(data.closes_at) <= now;
  return {
    error,
    window: {
      isOpen: data.can_send.session_message && !isPast,
      hasEverOpened: data.last_inbound_at !== null,
      canSendTemplate: data.can_send.template,
      closesAt: data.closes_at,
    },
  };
}

/** Writes how long a window stays open, such as `5 h` or `12 min`. */
export function timeLeft(closesAt: string, now: number): string {
  const left = Date.parse(closesAt) - now;
  return left >= HOUR ? `${Math.floor(left / HOUR)} h` : `${Math.max(1, Math.ceil(left / MINUTE))} min`;
}

/** Below this, the time left is a warning. */
export const isShort = (closesAt: string, now: number): boolean => Date.parse(closesAt) - now < 2 * HOUR;
