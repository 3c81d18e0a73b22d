import { MICROSECONDS } from '../../base/time.ts';
import type { InboundMessage } from '../../providers/callback.ts';
import { conversationKeyOf, conversationKeyString } from '../../store/conversations/conversations.ts';
import type { Tx } from '../../store/index.ts';
import type { ReceivedContent } from '../../store/messages/content.ts';
import type { SenderFacts, Written } from './senders.ts';

/** Reports of one click have nearly the same time. */
const SAME_CLICK = 10 * MICROSECONDS.second;
/** The number of messages among which the other report of a click is searched. */
const LATEST = 10;

/** What was stored of a click. */
export type StoredClick = Pick<ReceivedContent, 'button' | 'click'>;

type Clicked = Written & { inbound: InboundMessage };

/** Loads the clicks near those in messages, by `conversationKeyString`. */
export async function loadClicks(
  tx: Tx,
  { conversations }: SenderFacts,
  messages: readonly Clicked[],
): Promise<Map<string, StoredClick[]>> {
  const found = new Map<string, StoredClick[]>();
  for (const { connection, personId, writtenAt } of messages.filter(({ inbound }) => inbound.click)) {
    const name = conversationKeyString(conversationKeyOf(connection, personId));
    const id = conversations.get(name)?.id;
    const span = { since: writtenAt - SAME_CLICK, before: undefined };
    const latest =
      id === undefined ? [] : await tx.messages.listNewest(connection.accountId, [id], ['in'], span, LATEST);
    found.set(name, [...(found.get(name) ?? []), ...latest.map(({ content }) => content as ReceivedContent)]);
  }
  return found;
}

/**
 * Returns whether a click is another report of the one in a message. Messenger may report a click twice: as a postback,
 * and without its payload as a standby postback (standby-clicks).
 */
export const isSameClick = (
  { button: known, click: stored }: StoredClick,
  { button, click, writtenAt }: InboundMessage,
): boolean =>
  stored !== undefined &&
  stored.is_standby !== click?.isStandby &&
  (stored.is_incomplete || click?.isIncomplete === true) &&
  known?.title === button?.title &&
  Math.abs(stored.at - writtenAt) < SAME_CLICK;
