import type { App } from '../../app/app.ts';
import { keyString } from '../../engine/drivers/dialect.ts';
import { conversationKeyOf, conversationKeyString } from '../../store/conversations/conversations.ts';
import type { StoredFile } from '../../store/messages/content.ts';
import type { Caller } from '../account/caller.ts';
import { invalidField } from '../api-error.ts';
import { requireFeature, requireProvider } from '../connections/connection.ts';
import { requireMedia, requireSendable } from '../media/media.ts';
import { requireNotBlocked } from '../opt-outs/stop-lists.ts';
import type { Accepted } from './accept-message.ts';
import { requireFitting } from './interactive.ts';
import type { MessageInput } from './message-input.ts';
import { partsOf, requireFewParts } from './parts.ts';
import { requirePerson } from './recipient.ts';
import { quotedIdOf, requireSendConnection } from './send-connection.ts';
import { loadSendFacts, type SendFacts, type SendRequest } from './send-facts.ts';
import { requireOpenWindow } from './window.ts';

const FEATURE_OF = {
  text: 'text',
  image: 'media',
  video: 'media',
  audio: 'media',
  document: 'media',
  location: 'location',
  interactive: 'interactive',
} as const satisfies Record<MessageInput['type'], string>;

/**
 * Checks the URL of a file, for a message that would otherwise be accepted. This calls the network, so it runs outside
 * the transaction.
 *
 * @throws {ApiError} the errors of `requireMessage`, and MEDIA_URL_INVALID, MEDIA_TOO_LARGE or MEDIA_TYPE_UNSUPPORTED
 */
export async function checkMessageMedia(app: App, caller: Caller, input: MessageInput): Promise<void> {
  if ('media' in input && input.media.url !== undefined) {
    requireMessage(await loadSendFacts(app.store.read, [{ app, caller, input }], false), { app, caller }, input);
    await requireSendable(app, input.media.url, input.type, 'media.url');
  }
}

/**
 * Checks a free-form message (§2.3, §4.2). The order of the checks determines which error takes precedence.
 *
 * @throws {ApiError}
 */
export function requireMessage(
  facts: SendFacts,
  { app, caller }: Pick<SendRequest, 'app' | 'caller'>,
  input: MessageInput,
): Accepted {
  requireFeature(input.channel, FEATURE_OF[input.type]);
  const connection = requireSendConnection(facts, { caller, input });
  const recipient = requirePerson(facts, caller, connection, input.to);
  requireNotBlocked(facts, caller, recipient);
  requireNoGroup(facts, caller, input);
  const file = 'media' in input ? requireMedia(app, facts.uploads, caller, connection, input) : undefined;
  if (input.type === 'interactive') {
    requireFitting(input.interactive);
  }
  const parts = partsOf(input.channel, input);
  requireFewParts(parts);
  const accepted = {
    connection,
    recipient,
    type: input.type,
    text: textOf(input),
    content: contentOf(input, file),
    parts: parts.length,
  };
  if (caller.key.mode === 'live') {
    const name = conversationKeyString(conversationKeyOf(accepted.connection, accepted.recipient));
    const { conversations, lastInbound, checkedAt } = facts;
    // §5.7: not with a test key
    requireOpenWindow(connection, recipient, conversations.get(name), lastInbound.get(name), checkedAt);
  }
  requireProvider(connection, caller, app.monotonicNow());
  return accepted;
}

/**
 * Refuses a quote of a message in a group, because the reply would reach only its author (group-messages).
 *
 * @throws {ApiError} VALIDATION_FAILED
 */
function requireNoGroup({ quoted }: SendFacts, { account }: SendRequest['caller'], input: MessageInput): void {
  const id = quotedIdOf(input);
  if (id !== undefined && quoted.get(keyString({ accountId: account.id, id }))?.isInGroup) {
    throw invalidField('reply_to', 'names a message in a group. Leave it out to write to the person privately.');
  }
}

/**
 * Returns the stored content of a message. A file by ID includes the provider's ID, and the name of the upload if the
 * request gives none.
 */
function contentOf(input: MessageInput, file: StoredFile | undefined): object {
  if (!file) {
    return input;
  }
  const { filename, ...media } = file;
  return { ...input, media, ...(input.type === 'document' && { filename: input.filename ?? filename }) };
}

/** Returns the preview of a message in conversation lists. */
function textOf(input: MessageInput): string | null {
  switch (input.type) {
    case 'text':
      return input.text;
    case 'location':
      return input.name ?? input.address ?? null;
    case 'interactive':
      return input.interactive.text;
    default:
      return input.caption ?? null;
  }
}
