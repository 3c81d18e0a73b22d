import type { App } from '../../app/app.ts';
import type { Tx } from '../../store/index.ts';
import type { Wish } from '../../store/opt-outs/marketing-wishes.ts';
import { withOtherNames } from '../contacts/person.ts';
import { stopFlowRuns } from '../flows/stop-flow-runs.ts';

/** The sources of entries in the opt-out list for people who have opted out in WhatsApp (opt-out-sources). */
const SOURCES = {
  /** WhatsApp's switch for marketing. */
  settings: 'whatsapp_settings',
  /** The opt-out button of a template. */
  button: 'template_button',
  /** Meta has refused a message with its error 131050. */
  refusal: 'whatsapp_131050',
} as const;

/** A person's choice about marketing, and how we learned it. */
interface Learned {
  wish: Wish;
  by: keyof typeof SOURCES;
  /** When the person chose, in microseconds, by the provider's clock. */
  at: number;
}

/**
 * Adds a person to the opt-out list and stops their flow runs, or removes them again. Changes nothing if a later choice of
 * the person is known, because callbacks arrive late and more than once. An entry that the business added stays.
 */
export async function followWish(
  app: App,
  tx: Tx,
  accountId: number,
  person: string,
  { wish, by, at }: Learned,
): Promise<void> {
  // A provider's clock that is fast must not outdate later choices.
  const since = Math.min(at, app.now());
  if (wish === 'stop') {
    const reason = by === 'button' ? 'reply' : 'other'; // flow-other-stops
    await stopFlowRuns(app, tx, accountId, { phone: person }, reason);
  }
  // Repeats of messages and of statuses are recognized before.
  if (!(await tx.marketingWishes.put(accountId, person, wish, since, by === 'settings'))) {
    return;
  }
  if (wish === 'resume') {
    const names = await withOtherNames(tx, accountId, [person]);
    await tx.optOuts.removeOf(accountId, names, Object.values(SOURCES), since);
  } else if (!(await tx.optOuts.has(accountId, person))) {
    await tx.optOuts.add(accountId, person, SOURCES[by], since);
  }
}
