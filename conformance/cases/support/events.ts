import type { Channel } from '@wigwag/openapi';
import type { CaseContext, CustomerMessage } from '../../context.ts';
import type { WebhookReceiver } from '../../receiver.ts';

/** Returns the message in the event that the act triggers. */
export async function received(t: CaseContext, channel: Channel, written: CustomerMessage) {
  const receiver = await t.receiver(['message.received']);
  const from = t.person(channel);
  const external = await t.writes(from, channel, written, 'Ada Lovelace');
  const [event] = await t.events(receiver, 'message.received');
  return { message: event?.body.data.message, body: event?.body, from, external, receiver };
}

/** Returns the bodies of deliveries. A repeated ID counts once, because receivers ignore it (§6). */
// biome-ignore lint/suspicious/noExplicitAny: an implementation may send anything
const distinct = ({ deliveries }: WebhookReceiver): any[] => [
  ...new Map(deliveries.map(({ body }) => [body?.id, body])).values(),
];

/** Returns the number of deliveries. A repeated ID counts once. */
export const deliveredCount = (receiver: WebhookReceiver): number => distinct(receiver).length;

/** Waits until this many events have arrived, and returns their bodies. A repeated ID counts once. */
export const awaitDistinct = (
  t: CaseContext,
  receiver: WebhookReceiver,
  count: number,
): Promise<ReturnType<typeof distinct>> =>
  t.eventually(`${count} events`, async () => deliveredCount(receiver) >= count && distinct(receiver));

/** Returns the names of the events received. */
export const events = (receiver: WebhookReceiver): string[] => receiver.deliveries.map(({ body }) => body?.event);

/** Returns the events of a message until it is read. */
export async function statuses(t: CaseContext, send: (to: string) => ReturnType<CaseContext['send']>) {
  const to = await t.customer();
  const receiver = await t.receiver(['message.status']);
  await t.provider({ outcome: 'statuses', statuses: ['sent', 'delivered', 'read'] });
  const { id } = (await send(to)).succeeds().data;
  const found = await t.events(receiver, 'message.status', 3, ({ data }) => data.message.id === id);
  return { to, id, messages: found.map(({ body }) => body.data.message), bodies: found.map(({ body }) => body) };
}
