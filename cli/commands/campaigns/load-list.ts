import { type App, addPeople, beginCampaign, createDigest, type NewRecipient, removePeople } from '@wigwag/server';
import { InterruptedError, UsageError } from '../../program/errors.ts';
import { type CheckedList, peopleOf } from './check-list.ts';
import type { ListPlan } from './list-file.ts';

/** How many rows one transaction takes: the server must never wait long for the database. */
const ROWS_AT_ONCE = 1_000;

/**
 * Writes a checked list into the database and lets the campaign begin. Broken off at any moment it has sent nothing, and can be
 * done again.
 *
 * @throws {InterruptedError} when it is told to stop
 * @throws {UsageError} when the file has changed since it was checked, or somebody else works on the same list
 */
export async function loadList(
  app: App,
  plan: ListPlan,
  id: number,
  path: string,
  { digest, people }: CheckedList,
  isStopped: () => boolean,
): Promise<void> {
  const key = { accountId: plan.account.id, id };
  const requireGoing = () => {
    if (isStopped()) {
      throw new InterruptedError('nothing was sent; the same command begins again');
    }
  };
  // What an interrupted try has left of it.
  while (await app.store.transaction((tx) => removePeople(tx, key, ROWS_AT_ONCE))) {
    requireGoing();
  }
  const seen = createDigest(plan);
  let batch: NewRecipient[] = [];
  const write = async () => {
    requireGoing();
    const rows = batch;
    batch = [];
    await app.store.transaction((tx) => addPeople(tx, key, rows));
  };
  for await (const person of peopleOf(path, plan, () => {})) {
    seen.add(person);
    batch.push(person);
    if (batch.length === ROWS_AT_ONCE) {
      await write();
    }
  }
  await write();
  if (seen.end() !== digest) {
    throw new UsageError(`nothing was sent: ${path} has changed while it was read; try again`);
  }
  if (!(await app.store.transaction((tx) => beginCampaign(app, tx, key, people)))) {
    throw new UsageError(
      `campaign ${id} is loaded by another process too; \`wigwag admin campaigns show ${id}\` tells what came of it`,
    );
  }
}
