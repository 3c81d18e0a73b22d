import type { App } from '../../app/app.ts';
import { nameOfKey } from '../../engine/drivers/dialect.ts';
import { nameOfConversation } from '../../store/conversations/conversations.ts';
import type { StoredFile } from '../../store/messages/content.ts';
import type { Caller } from '../account/caller.ts';
import { invalidField } from '../api-error.ts';
import { requireFeature, requireProvider } from '../connections/connection.ts';
import { requireMedia, requireSendable } from '../media/media.ts';
import { requireNotBlocked } from '../opt-outs/stop-lists.ts';
import { type Accepted, conversationKeyOf } from './accept-message.ts';
import type { Draft } from './draft.ts';
import { requireFitting } from './interactive.ts';
import { quotedIdOf, requireLine } from './line.ts';
import { partsOf, requireFewParts } from './parts.ts';
import { requirePerson } from './recipient.ts';
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
} as const satisfies Record<Draft['type'], string>;

/**
 * Checks the URL of a file, for a message that would otherwise be accepted. This calls the network, so it runs outside
 * the transaction.
 *
 * @throws {ApiError} the errors of `requireMessage`, and MEDIA_URL_INVALID, MEDIA_TOO_LARGE or MEDIA_TYPE_UNSUPPORTED
 */
export async function checkMessageMedia(app: App, caller: Caller, draft: Draft): Promise<void> {
  if ('media' in draft && draft.media.url !== undefined) {
    requireMessage(await loadSendFacts(app.store.read, [{ app, caller, draft }], false), { app, caller }, draft);
    await requireSendable(app, draft.media.url, draft.type, 'media.url');
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
  draft: Draft,
): Accepted {
  requireFeature(draft.channel, FEATURE_OF[draft.type]);
  const connection = requireLine(facts, { caller, draft });
  const recipient = requirePerson(facts, caller, connection, draft.to);
  requireNotBlocked(facts, caller, recipient);
  requireNoGroup(facts, caller, draft);
  const file = 'media' in draft ? requireMedia(app, facts.uploads, caller, connection, draft) : undefined;
  if (draft.type === 'interactive') {
    requireFitting(draft.interactive);
  }
  const parts = partsOf(draft.channel, draft);
  requireFewParts(parts);
  const accepted = {
    connection,
    recipient,
    type: draft.type,
    text: textOf(draft),
    content: contentOf(draft, file),
    parts: parts.length,
  };
  if (caller.key.mode === 'live') {
    const name = nameOfConversation(conversationKeyOf(accepted));
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
function requireNoGroup({ quoted }: SendFacts, { account }: SendRequest['caller'], draft: Draft): void {
  const id = quotedIdOf(draft);
  if (id !== undefined && quoted.get(nameOfKey({ accountId: account.id, id }))?.isInGroup) {
    throw invalidField('reply_to', 'names a message in a group. Leave it out to write to the person privately.');
  }
}

/**
 * Returns the stored content of a message. A file by ID includes the provider's ID, and the name of the upload if the
 * request gives none.
 */
function contentOf(draft: Draft, file: StoredFile | undefined): object {
  if (!file) {
    return draft;
  }
  const { filename, ...media } = file;
  return { ...draft, media, ...(draft.type === 'document' && { filename: draft.filename ?? filename }) };
}

/** Returns the preview of a message in conversation lists. */
function textOf(draft: Draft): string | null {
  switch (draft.type) {
    case 'text':
      return draft.text;
    case 'location':
      return draft.name ?? draft.address ?? null;
    case 'interactive':
      return draft.interactive.text;
    default:
      return draft.caption ?? null;
  }
}
