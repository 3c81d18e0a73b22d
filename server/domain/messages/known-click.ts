import { MICROSECONDS } from '../../base/time.ts';
import type { Inbound } from '../../providers/callback.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { Tx } from '../../store/index.ts';
import type { ReceivedContent } from '../../store/messages/content.ts';

/** Reports of one click have nearly the same time. */
const SAME_CLICK = 10 * MICROSECONDS.second;
/** The number of messages among which the other report of a click is searched. */
const LATEST = 10;

/**
 * Returns whether another report of a click is stored. Messenger may report a click twice: as a postback, and without
 * its payload as a standby postback (standby-clicks).
 */
export async function isKnownClick(
  tx: Tx,
  { accountId, channel, id: connectionId }: Connection,
  { from, button, click, writtenAt }: Inbound,
): Promise<boolean> {
  const conversation = await tx.conversations.find({ accountId, connectionId, channel, person: from.id });
  if (!conversation) {
    return false;
  }
  const span = { since: writtenAt - SAME_CLICK, before: undefined };
  const latest = await tx.messages.listNewest(accountId, [conversation.id], ['in'], span, LATEST);
  return latest.some((message) => {
    const known = message.content as ReceivedContent;
    return (
      known.click !== undefined &&
      known.click.is_standby !== click?.isStandby &&
      (known.click.is_incomplete || click?.isIncomplete === true) &&
      known.button?.title === button?.title &&
      Math.abs(known.click.at - writtenAt) < SAME_CLICK
    );
  });
}
