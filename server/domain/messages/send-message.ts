import type { components } from '@wigwag/openapi';
import type { App } from '../../app.ts';
import type { Tx } from '../../store/index.ts';
import type { StoredFile } from '../../store/messages/content.ts';
import type { Caller } from '../account/caller.ts';
import { requireConnection, requireFeature, requireProvider } from '../connections/connection.ts';
import { requireMedia, requireReachable } from '../media/media.ts';
import { type Accepted, acceptMessage } from './accept-message.ts';
import { requireFitting } from './interactive.ts';
import { partsOf, requireFewParts } from './parts.ts';
import { requireAllowedRecipient } from './recipient.ts';
import { requireOpenWindow } from './window.ts';

type Draft = components['schemas']['SendMessageRequest'];

const FEATURE_OF = {
  text: 'text',
  image: 'media',
  video: 'media',
  audio: 'media',
  document: 'media',
  location: 'location',
  interactive: 'interactive',
} as const satisfies Record<Draft['type'], string>;

/** Accepts a free-form message (§2.3, §4.2). */
export async function sendMessage(
  app: App,
  tx: Tx,
  caller: Caller,
  draft: Draft,
): Promise<components['schemas']['SendResult']> {
  return acceptMessage(app, tx, caller, await requireSendable(app, tx, caller, draft));
}

/**
 * Checks the URL of a file, for a message that would otherwise be accepted. This calls the network, so it runs outside
 * the transaction.
 *
 * @throws {ApiError} the errors of `sendMessage`, and MEDIA_URL_INVALID, MEDIA_TOO_LARGE or MEDIA_TYPE_UNSUPPORTED
 */
export async function checkMessageMedia(app: App, caller: Caller, draft: Draft): Promise<void> {
  if ('media' in draft && draft.media.url !== undefined) {
    await requireSendable(app, app.store.read, caller, draft);
    await requireReachable(app, draft.media.url, draft.type, 'media.url');
  }
}

/** The order of the checks determines which error takes precedence. */
async function requireSendable(app: App, tx: Tx, caller: Caller, draft: Draft): Promise<Accepted> {
  requireFeature(draft.channel, FEATURE_OF[draft.type]);
  const connection = await requireConnection(tx, caller, draft.channel, draft.connection_id);
  const { person: recipient, conversation } = await requireAllowedRecipient(tx, caller, connection, draft.to);
  const file = 'media' in draft ? await requireMedia(app, tx, caller, connection, draft) : undefined;
  if (draft.type === 'interactive') {
    requireFitting(draft.interactive);
  }
  const parts = partsOf(draft.channel, draft);
  requireFewParts(parts);
  if (caller.key.mode === 'live') {
    await requireOpenWindow(tx, connection, recipient, conversation, app.monotonicNow()); // §5.7: not with a test key
  }
  requireProvider(connection, caller, app.monotonicNow());
  return {
    connection,
    recipient,
    type: draft.type,
    text: textOf(draft),
    content: contentOf(draft, file),
    parts: parts.length,
  };
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
