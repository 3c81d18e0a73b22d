import type { Channel } from '@wigwag/openapi';
import type { Account } from '../../store/account/accounts.ts';
import type { Tx } from '../../store/index.ts';
import type { PersonalData } from '../../store/people/personal-data.ts';
import { storedForms } from '../contacts/person.ts';

/**
 * Returns the person with a phone number in any format, or with a channel ID; undefined if nothing is stored about
 * them.
 *
 * @param channel limits the search to this channel, for IDs that belong to another person elsewhere
 */
export async function findPerson(
  tx: Tx,
  account: Account,
  text: string,
  channel?: Channel,
): Promise<PersonalData | undefined> {
  const person = await tx.personalData.find(account.id, storedForms(text, account.country), channel);
  const lists = ['opt_outs', 'blocked_numbers', 'marketing_wishes', 'campaign_recipients', 'flow_runs'] as const;
  const isKnown =
    person.contactIds.length > 0 ||
    person.conversationIds.length > 0 ||
    (await tx.personalData.identitiesOf(person)).length > 0 ||
    (await tx.personalData.messageIds(person)).length > 0 ||
    (await Promise.all(lists.map((table) => tx.personalData.rowsOf(table, person)))).some((rows) => rows.length > 0);
  return isKnown ? person : undefined;
}
