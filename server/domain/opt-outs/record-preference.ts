import type { App } from '../../app/app.ts';
import { currentForm } from '../../base/phone-form.ts';
import { isUserId } from '../../base/user-id.ts';
import type { CallbackItem } from '../../providers/callback.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { portfolioOf } from '../../store/contacts/identities.ts';
import { applyEffects } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import { loadPreference, preferenceEffects } from './marketing-preference.ts';

type Preference = Extract<CallbackItem, { kind: 'preference' }>;

/**
 * Records what a person chose in WhatsApp's settings.
 *
 * @param receivedAt when the callback arrived, in microseconds
 */
export async function recordPreference(
  app: App,
  tx: Tx,
  connection: Connection,
  preference: Preference,
  receivedAt: number,
): Promise<void> {
  const { accountId } = connection;
  const at = preference.at ?? receivedAt;
  await tx.identities.lockNames(accountId);
  const person = await personOf(tx, connection, preference, at);
  const facts = await loadPreference(tx, accountId, person);
  await applyEffects(tx, [preferenceEffects(app, facts, { preference: preference.preference, by: 'settings', at })]);
}

/** Returns the name under which the person is stored. */
async function personOf(tx: Tx, connection: Connection, { person, sighting }: Preference, at: number): Promise<string> {
  const portfolio = portfolioOf(connection);
  const name = currentForm(person);
  const known = await tx.identities.find(portfolio, sighting?.userId ?? name);
  // A number that the person has left since names the person who had it at that time.
  return known && (isUserId(known.identifier) || known.seenAt > at) ? known.person : name;
}
