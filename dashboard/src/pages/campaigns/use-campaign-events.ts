import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { type AccountEvent, useEvents } from '../../api/events.ts';

/** Thousands of events can arrive at once. The numbers are read again at most this often, in milliseconds. */
const PAUSE = 2_000;

/** Reads a campaign again after events that may have changed its numbers. */
export function useCampaignEvents(account: string, id: number): void {
  const queries = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEvents(
    useCallback(
      ({ event }: AccountEvent) => {
        if (event === 'message.status' && timer.current === undefined) {
          timer.current = setTimeout(() => {
            timer.current = undefined;
            void queries.invalidateQueries({ queryKey: ['campaigns', account, id] });
          }, PAUSE);
        }
      },
      [queries, account, id],
    ),
  );
}
