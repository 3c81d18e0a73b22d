import type { App } from '../../app.ts';
import type { Tx } from '../../store/index.ts';
import { stopFlowRuns } from '../flows/stop-flow-runs.ts';

/** The source that the opt-out list gives for people who pressed the button. */
const SOURCE = 'template_button';

/** Puts a person on the opt-out list who pressed a template's opt-out button, and stops their flow runs. */
export async function optOutByButton(app: App, tx: Tx, accountId: number, person: string): Promise<void> {
  if (!(await tx.optOuts.has(accountId, person))) {
    await tx.optOuts.add(accountId, person, SOURCE, app.monotonicNow());
  }
  await stopFlowRuns(app, tx, accountId, { phone: person }, 'reply');
}
