import { admin, type NewRecipient } from '@wigwag/server';
import { InterruptedError, UsageError } from '../../../program/errors/errors.ts';
import type { Operator } from '../operator.ts';
import { type CheckedList, peopleOf } from './check-list.ts';
import type { ListPlan } from './read-list.ts';

type ListedRecipient = admin.AdminInput<'addRecipients'>['recipients'][number];

/** How many recipients one call adds or checks. */
const BATCH = 500;

/**
 * Adds a checked list to an open campaign and starts it. An interrupted load sends nothing and can be repeated.
 *
 * @throws {InterruptedError} if a signal stops the command
 * @throws {UsageError} if the file changed after the check
 * @throws {AdminError} if another process loads the same list
 */
export async function loadList(
  call: Operator,
  plan: ListPlan,
  key: admin.AdminInput<'clearRecipients'>,
  path: string,
  { digest, people }: CheckedList,
  isStopped: () => boolean,
): Promise<void> {
  const requireGoing = () => {
    if (isStopped()) {
      throw new InterruptedError('nothing was sent; run the same command to start over');
    }
  };
  await call('clearRecipients', key);
  const seen = admin.createDigest(plan);
  for await (const batch of batchesOf(path, plan)) {
    requireGoing();
    for (const person of batch) {
      seen.add(person);
    }
    await call('addRecipients', { ...key, recipients: batch.map(recipientOf) });
  }
  requireGoing();
  if (seen.end() !== digest) {
    throw new UsageError(`nothing was sent: ${path} changed while it was read; try again`);
  }
  await call('startCampaign', { ...key, recipients: people });
}

/** Yields the people of a checked list, as many at a time as one call takes. */
export async function* batchesOf(path: string, plan: ListPlan): AsyncGenerator<NewRecipient[]> {
  let batch: NewRecipient[] = [];
  for await (const person of peopleOf(path, plan, () => {})) {
    batch.push(person);
    if (batch.length === BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) {
    yield batch;
  }
}

/** Returns a person of a list as the admin API takes it. */
export const recipientOf = ({ variables, buttons, ...one }: NewRecipient): ListedRecipient => ({
  ...one,
  variables: variables as ListedRecipient['variables'], // the same values, but readonly
  buttons: buttons ? [...buttons] : null,
});
