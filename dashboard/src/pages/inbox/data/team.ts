import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { admin, bodyOf } from '../../../api/client.ts';
import { mentionsQuery } from '../../../api/mentions.ts';
import { useAccountId } from '../../../api/session.ts';
import type { ThreadNote } from '../thread/rows.ts';
import { changeLive, loadLive } from './live-data.ts';

const NO_NOTES: readonly ThreadNote[] = [];

/**
 * The notes of agents about a person, and a function that adds one.
 *
 * @param lastId the newest note that the server reports; if it is not known, the notes are requested again
 */
export function useNotes(phone: string, lastId: number | null) {
  const path = { account: useAccountId(), phone };
  const queries = useQueryClient();
  const queryKey = ['notes', path.account, phone];
  const { data } = useQuery({
    queryKey,
    queryFn: () =>
      loadLive(queryKey, () =>
        bodyOf(admin.GET('/accounts/{account}/conversations/{phone}/notes', { params: { path } })),
      ),
  });
  const isMissing = data !== undefined && lastId !== null && !data.notes.some(({ id }) => id >= lastId);
  useEffect(() => {
    if (isMissing) {
      void queries.invalidateQueries({ queryKey: ['notes', path.account, phone] });
    }
  }, [isMissing, queries, path.account, phone]);
  const add = async (text: string, mentions: readonly number[]): Promise<void> => {
    const { note } = await bodyOf(
      admin.POST('/accounts/{account}/conversations/{phone}/notes', {
        params: { path },
        body: { text, mentions: [...mentions] },
      }),
    );
    changeLive<NonNullable<typeof data>>(queries, queryKey, ({ notes }) => ({
      notes: [...notes.filter(({ id }) => id !== note.id), note],
    }));
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
/** Who else has a conversation open, and the newest note about the person. */
interface Presence {
  others: readonly Colleague[];
  lastNoteId: number | null;
}
const UNKNOWN: Presence = { others: [], lastNoteId: null };

/**
 * Reports that the person has a conversation open, which marks mentions of them as seen. Returns the others who have it
 * open, and the newest note.
 *
 * @param text what the person writes; a change counts as writing
 */
export function usePresence(phone: string, text: string): Presence {
  const account = useAccountId();
  const queries = useQueryClient();
  const [presence, setPresence] = useState(UNKNOWN);
  const writtenAt = useRef(0);
  const report = useRef<() => void>(() => {});

  useEffect(() => {
    let isGone = false;
    const params = { path: { account, phone } };
    const send = async (state: 'viewing' | 'typing' | 'away') => {
      const body = { state };
      const reported = await bodyOf(
        admin.POST('/accounts/{account}/conversations/{phone}/presence', { params, body, keepalive: state === 'away' }),
      ).catch(() => undefined);
      if (reported && !isGone) {
        const now = { others: reported.others, lastNoteId: reported.last_note_id };
        setPresence((before) => (JSON.stringify(before) === JSON.stringify(now) ? before : now));
        const { queryKey } = mentionsQuery(account);
        if (queries.getQueryData(queryKey)?.some((mention) => mention.phone === phone)) {
          void queries.invalidateQueries({ queryKey });
        }
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
  }, [account, phone, queries]);

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
  return presence;
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
