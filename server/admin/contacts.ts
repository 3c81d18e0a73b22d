import { document } from '@wigwag/openapi';
import type { App } from '../app/app.ts';
import { compilerOf } from '../base/json-schema.ts';
import { internalCaller } from '../domain/account/caller.ts';
import { ApiError, invalidField } from '../domain/api-error.ts';
import { requirePhone } from '../domain/contacts/person.ts';
import { upsertContact } from '../domain/contacts/upsert-contact.ts';
import { runOne } from '../store/rules.ts';
import { type InvalidRow, invalidRowOf } from './campaigns.ts';

/** A contact of a list. */
interface ListedContact {
  position: number;
  phone: string;
  name?: string | undefined;
  email?: string | undefined;
  display_name?: string | undefined;
  username?: string | undefined;
}

/** How many contacts one transaction writes. It is small, so that others never wait long for the database. */
const BATCH = 100;

/** The rules of the API document for a contact. */
const check = compilerOf(document)(document.components.schemas.UpsertContactRequest);

/** @throws {ApiError} VALIDATION_FAILED naming the field that breaks a rule of the API document */
function requireFields(contact: object): void {
  const [error] = check(contact);
  if (error) {
    throw invalidField(error.instancePath.slice(1), (error.message ?? 'is invalid').replace('NOT', 'not'));
  }
}

/**
 * Creates contacts, or changes the given fields of known ones. Returns the invalid ones, which do not stop the others.
 *
 * @param isDryRun whether to write nothing and only count
 */
export async function importContacts(
  app: App,
  accountId: number,
  listed: readonly ListedContact[],
  isDryRun: boolean,
): Promise<{ created: number; changed: number; invalid: InvalidRow[] }> {
  const result = { created: 0, changed: 0, invalid: [] as InvalidRow[] };
  /** The people of a dry run that earlier rows would have created. */
  const seen = new Set<string>();
  for (let start = 0; start < listed.length; start += BATCH) {
    const batch = listed.slice(start, start + BATCH);
    const part = await app.store.transaction(async (tx) => {
      const account = await tx.accounts.find(accountId);
      const counts = { created: 0, changed: 0, invalid: [] as InvalidRow[] };
      if (!account) {
        return counts;
      }
      const isNew = async (contact: Omit<ListedContact, 'position'>): Promise<boolean> => {
        requireFields(contact);
        if (!isDryRun) {
          return (await runOne(tx, upsertContact, { app, caller: internalCaller(account), input: contact })).created;
        }
        const phone = await requirePhone(tx, account, contact.phone);
        const isFirst = !seen.has(phone);
        seen.add(phone);
        return isFirst && (await tx.contacts.find(accountId, [phone])) === undefined;
      };
      for (const { position, ...contact } of batch) {
        try {
          counts[(await isNew(contact)) ? 'created' : 'changed'] += 1;
        } catch (error) {
          if (!(error instanceof ApiError)) {
            throw error;
          }
          counts.invalid.push(invalidRowOf(position, error));
        }
      }
      return counts;
    });
    result.created += part.created;
    result.changed += part.changed;
    result.invalid.push(...part.invalid);
  }
  return result;
}
