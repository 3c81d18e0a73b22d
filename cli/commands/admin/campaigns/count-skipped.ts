import type { admin } from '@wigwag/server';
import type { Operator } from '../operator.ts';
import { batchesOf, recipientOf } from './load-list.ts';
import type { ListPlan } from './read-list.ts';

type RecipientsCheck = admin.AdminInput<'checkRecipients'>;

/** Returns how many people of a checked list a campaign would skip now, by reason. A person counts once. */
export async function countSkipped(
  call: Operator,
  input: Omit<RecipientsCheck, 'recipients'>,
  path: string,
  plan: ListPlan,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  for await (const batch of batchesOf(path, plan)) {
    const people = batch.filter(({ phone }) => !seen.has(phone) && seen.add(phone));
    const { skipped } =
      people.length > 0
        ? await call('checkRecipients', { ...input, recipients: people.map(recipientOf) })
        : { skipped: [] };
    for (const { reason } of skipped) {
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
  }
  return counts;
}
