import { useEffect, useMemo, useState } from 'react';
import type { FoundMessage } from '../../commands/inbox/desk.ts';
import type { InboxModel } from '../../commands/inbox/model.ts';
import { useNow } from '../parts/use-keys.ts';
import { type HistoryLine, linesOf } from './History.tsx';

/** A message that a search has found. */
type Found = Pick<FoundMessage, 'id' | 'at'>;

export interface ScrolledHistory {
  lines: readonly HistoryLine[];
  /** How many lines are below the lowest line on the screen. */
  up: number;
  scroll: (steps: number) => void;
  /** Scrolls to the newest message. */
  toEnd: () => void;
  /** Scrolls to a message, and loads the messages around it if it is not there. */
  show: (message: Found | undefined) => void;
}

/** Lays out the messages of the open conversation, and scrolls them. */
export function useHistory(
  inbox: InboxModel,
  { width, height, today }: { width: number; height: number; today: string },
): ScrolledHistory {
  const { opened } = inbox;
  const [wantedUp, setUp] = useState(0);
  const target = useNow<Found | undefined>(undefined);
  /** The message around which messages were loaded. */
  const asked = useNow<Found | undefined>(undefined);
  /** The lowest line on the screen, until newer messages are below it. */
  const lowest = useNow<string | undefined>(undefined);
  const lines = useMemo(() => linesOf(opened?.history ?? [], width, today), [opened?.history, width, today]);
  useEffect(() => {
    const { now: wanted } = target;
    if (lowest.now !== undefined && lines.at(-1)?.key !== lowest.now) {
      const at = lines.findIndex(({ key }) => key === lowest.now);
      lowest.set(undefined);
      setUp(at >= 0 ? lines.length - 1 - at : 0);
    }
    if (wanted === undefined || opened === undefined || opened.history.length === 0) {
      return;
    }
    const at = lines.findIndex(({ key }) => key.startsWith(`${wanted.id}.`));
    if (at >= 0) {
      target.set(undefined);
      setUp(Math.max(0, lines.length - at - Math.ceil(height / 2)));
    } else if (asked.now !== wanted) {
      asked.set(wanted);
      void inbox.loadAround(wanted.at);
    }
  });
  const mostUp = Math.max(0, lines.length - height);
  const up = Math.min(wantedUp, mostUp);
  return {
    lines,
    up,
    scroll: (steps) => {
      target.set(undefined);
      // Keep counting at the top: the screen scrolls as soon as older messages are loaded.
      setUp(Math.max(0, opened?.before ? up + steps : Math.min(mostUp, up + steps)));
      if (up + steps >= mostUp) {
        void inbox.loadOlderMessages();
      }
      if (up + steps <= 0 && opened?.after) {
        lowest.set(lines.at(-1)?.key);
        void inbox.loadNewerMessages();
      }
    },
    toEnd: () => {
      setUp(0);
      void inbox.loadNewest();
    },
    show: target.set,
  };
}
