import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { admin, bodyOf } from '../../../api/client.ts';
import { useAccountId } from '../../../api/session.ts';
import type { ThreadNote } from '../thread/rows.ts';

/** How often an open conversation requests the notes of others, in milliseconds. */
const CHECKED = 30_000;
const NO_NOTES: readonly ThreadNote[] = [];

/** The notes of agents about a person, and a function that adds one. */
export function useNotes(phone: string) {
  const path = { account: useAccountId(), phone };
  const queries = useQueryClient();
  const queryKey = ['notes', path.account, phone];
  const { data } = useQuery({
    queryKey,
    queryFn: () => bodyOf(admin.GET('/accounts/{account}/conversations/{phone}/notes', { params: { path } })),
    refetchInterval: CHECKED,
  });
  const add = async (text: string, mentions: readonly number[]): Promise<void> => {
    const { note } = await bodyOf(
      admin.POST('/accounts/{account}/conversations/{phone}/notes', {
        params: { path },
        body: { text, mentions: [...mentions] },
      }),
    );
    queries.setQueryData<typeof data>(queryKey, (before) => ({ notes: [...(before?.notes ?? []), note] }));
  };
  return { notes: data?.notes ?? NO_NOTES, add };
}

/** How often a person says that they are here, in milliseconds. */
const REPORTED = 10_000;
/** How long after the last key a person counts as writing. */
const WRITING = 8_000;

export interface Colleague {
  name: string;
  state: 'viewing' | 'typing';
}
const NOBODY: readonly Colleague[] = [];

/**
 * Says that the person has a conversation open, and returns the others who have.
 *
 * @param text what the person writes; a change counts as writing
 */
export function usePresence(phone: string, text: string): readonly Colleague[] {
  const account = useAccountId();
  const [others, setOthers] = useState<readonly Colleague[]>(NOBODY);
  const writtenAt = useRef(0);
  const report = useRef<() => void>(() => {});

  useEffect(() => {
    let isGone = false;
    const params = { path: { account, phone } };
    const send = async (state: 'viewing' | 'typing' | 'away') => {
      const body = { state };
      const presence = await bodyOf(
        admin.POST('/accounts/{account}/conversations/{phone}/presence', { params, body, keepalive: state === 'away' }),
      ).catch(() => undefined);
      if (presence && !isGone) {
        setOthers((before) => (JSON.stringify(before) === JSON.stringify(presence.others) ? before : presence.others));
      }
    };
    report.current = () => {
      if (document.visibilityState === 'visible') {
        void send(Date.now() - writtenAt.current < WRITING ? 'typing' : 'viewing');
      }
    };
    const onVisibility = () => (document.visibilityState === 'visible' ? report.current() : void send('away'));
    report.current();
    const timer = setInterval(() => report.current(), REPORTED);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      isGone = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisibility);
      void send('away');
    };
  }, [account, phone]);

  const before = useRef(text);
  useEffect(() => {
    if (before.current !== text) {
      before.current = text;
      const hasBegun = text !== '' && Date.now() - writtenAt.current > WRITING / 2;
      writtenAt.current = text === '' ? 0 : Date.now();
      if (hasBegun || text === '') {
        report.current();
      }
    }
  }, [text]);
  return others;
}

/** A search over all messages, newest first. Each page reads a part of them. */
export function useMessageSearch(words: string) {
  const account = useAccountId();
  const text = words.trim();
  return useInfiniteQuery({
    queryKey: ['message-search', account, text],
    queryFn: ({ pageParam }) =>
      bodyOf(
        admin.POST('/accounts/{account}/messages/search', {
          params: { path: { account } },
          body: { text, ...(pageParam !== undefined && { next: pageParam }) },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: text.length >= 2,
    meta: { isLive: true },
  });
}
