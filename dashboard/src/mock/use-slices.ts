import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { POLL, read } from './api.ts';
import type { Slice } from './types.ts';

/** The number of rows that one request loads. */
const SLICE = 100;

/**
 * Loads the rows of a list that are in sight, and asks for them again as long as they are. `rowAt` returns undefined
 * for a row that is not loaded.
 *
 * @param path of the list in the control API
 * @param query further parameters, as text
 */
export function useSlices<Row>(path: string, query = '') {
  const [[from, to], setRange] = useState<[number, number]>([0, 0]);
  const results = useQueries({
    queries: Array.from({ length: to - from + 1 }, (_, place) => ({
      queryKey: [path, query, from + place],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        read<Slice<Row>>(`${path}?offset=${(from + place) * SLICE}&limit=${SLICE}&${query}`, signal),
      refetchInterval: POLL,
      placeholderData: keepPreviousData,
    })),
  });
  const loaded = results.find(({ data }) => data)?.data?.total;
  // While other rows load, the list keeps its length, or it would scroll back.
  const known = useRef(loaded);
  useEffect(() => {
    known.current = loaded ?? known.current;
  }, [loaded]);
  const total = loaded ?? known.current;
  const rowAt = (place: number): Row | undefined => {
    const data = results[Math.floor(place / SLICE) - from]?.data;
    return data?.rows[place - data.offset];
  };
  /** Names the first and the last row in sight. */
  const see = useCallback((first: number, last: number) => {
    const next: [number, number] = [Math.floor(first / SLICE), Math.floor(last / SLICE)];
    setRange((now) => (now[0] === next[0] && now[1] === next[1] ? now : next));
  }, []);
  return { total, rowAt, see, error: results.find(({ error }) => error)?.error };
}
