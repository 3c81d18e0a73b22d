import type { App } from '../../app/app.ts';
import { StaleFacts } from '../../engine/batching/stale-facts.ts';
import { isTaken } from '../../store/contacts/contacts.ts';
import { stopRuns } from '../../store/flows/stop-runs.ts';
import type { Tx } from '../../store/index.ts';
import type { Joining } from '../../store/people/join-people.ts';

/**
 * Stores everything about a person under another name (joined-people). IDs of messages and tasks do not change. If the
 * person is on a list under one of the names, the person is on it afterwards.
 *
 * @throws {StaleFacts} if another transaction has just stored something under `to`
 * @param options.keepsLists whether `from` also stays on the opt-out list and the block list
 */
export async function joinPeople(
  app: App,
  tx: Tx,
  joining: Joining,
  { keepsLists = false }: { keepsLists?: boolean } = {},
): Promise<void> {
  const held = await tx.joins.lock(joining);
  // §2.11: a person has at most one active run of a flow. The one under the remaining name continues.
  for (const id of held.doubleRunIds) {
    // flow-other-stops
    await stopRuns(tx, { accountId: joining.accountId, id, reason: 'other', at: app.monotonicNow() });
  }
  try {
    await tx.joins.move(joining, held, keepsLists);
  } catch (error) {
    throw isTaken(error) ? new StaleFacts() : error;
  }
}
