import type { App } from '../../app/app.ts';
import type { Tx } from '../../store/index.ts';
import type { MarketingPreference } from '../../store/opt-outs/marketing-preferences.ts';
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
  preference: MarketingPreference;
  by: keyof typeof SOURCES;
  /** When the person chose, in microseconds, by the provider's clock. */
  at: number;
}

/**
 * Adds a person to the opt-out list and stops their flow runs, or removes them again. Changes nothing if a later choice
 * of the person is known, because callbacks arrive late and more than once. An entry that the business added stays.
 */
export async function followPreference(
  app: App,
  tx: Tx,
  accountId: number,
  person: string,
  { preference, by, at }: Learned,
): Promise<void> {
  // A provider's clock that is fast must not outdate later choices.
  const since = Math.min(at, app.now());
  if (preference === 'stop') {
    const reason = by === 'button' ? 'reply' : 'other'; // flow-other-stops
    await stopFlowRuns(app, tx, accountId, { phone: person }, reason);
  }
  // Repeats of messages and of statuses are recognized before.
  if (!(await tx.marketingPreferences.put(accountId, person, preference, since, by === 'settings'))) {
    return;
  }
  if (preference === 'resume') {
    const names = await withOtherNames(tx, accountId, [person]);
    await tx.optOuts.removeOf(accountId, names, Object.values(SOURCES), since);
  } else if (!(await tx.optOuts.has(accountId, person))) {
    await tx.optOuts.add(accountId, person, SOURCES[by], since);
  }
}
