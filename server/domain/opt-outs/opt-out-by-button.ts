import type { App } from '../../app.ts';
import type { Tx } from '../../store/index.ts';
import { stopFlowRuns } from '../flows/stop-flow-runs.ts';

/** The source of entries in the opt-out list for people who pressed the button. */
const SOURCE = 'template_button';

/** Adds a person who pressed a template's opt-out button to the opt-out list, and stops their flow runs. */
export async function optOutByButton(app: App, tx: Tx, accountId: number, person: string): Promise<void> {
  if (!(await tx.optOuts.has(accountId, person))) {
    await tx.optOuts.add(accountId, person, SOURCE, app.monotonicNow());
  }
  await stopFlowRuns(app, tx, accountId, { phone: person }, 'reply');
}
