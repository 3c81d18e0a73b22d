import { type App, admin } from '@wigwag/server';
import { InterruptedError, UsageError } from '../../program/errors.ts';
import { type CheckedList, peopleOf } from './check-list.ts';
import type { ListPlan } from './read-list.ts';

/**
 * Writes a checked list into the database and lets the campaign send. If it is interrupted, nothing is sent, and it can be called
 * again.
 *
 * @throws {InterruptedError} when the command is told to stop
 * @throws {UsageError} when the file has changed since it was checked, or another process loads the same list
 */
export async function loadList(
  app: App,
  plan: ListPlan,
  id: number,
  path: string,
  { digest, people }: CheckedList,
  isStopped: () => boolean,
): Promise<void> {
  const requireGoing = () => {
    if (isStopped()) {
      throw new InterruptedError('nothing was sent; the same command begins again');
    }
  };
  const recipients = peopleOf(path, plan, () => {});
  const outcome = await admin.loadRecipients(app, plan, id, { recipients, digest, people }, requireGoing);
  if (outcome === 'changed') {
    throw new UsageError(`nothing was sent: ${path} has changed while it was read; try again`);
  }
  if (outcome === 'taken') {
    throw new UsageError(
      `campaign ${id} is loaded by another process too; \`wigwag admin campaigns show ${id}\` tells what came of it`,
    );
  }
}
