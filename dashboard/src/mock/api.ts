import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Chat, Example, Lab } from './types.ts';

/** How often the page asks for what changed, in milliseconds. */
export const POLL = 1000;

/** Reads from the control API. The browser keeps answers by their `ETag`, so an unchanged one has no body. */
export async function read<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  const reply = await fetch(`/_mock/${path}`, { cache: 'no-cache', ...(signal ? { signal } : {}) });
  const answer = await reply.json();
  if (!reply.ok) {
    throw new Error(answer.error);
  }
  return answer as Answer;
}

async function write(method: string, path: string, body?: unknown): Promise<unknown> {
  const reply = await fetch(`/_mock/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await reply.json();
  if (!reply.ok) {
    throw new Error(answer.error);
  }
  return answer;
}

/** Calls the control API, keeps the error of the last call, and reads again what the page shows. */
export function useAct() {
  const queries = useQueryClient();
  const [error, setError] = useState<Error>();
  const act = useCallback(
    async (method: string, path: string, body?: unknown): Promise<boolean> => {
      try {
        setError(undefined);
        await write(method, path, body);
        return true;
      } catch (problem) {
        setError(problem instanceof Error ? problem : new Error(String(problem)));
        return false;
      } finally {
        await queries.invalidateQueries();
      }
    },
    [queries],
  );
  return { act, error, setError };
}

export type Act = ReturnType<typeof useAct>['act'];

/** The state that the page always shows. */
export const useLab = () =>
  useQuery({ queryKey: ['lab'], queryFn: ({ signal }) => read<Lab>('lab', signal), refetchInterval: POLL });

/** An example of each event that the mock sends. */
export const useExamples = () =>
  useQuery({
    queryKey: ['examples'],
    queryFn: async ({ signal }) => (await read<{ examples: Example[] }>('examples', signal)).examples,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What names a chat: a person and a number, page or account. */
export interface Place {
  business_id: string;
  id: string;
}

export const placeKey = ({ business_id, id }: Place): string => `${business_id} ${id}`;

/** The latest messages of a chat. */
export const useChat = (place: Place | undefined, limit: number) =>
  useQuery<Chat>({
    queryKey: ['messages', place, limit],
    enabled: place !== undefined,
    queryFn: ({ signal }) =>
      read<Chat>(`lab/messages?${new URLSearchParams({ ...(place ?? {}), limit: String(limit) })}`, signal),
    refetchInterval: POLL,
    placeholderData: (before) =>
      before?.person && place && placeKey(before.person) === placeKey(place) ? before : undefined,
  });
