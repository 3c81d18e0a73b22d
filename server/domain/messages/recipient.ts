import { CAPABILITIES, type Channel } from '@wigwag/openapi';
import type { Connection } from '../../store/connections/connections.ts';
import { portfolioOf } from '../../store/contacts/identities.ts';
import type { Tx } from '../../store/index.ts';
import { isParentId, isUserId } from '../../user-id.ts';
import type { Caller } from '../account/caller.ts';
import { ApiError } from '../api-error.ts';
import { phoneDigits } from '../contacts/phone.ts';

const EXPECTED = {
  phone: 'an international phone number, digits only, or a user ID such as US.13491208655302741918',
  sender: 'the from.id of a webhook event',
  visitor: 'a visitor id that starts with web_',
} as const;

/**
 * Returns the recipient in its stored form: the digits of a phone number, or the unchanged ID of a user (§1, user-ids).
 *
 * @param param the field of the recipient in the request
 * @throws {ApiError} RECIPIENT_INVALID
 */
export function requireRecipient(channel: Channel, to: string, country: string, param = 'to'): string {
  const form = CAPABILITIES[channel].recipient;
  const isId = form === 'phone' ? isUserId(to) : ID_FORMS[form].test(to);
  const recipient = isId ? to : form === 'phone' ? phoneDigits(to, country) : undefined;
  if (recipient === undefined) {
    throw new ApiError('RECIPIENT_INVALID', { to, expected: EXPECTED[form] }, { param });
  }
  return recipient;
}

const ID_FORMS = { sender: /^[\w.:-]+$/, visitor: /^web_[\w-]+$/ } as const;

/**
 * Returns the name under which the recipient of a send is stored. On whatsapp, this is the number if it is known, even
 * if `to` is a user ID or a number that the person no longer has (joined-people).
 *
 * @throws {ApiError} RECIPIENT_INVALID, also if `to` is a user ID that is not valid on the connection
 */
export async function requirePerson(
  tx: Tx,
  { account }: Pick<Caller, 'account'>,
  connection: Connection,
  to: string,
): Promise<string> {
  const { accountId, id: connectionId, channel } = connection;
  const recipient = requireRecipient(channel, to, account.country);
  if (CAPABILITIES[channel].recipient !== 'phone') {
    return recipient;
  }
  if (!isUserId(recipient)) {
    // A number with a conversation names its person, so most sends need no second query.
    const conversation = await tx.conversations.find({ accountId, connectionId, channel, person: recipient });
    return conversation
      ? recipient
      : ((await tx.identities.find(portfolioOf(connection), recipient))?.person ?? recipient);
  }
  const known = await tx.identities.findAndHold(portfolioOf(connection), recipient);
  if (!known) {
    await requireUsableUserId(tx, connection, recipient);
  }
  return known?.person ?? recipient;
}

/** @throws {ApiError} RECIPIENT_INVALID if an unknown user ID cannot be valid on the connection */
async function requireUsableUserId(tx: Tx, connection: Connection, to: string): Promise<void> {
  const { accountId, id } = connection;
  const [elsewhere] = await tx.identities.listAnywhere(accountId, [to]);
  if (elsewhere) {
    const active = await tx.connections.listActive(accountId);
    const own = active.find((other) => portfolioOf(other).portfolio === elsewhere.portfolio);
    throw new ApiError(
      'RECIPIENT_INVALID',
      { to, expected: `this user ID is valid only in another WhatsApp business account than that of ${id}` },
      { param: 'to', fix: own ? `Send with the connection_id ${own.id}.` : 'Send to the phone number.' },
    );
  }
  if (isParentId(to)) {
    throw new ApiError(
      'RECIPIENT_INVALID',
      { to, expected: `no callback for ${id} has shown this parent ID` },
      {
        param: 'to',
        fix: 'Send to the from.id of a webhook event. Only businesses enrolled with Meta have parent IDs.',
      },
    );
  }
}
