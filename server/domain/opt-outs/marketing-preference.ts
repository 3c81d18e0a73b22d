import type { App } from '../../app/app.ts';
import type { Effects } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import type { MarketingPreference, StoredPreference } from '../../store/opt-outs/marketing-preferences.ts';
import type { ListedPerson } from '../../store/opt-outs/person-list.ts';
import { withOtherNames } from '../contacts/person.ts';

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

/** What a person's choice depends on. The rows are locked. */
export interface PreferenceFacts {
  accountId: number;
  person: string;
  /** The last choice that is known. */
  last: StoredPreference | undefined;
  /** The entries of the person in the opt-out list, under all names. */
  listed: readonly ListedPerson[];
}

export async function loadPreference(tx: Tx, accountId: number, person: string): Promise<PreferenceFacts> {
  await tx.flowRuns.lockConversations(accountId, person); // conversations are locked before choices and lists
  const last = await tx.marketingPreferences.lock(accountId, person);
  const names = await withOtherNames(tx, accountId, [person]);
  return { accountId, person, last, listed: await tx.optOuts.lock(accountId, names) };
}

/**
 * Adds a person to the opt-out list and stops their flow runs, or removes them again. Changes nothing if a later choice
 * of the person is known, because callbacks arrive late and more than once. An entry that the business added stays.
 */
export function preferenceEffects(
  app: Pick<App, 'now' | 'monotonicNow'>,
  { accountId, person, last, listed }: PreferenceFacts,
  { preference, by, at }: Learned,
): Effects {
  // A provider's clock that is fast must not outdate later choices.
  const since = Math.min(at, app.now());
  const reason = by === 'button' ? 'reply' : 'other'; // flow-other-stops
  const stops = preference === 'stop' ? [{ accountId, phone: person, reason, at: app.monotonicNow() } as const] : [];
  // If two choices have the same second, the one that arrives later applies. Repeats of messages and of statuses are
  // recognized before.
  const isRepeat = by === 'settings' && last?.at === since && last.preference === preference;
  if (isRepeat || (last && last.at > since)) {
    return { stoppedRuns: stops };
  }
  const known = { accountId, phone: person, preference, at: since };
  if (preference === 'resume') {
    const sources: readonly (string | null)[] = Object.values(SOURCES);
    const own = listed.filter(({ note, createdAt }) => sources.includes(note) && createdAt <= since);
    return { preferences: [known], unlisted: own.map(({ phone: id }) => ({ list: 'optOuts', accountId, id })) };
  }
  const isListed = listed.some(({ phone }) => phone === person);
  return {
    preferences: [known],
    listed: isListed ? [] : [{ list: 'optOuts', accountId, phone: person, note: SOURCES[by], createdAt: since }],
    stoppedRuns: stops,
  };
}
