import type { Channel } from '@wigwag/openapi';
import type { CaseContext } from '../../context.ts';
import { clause } from '../../declare-case.ts';
import { onlySend, refusesField } from './support.ts';

/**
 * Returns a recipient for a send with a test key. On instagram and messenger, an ID may be valid only if it comes from
 * an event (§1).
 */
async function recipient(t: CaseContext, channel: Channel): Promise<string> {
  const isFromEvent = channel === 'instagram' || channel === 'messenger';
  return isFromEvent && t.session.control ? t.customer(channel) : t.person(channel);
}

/** Sends with a test key, which runs every validation (§5.7) but sends nothing. Refusals need no window. */
export async function tried(t: CaseContext, request: Record<string, unknown>) {
  const to = await recipient(t, (request.channel as Channel) ?? 'whatsapp');
  return t.send({ to, ...request }, { key: await t.testKey() });
}

export function refused(slug: string, request: Record<string, unknown>, more: string[] = []): void {
  clause([`2.3/${slug}`, ...more], JSON.stringify(request).slice(0, 160), async (t) => {
    refusesField(await tried(t, request));
  });
}

/** Sends to a customer and returns the request that the provider accepted. */
export async function delivered(t: CaseContext, request: Record<string, unknown>) {
  const channel = (request.channel as Channel) ?? 'whatsapp';
  const to = await t.customer(channel);
  (await t.send({ to, ...request })).succeeds();
  return onlySend(t);
}

/** Returns an interactive message with buttons. */
export const buttons = (count: number) => ({
  kind: 'button',
  text: 'Which one?',
  buttons: Array.from({ length: count }, (_, i) => ({ id: `choice-${i + 1}`, title: `Choice ${i + 1}` })),
});
