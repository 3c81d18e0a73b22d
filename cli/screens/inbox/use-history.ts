import { useEffect, useMemo, useState } from 'react';
import type { InboxModel } from '../../commands/inbox/model.ts';
import { useNow } from '../parts/use-keys.ts';
import { type HistoryLine, linesOf } from './History.tsx';

/** At most this many messages are loaded to show a found one. */
const MOST_MESSAGES = 1_000;

export interface ScrolledHistory {
  lines: readonly HistoryLine[];
  /** How many lines are below the lowest line on the screen. */
  up: number;
  scroll: (steps: number) => void;
  /** Scrolls to the newest message. */
  toEnd: () => void;
  /** Scrolls to a message, and loads older messages until it is there. */
  show: (messageId: string | undefined) => void;
}

/** Lays out the messages of the open conversation, and scrolls them. */
export function useHistory(
  inbox: InboxModel,
  { width, height, today }: { width: number; height: number; today: string },
): ScrolledHistory {
  const { opened } = inbox;
  const [wantedUp, setUp] = useState(0);
  const target = useNow<string | undefined>(undefined);
  const lines = useMemo(() => linesOf(opened?.history ?? [], width, today), [opened?.history, width, today]);
  useEffect(() => {
    if (target.now === undefined) {
      return;
    }
    const at = lines.findIndex(({ key }) => key.startsWith(`${target.now}.`));
    if (at >= 0) {
      target.set(undefined);
      setUp(Math.max(0, lines.length - at - Math.ceil(height / 2)));
    } else if (opened?.before && opened.history.length < MOST_MESSAGES) {
      void inbox.loadOlderMessages();
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
    },
    toEnd: () => setUp(0),
    show: target.set,
  };
}
