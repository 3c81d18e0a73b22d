import { CAPABILITIES, type Channel } from '@wigwag/openapi';
import { isParentId, isUserId } from '../../base/user-id.ts';
import { distinctKeys, type Key, keyString } from '../../engine/drivers/dialect.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { type Identity, isOtherNumber, portfolioOf } from '../../store/contacts/identities.ts';
import { conversationKeyString } from '../../store/conversations/conversations.ts';
import type { Tx } from '../../store/index.ts';
import type { Caller } from '../account/caller.ts';
import { ApiError } from '../api-error.ts';
import { formerDigits, phoneDigits, unusableIn } from '../contacts/phone.ts';

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
    // A character that is hard to see is named, because the text may look like a number.
    const problem = form === 'phone' ? unusableIn(to, country) : undefined;
    const expected = problem === undefined ? EXPECTED[form] : `it ${problem}; expected ${EXPECTED[form]}`;
    throw new ApiError('RECIPIENT_INVALID', { to, expected }, { param });
  }
  return recipient;
}

/** Returns whether people on a channel are named by phone numbers (§1). */
export const hasNumbers = (channel: Channel): boolean => CAPABILITIES[channel].recipient === 'phone';

const ID_FORMS = { sender: /^[\w.:-]+$/, visitor: /^web_[\w-]+$/ } as const;

/**
 * Like `requireRecipient`, but also returns a number that its country no longer has. Only a person who is already known
 * can have one (learned-numbers).
 *
 * @throws {ApiError} RECIPIENT_INVALID
 */
export function readRecipient(
  channel: Channel,
  to: string,
  country: string,
  param = 'to',
): { recipient: string; mustBeKnown: boolean } {
  const former = hasNumbers(channel) && !isUserId(to) ? formerDigits(to) : undefined;
  return former !== undefined && phoneDigits(to, country) === undefined
    ? { recipient: former, mustBeKnown: true }
    : { recipient: requireRecipient(channel, to, country, param), mustBeKnown: false };
}

/** The facts that show who a recipient is. */
export interface PersonFacts {
  /** The identifiers of WhatsApp users, in every portfolio, by `keyString` of account and identifier. */
  identities: ReadonlyMap<string, readonly Identity[]>;
  /** By `conversationKeyString`. */
  conversations: Pick<ReadonlyMap<string, unknown>, 'has'>;
  /** The active connections of each account, oldest first. */
  connections: ReadonlyMap<number, readonly Connection[]>;
}

/**
 * Loads the identities of recipients.
 *
 * @param isHeld whether they name the same people until the transaction ends
 */
export async function loadIdentitiesOf(
  tx: Pick<Tx, 'identities'>,
  recipients: readonly Key[],
  isHeld: boolean,
): Promise<PersonFacts['identities']> {
  const identities = await tx.identities.listNamed(distinctKeys(recipients), isHeld);
  return Map.groupBy(identities, ({ accountId, identifier }) => keyString({ accountId, id: identifier }));
}

/** Returns the names under which a recipient may be stored on a connection. */
export function candidatesOf(
  identities: PersonFacts['identities'],
  connection: Connection,
  recipient: string,
): readonly string[] {
  const own = ownIdentity(identities, connection, recipient);
  return own === undefined || own.person === recipient ? [recipient] : [recipient, own.person];
}

function ownIdentity(
  identities: PersonFacts['identities'],
  connection: Connection,
  recipient: string,
): Identity | undefined {
  const { accountId, portfolio } = portfolioOf(connection);
  const known = identities.get(keyString({ accountId, id: recipient }));
  // Numbers are the same in each portfolio, so a portfolio that was added since also knows which of them are one.
  return known?.find((identity) => identity.portfolio === portfolio) ?? known?.find(isOtherNumber);
}

/**
 * Returns the name under which the recipient of a send is stored. On whatsapp, this is the number if it is known, even
 * if `to` is a user ID or a number that the person no longer has (joined-people).
 *
 * @throws {ApiError} RECIPIENT_INVALID, also if `to` is a user ID that is not valid on the connection
 */
export function requirePerson(
  facts: PersonFacts,
  { account }: Pick<Caller, 'account'>,
  connection: Connection,
  to: string,
): string {
  const { accountId, id: connectionId, channel } = connection;
  const { recipient, mustBeKnown } = readRecipient(channel, to, account.country);
  if (!hasNumbers(channel)) {
    return recipient;
  }
  const own = ownIdentity(facts.identities, connection, recipient);
  if (isUserId(recipient)) {
    if (!own) {
      requireUsableUserId(facts, connection, recipient);
    }
    return own?.person ?? recipient;
  }
  // A number with a conversation belongs to the person of the conversation, even if another person had it before.
  const key = { accountId, connectionId, channel, person: recipient };
  if (facts.conversations.has(conversationKeyString(key))) {
    return recipient;
  }
  if (mustBeKnown && !own) {
    requireRecipient(channel, to, account.country);
  }
  return own?.person ?? recipient;
}

/** @throws {ApiError} RECIPIENT_INVALID if an unknown user ID cannot be valid on the connection */
function requireUsableUserId({ identities, connections }: PersonFacts, connection: Connection, to: string): void {
  const { accountId, id } = connection;
  const [elsewhere] = identities.get(keyString({ accountId, id: to })) ?? [];
  if (elsewhere) {
    const active = connections.get(accountId) ?? [];
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
