import { StaleFacts } from '../../engine/batching/stale-facts.ts';
import type { Tx } from '../queries.ts';
import { effectKind, singleEffect } from '../rules.ts';
import type { ContactChanges } from './contacts.ts';
import type { Portfolio } from './identities.ts';

/** New fields of a contact. */
export interface ContactWrite {
  accountId: number;
  changes: ContactChanges;
  /** In microseconds since the epoch. */
  at: number;
}

/** One identifier of a WhatsApp user. */
type Name = Portfolio & { identifier: string };

export const contactEffects = {
  /** Numbers under which conversations begin. */
  newNumbers: effectKind<Name>({
    async prepare(tx, numbers) {
      await lockOwners(tx, numbers);
      return numbers;
    },
  }),

  /** User IDs under which messages are stored, because no number is known. */
  userIds: effectKind<Name>({
    async prepare(tx, names) {
      for (const { identifier, ...portfolio } of names) {
        await lockUserId(tx, portfolio, identifier);
      }
      return names;
    },
  }),

  /** The contacts with these phones. `isNew` is whether there is none yet. */
  contacts: singleEffect<ContactWrite & { phone: string; isNew: boolean }>(
    async (tx, { accountId, phone, isNew, changes, at }) => {
      if ((await tx.contacts.upsert(accountId, phone, changes, at)).created !== isNew) {
        throw new StaleFacts('another session has created the contact');
      }
    },
  ),

  /** Known contacts, whose phones may change to free ones. */
  changedContacts: singleEffect<ContactWrite & { id: number }>(async (tx, { accountId, id, changes, at }) => {
    if (!(await tx.contacts.update(accountId, id, changes, at))) {
      throw new StaleFacts('another session has given the phone to another contact');
    }
  }),

  /** Numbers that have new owners. */
  released: singleEffect<Name>((tx, { identifier, ...portfolio }) => tx.identities.release(portfolio, identifier)),
};

/**
 * Stores a user ID as a separate person, and locks it until the transaction ends. When the number becomes known, its
 * conversation is joined with the others of the person.
 *
 * @throws {StaleFacts} if the ID has just been joined with another name
 */
async function lockUserId(tx: Tx, portfolio: Portfolio, userId: string): Promise<void> {
  await tx.identities.add(portfolio, userId);
  if ((await tx.identities.list([{ ...portfolio, identifier: userId }], true))[0]?.person !== userId) {
    throw new StaleFacts('the user ID has been joined with another name');
  }
}

/**
 * Locks the owners of numbers until the transaction ends. Otherwise, a concurrent join, which cannot see a new
 * conversation yet, would leave it under the old number.
 *
 * @throws {StaleFacts} if one of these numbers no longer belongs to its owner
 */
async function lockOwners(tx: Tx, numbers: readonly Name[]): Promise<void> {
  const accounts = new Set(numbers.map(({ accountId }) => accountId));
  for (const accountId of [...accounts].sort((one, other) => one - other)) {
    await tx.identities.lockNames(accountId);
  }
  const left = (await tx.identities.list(numbers)).filter(({ identifier, person }) => person !== identifier);
  if (left.length > 0) {
    throw new StaleFacts('a number no longer belongs to its owner');
  }
}
