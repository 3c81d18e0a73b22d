/**
 * Replies to every customer on every channel. It needs no webhook address, because it reads the server's event stream.
 * If ONCE is set, it exits after one reply.
 *
 *   node answer.ts
 */
import { Wigwag } from '@wigwag/sdk';

const wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_BASE_URL });

for await (const { event, data } of wigwag.events({ onConnect: () => console.log('listening') })) {
  // An edit or a deletion is no new message, and a private reply does not reach a group.
  if (event !== 'message.received' || data.message.target || data.message.group) {
    continue;
  }
  const { channel, connection_id, from, text, external_id } = data.message;
  const answer = `You wrote: ${text ?? 'something without words'}`;
  // The key comes from the customer's message, so a second run after a crash does not reply twice.
  const idempotencyKey = `answer-${external_id}`;
  await wigwag.messages.send({ channel, connection_id, to: from.id, text: answer }, { idempotencyKey });
  console.log(`answered ${from.name ?? from.id} on ${channel}`);
  if (process.env.ONCE) {
    break;
  }
}
