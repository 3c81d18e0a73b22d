import type { App } from '@wigwag/server';
import type { Tx } from '../../../server/store/queries.ts';

/** The phone number of a customer. */
export const customer = (index: number): string => `90555${1_000_000 + index}`;

/** Stores a WhatsApp message from each of an account's first `count` customers, so that their windows are open. */
export async function openWindows(
  app: App,
  tx: Tx,
  line: { accountId: number; connectionId: string },
  count: number,
): Promise<void> {
  const { accountId } = line;
  for (let index = 0; index < count; index += 1) {
    const at = app.monotonicNow();
    const id = await tx.conversations.ensure({ ...line, channel: 'whatsapp', person: customer(index) }, at);
    await tx.conversations.noteInbound([{ accountId, id, name: null, text: 'Hi', writtenAt: at, at }]);
  }
}
