import type { components } from '@wigwag/openapi';
import type { App } from '../app.ts';
import type { Tx } from '../store/index.ts';
import { acceptMessage } from './accept-message.ts';
import type { Caller } from './caller.ts';
import { requireConnection, requireFeature, requireProvider } from './connection.ts';
import { requireMedia } from './media.ts';
import { partsOf, requireFewParts } from './parts.ts';
import { requireRecipient } from './recipient.ts';
import { requireNotBlocked } from './stop-lists.ts';
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

/** Accepts a free-form message (§2.3, §4.2): the order of the rules is the order of precedence between errors. */
export async function sendMessage(
  app: App,
  tx: Tx,
  caller: Caller,
  draft: Draft,
): Promise<components['schemas']['SendResult']> {
  requireFeature(draft.channel, FEATURE_OF[draft.type]);
  const connection = await requireConnection(tx, caller, draft.channel, draft.connection_id);
  const recipient = requireRecipient(draft.channel, draft.to, caller.account.country);
  await requireNotBlocked(tx, caller, recipient);
  if ('media' in draft) {
    requireMedia(app, draft.channel, draft.media);
  }
  const parts = partsOf(draft.channel, draft);
  requireFewParts(parts);
  if (caller.key.mode === 'live') {
    await requireOpenWindow(tx, connection, recipient, app.stamp()); // §5.7: a test key skips the window
  }
  requireProvider(connection, caller, app.stamp());
  return acceptMessage(app, tx, caller, {
    connection,
    recipient,
    type: draft.type,
    text: textOf(draft),
    content: draft,
    parts: parts.length,
  });
}

/** What conversation lists show of a message. */
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
