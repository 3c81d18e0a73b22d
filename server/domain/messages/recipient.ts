import { CAPABILITIES, type Channel } from '@wigwag/openapi';
import type { Connection } from '../../store/connections/connections.ts';
import { portfolioOf } from '../../store/contacts/identities.ts';
import type { Conversation } from '../../store/conversations/conversations.ts';
import type { Tx } from '../../store/index.ts';
import { isParentId, isUserId } from '../../user-id.ts';
import type { Caller } from '../account/caller.ts';
import { ApiError } from '../api-error.ts';
import { phoneDigits } from '../contacts/phone.ts';
import { requireNotBlocked } from '../opt-outs/stop-lists.ts';

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

/** The recipient of a send. */
export interface Recipient {
  /** The name under which the person is stored. On whatsapp, this is the number if it is known (joined-people). */
  person: string;
  /** The person's conversation on the connection, if there is one. */
  conversation: Conversation | undefined;
}

/**
 * Returns the recipient of a send, who must not be blocked. `to` may also be a user ID, or a number that the person no
 * longer has.
 *
 * @throws {ApiError} RECIPIENT_BLOCKED or RECIPIENT_INVALID, also if `to` is a user ID that is not valid on the connection
 */
export async function requireAllowedRecipient(
  tx: Tx,
  caller: Caller,
  connection: Connection,
  to: string,
): Promise<Recipient> {
  const recipient = requireRecipient(connection.channel, to, caller.account.country);
  // The queries run concurrently, so that they wait for the database only once.
  const [found] = await Promise.all([
    findRecipient(tx, connection, recipient),
    requireNotBlocked(tx, caller, recipient),
  ]);
  if (found.person !== recipient) {
    await requireNotBlocked(tx, caller, found.person);
  }
  return found;
}

/** Does the same for a recipient in its stored form, without the block list. @throws {ApiError} RECIPIENT_INVALID */
export async function findRecipient(tx: Tx, connection: Connection, recipient: string): Promise<Recipient> {
  const { accountId, id: connectionId, channel } = connection;
  const find = (person: string) => tx.conversations.find({ accountId, connectionId, channel, person });
  const hasNumbers = CAPABILITIES[channel].recipient === 'phone';
  if (hasNumbers && isUserId(recipient)) {
    const known = await tx.identities.findAndHold(portfolioOf(connection), recipient);
    if (!known) {
      await requireUsableUserId(tx, connection, recipient);
    }
    const person = known?.person ?? recipient;
    return { person, conversation: await find(person) };
  }
  const conversation = await find(recipient);
  // A number with a conversation names its person, so most sends need no second query.
  const left = conversation || !hasNumbers ? undefined : await tx.identities.find(portfolioOf(connection), recipient);
  return left ? { person: left.person, conversation: await find(left.person) } : { person: recipient, conversation };
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
