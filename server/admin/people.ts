import type { Channel } from '@wigwag/openapi';
import type { App } from '../app/app.ts';
import { findPerson as findIn } from '../domain/people/find-person.ts';
import type { PersonalData } from '../store/people/personal-data.ts';

export { countPerson, type ErasureResult, erasePerson } from '../domain/people/erase-person.ts';
export { exportPerson } from '../domain/people/export-person.ts';

/**
 * Returns where a person's data is stored; undefined if nothing is stored about them.
 *
 * @param text a phone number in any format, or a channel ID
 * @param channel restricts the search to this channel, for IDs that belong to different people on other channels
 */
export async function findPerson(
  app: App,
  accountId: number,
  text: string,
  channel?: Channel,
): Promise<PersonalData | undefined> {
  const account = await app.store.read.accounts.find(accountId);
  return account && findIn(app.store.read, account, text, channel);
}
