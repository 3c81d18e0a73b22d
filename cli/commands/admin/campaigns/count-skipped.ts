import type { admin } from '@wigwag/server';
import type { Operator } from '../operator.ts';
import { peopleOf } from './check-list.ts';
import { BATCH, recipientOf } from './load-list.ts';
import type { ListPlan } from './read-list.ts';

type Check = admin.AdminInput<'checkRecipients'>;

/** Returns how many people of a checked list a campaign would skip now, by reason. A person counts once. */
export async function countSkipped(
  call: Operator,
  wish: Omit<Check, 'recipients'>,
  path: string,
  plan: ListPlan,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const seen = new Set<string>();
  let batch: Check['recipients'] = [];
  const check = async () => {
    const recipients = batch;
    batch = [];
    const { skipped } =
      recipients.length > 0 ? await call('checkRecipients', { ...wish, recipients }) : { skipped: [] };
    for (const { reason } of skipped) {
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
  };
  for await (const person of peopleOf(path, plan, () => {})) {
    if (!seen.has(person.phone)) {
      seen.add(person.phone);
      batch.push(recipientOf(person));
    }
    if (batch.length === BATCH) {
      await check();
    }
  }
  await check();
  return counts;
}
