import type { Body, Query } from '@wigwag/sdk';
import type { CommandContext } from '../../program/context/context.ts';
import { UsageError } from '../../program/errors/errors.ts';
import { type ListFlags, paginate, wanted } from '../../program/options/paginate.ts';
import { queryOf } from '../../program/options/query-options.ts';

const COLUMNS = ['phone', 'name', 'display_name', 'username', 'email', 'opted_out', 'blocked', 'created_at'];

interface ContactFlags {
  name?: string;
  email?: string;
  displayName?: string;
  username?: string;
}

const fieldsOf = ({ name, email, displayName, username }: ContactFlags): Body<'updateContact'> =>
  wanted({ name, email, display_name: displayName, username });

/** `wigwag contacts list`. */
export async function listContacts({ wigwag, output }: CommandContext, flags: ListFlags): Promise<void> {
  const query = queryOf<Query<'listContacts'>>('listContacts', flags);
  await output.list(
    paginate((limit) => wigwag.contacts.list({ ...query, limit }), flags),
    COLUMNS,
  );
}

/** `wigwag contacts get`. */
export async function getContact({ wigwag, output }: CommandContext, phone: string): Promise<void> {
  await output.record(await wigwag.contacts.get(phone));
}

/** `wigwag contacts create`. */
export async function createContact(
  { wigwag, output }: CommandContext,
  phone: string,
  fields: ContactFlags,
): Promise<void> {
  await output.record(await wigwag.contacts.upsert({ phone, ...fieldsOf(fields) }));
}

/** `wigwag contacts update`. @throws {UsageError} if no field is given */
export async function updateContact(
  { wigwag, output }: CommandContext,
  phone: string,
  fields: ContactFlags,
): Promise<void> {
  const changes = fieldsOf(fields);
  if (Object.keys(changes).length === 0) {
    throw new UsageError('nothing to change: give --name, --email, --display-name or --username');
  }
  await output.record(await wigwag.contacts.update(phone, changes));
}

/** `wigwag contacts window`. */
export async function showWindow(
  { wigwag, output }: CommandContext,
  recipient: string,
  { channel }: Query<'getWindow'>,
): Promise<void> {
  const window = await wigwag.contacts.window(recipient, wanted({ channel }));
  await output.record(window);
}
