import type { App } from '../../app.ts';
import type { Tx } from '../../store/index.ts';
import type { ListedPerson, PersonListQueries } from '../../store/opt-outs/person-list.ts';
import type { Caller } from '../account/caller.ts';
import { likeliestForm, requirePhone, storedForms } from '../contacts/person.ts';
import { stopFlowRuns } from '../flows/stop-flow-runs.ts';

/**
 * Puts a person on the opt-out or the block list (§4.6); one who is on it gets the new note (list-add-again). Either ends what flows
 * send to the person.
 *
 * @param note where the wish came from, or why; an empty one is none
 * @throws {ApiError} VALIDATION_FAILED for a phone that is none
 */
export async function addToList(
  app: App,
  tx: Tx,
  list: PersonListQueries,
  { account }: Caller,
  text: string,
  note: string | undefined,
): Promise<ListedPerson> {
  const phone = await requirePhone(tx, account, text);
  const listed = await list.add(account.id, phone, note === '' ? null : note, app.monotonicNow());
  await stopFlowRuns(app, tx, account.id, { phone }, 'agent'); // flow-other-stops
  return listed;
}

/** Takes a person off a list (§4.6); doing it again does no harm (list-removal). */
export async function removeFromList(
  list: PersonListQueries,
  { account }: Caller,
  text: string,
): Promise<{ phone: string; removed: boolean }> {
  const removed = await list.remove(account.id, storedForms(text, account.country));
  return { phone: removed ?? likeliestForm(text, account.country), removed: removed !== undefined };
}
