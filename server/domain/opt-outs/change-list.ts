import type { App } from '../../app/app.ts';
import type { Tx } from '../../store/index.ts';
import type { ListedPerson, PersonListQueries } from '../../store/opt-outs/person-list.ts';
import type { Caller } from '../account/caller.ts';
import { likeliestForm, namesOf, requirePhone } from '../contacts/person.ts';
import { stopFlowRuns } from '../flows/stop-flow-runs.ts';

/**
 * Adds a person to the opt-out or the block list (§4.6). If the person is already on it, updates the note
 * (list-add-again). Both lists stop the person's flow runs.
 *
 * @param note the source or the reason; empty for none
 * @throws {ApiError} VALIDATION_FAILED for an invalid phone
 */
export async function addToList(
  app: App,
  tx: Tx,
  list: PersonListQueries,
  { account }: Caller,
  text: string,
  note: string | null | undefined,
): Promise<ListedPerson> {
  await tx.identities.lockNames(account.id);
  const phone = await requirePhone(tx, account, text);
  const listed = await list.add(account.id, phone, note === '' ? null : note, app.monotonicNow());
  await stopFlowRuns(app, tx, account.id, { phone }, 'other'); // flow-other-stops
  return listed;
}

/** Removes a person from a list (§4.6). Removing a person who is not on the list has no effect (list-removal). */
export async function removeFromList(
  tx: Tx,
  list: PersonListQueries,
  { account }: Caller,
  text: string,
): Promise<{ phone: string; removed: boolean }> {
  await tx.identities.lockNames(account.id);
  const removed = await list.remove(account.id, await namesOf(tx, account, text));
  return { phone: removed ?? likeliestForm(text, account.country), removed: removed !== undefined };
}
