import { type components, MEDIA_LINK_DAYS } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { isSignedWith } from '../../base/secrets.ts';
import { MICROSECONDS } from '../../base/time.ts';

/** The path of customers' files. */
export const MEDIA_PATH = '/media';

/** The message whose file a link opens, and when the link expires, in microseconds since the epoch. */
export interface MediaLink {
  accountId: number;
  messageId: string;
  expiresAt: number;
}

/** Messages that the business wrote outside this API have another prefix, and a `-` in their links. */
const ID_PREFIX = 'msg_in_';
const OWN_PREFIX = 'msg_';
const FORM = /^(?<account>[1-9]\d{0,9})\.(?<message>-?\d{1,24})\.(?<expires>\d{1,12})\.(?<signature>[\w-]{43})$/;

const numberIn = (messageId: string): string =>
  messageId.startsWith(ID_PREFIX) ? messageId.slice(ID_PREFIX.length) : `-${messageId.slice(OWN_PREFIX.length)}`;
const idOf = (number: string): string => (number.startsWith('-') ? OWN_PREFIX + number.slice(1) : ID_PREFIX + number);

const signedPart = (accountId: number, messageId: string, expiresSeconds: number): string =>
  `${accountId}.${numberIn(messageId)}.${expiresSeconds}`;

/**
 * Returns a link to the file of a customer's message. It needs no key, because a receiver of events has neither our key
 * nor the provider's token. It is valid for 7 days.
 */
export function mediaLink(app: App, accountId: number, messageId: string): string {
  const expiresSeconds = Math.ceil((app.now() + MEDIA_LINK_DAYS * MICROSECONDS.day) / MICROSECONDS.second);
  const signed = signedPart(accountId, messageId, expiresSeconds);
  return `${app.publicUrl()}${MEDIA_PATH}/${signed}.${app.vault.sign(`media ${signed}`)}`;
}

/**
 * Reads a link and checks its signature; undefined if we did not issue it. The link may have expired. A link of the
 * installation from which the account came also counts.
 */
export async function readMediaLink(app: App, token: string): Promise<MediaLink | undefined> {
  const { account, message, expires, signature } = FORM.exec(token)?.groups ?? {};
  if (!account || !message || !expires || !signature) {
    return undefined;
  }
  const signed = `media ${account}.${message}.${expires}`;
  const accountId = app.vault.verifies(signed, signature)
    ? Number(account)
    : (await app.store.read.accounts.listByFormerId(Number(account))).find(
        ({ former }) => former !== undefined && isSignedWith(app.vault.open(former.key), signed, signature),
      )?.id;
  if (accountId === undefined) {
    return undefined;
  }
  return {
    accountId,
    messageId: idOf(message),
    expiresAt: Number(expires) * MICROSECONDS.second,
  };
}

type ReceivedMessage = components['schemas']['ReceivedMessage'];

/** Returns the message of an event. If it has a file, the message gets a new link to the file. */
export const withFreshLink = (app: App, accountId: number, message: ReceivedMessage): ReceivedMessage =>
  message.media
    ? // An edited message has the file; the event of the change only shows it.
      { ...message, media: { ...message.media, url: mediaLink(app, accountId, message.target?.id ?? message.id) } }
    : message;
