import { type App, admin } from '@wigwag/server';
import { InterruptedError, UsageError } from '../../../program/errors.ts';
import { type CheckedList, peopleOf } from './check-list.ts';
import type { ListPlan } from './read-list.ts';

/**
 * Writes a checked list to the database and starts the campaign. An interrupted load sends nothing and can be repeated.
 *
 * @throws {InterruptedError} if a signal stops the command
 * @throws {UsageError} if the file changed after the check, or if another process loads the same list
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
      throw new InterruptedError('nothing was sent; run the same command to start over');
    }
  };
  const recipients = peopleOf(path, plan, () => {});
  const outcome = await admin.loadRecipients(app, plan, id, { recipients, digest, people }, requireGoing);
  if (outcome === 'changed') {
    throw new UsageError(`nothing was sent: ${path} changed while it was read; try again`);
  }
  if (outcome === 'taken') {
    throw new UsageError(
      `another process is also loading campaign ${id}; \`wigwag admin campaigns show ${id}\` shows its progress`,
    );
  }
}
