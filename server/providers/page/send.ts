import { LRUCache } from 'lru-cache';
import { wholeIdOf } from '../../base/file-ids.ts';
import type { Clock } from '../../engine/clock.ts';
import type { MessageInput } from '../../store/messages/content.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { META_CALLBACKS } from '../meta/callback.ts';
import { findingOf, subscriptionFinding } from '../meta/check.ts';
import type { Graph } from '../meta/graph.ts';
import { SIGNAL_TIMEOUT_SECONDS, sendOutcomeOf, signalProblemOf } from '../meta/outcomes.ts';
import { fieldsOf } from '../meta/subscribed-fields.ts';
import type { MessageContentPart, OutgoingPart, Provider, Signal } from '../provider.ts';
import { readPageCallback } from './callback.ts';

type Json = Record<string, unknown>;

/** The differences between Messenger and Instagram. Both use the Send API: POST /{page or account}/messages. */
interface Flavor {
  /** Messenger requires a reason for each message; Instagram has no such field. */
  messagingType?: 'RESPONSE';
  what: string;
  fixes: { auth: string; other: string };
  /** Fields of GET /{id} that both kinds of token can read. */
  fields: string;
}

const FLAVORS: Record<'messenger' | 'instagram', Flavor> = {
  messenger: {
    messagingType: 'RESPONSE',
    what: 'the page',
    fixes: {
      auth: 'Create a page token with pages_messaging and pages_manage_metadata.',
      other: 'Copy the page ID from the About section of the page, or from Messenger > API Setup of the Meta app.',
    },
    fields: 'id,name',
  },
  instagram: {
    what: 'the Instagram account',
    fixes: {
      auth: 'Create an Instagram user token with instagram_business_manage_messages.',
      other: 'Copy the account ID from Instagram > API setup of the Meta app.',
    },
    fields: 'id,username',
  },
};

/** The action of each signal (Meta, "Sender actions"). */
const ACTIONS: Record<Signal, string> = { read: 'mark_seen', typing_on: 'typing_on', typing_off: 'typing_off' };

/** The longest title of a quick reply. Instagram would truncate longer titles (Meta, "Quick Replies"). */
const QUICK_REPLY_TITLE = 20;

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

const cut = (text: string, length: number): string =>
  [...graphemes.segment(text)]
    .slice(0, length)
    .map(({ segment }) => segment)
    .join('');

/**
 * How long to reuse the ID of a file that Meta has already fetched. It is long enough for a burst of sends of the same
 * picture. It is short enough that a file that changes at its address is soon fetched again.
 */
const REUSE_MINUTES = 10;
const REUSED_FILES = 1000;

/** The timeout for looking up a person's name. It is short, because the lookup delays their message. */
const NAME_TIMEOUT_SECONDS = 3;
/**
 * After this many failed lookups in a row, the provider skips names for a while, because each lookup delays all later
 * callbacks.
 */
const NAMES_LOST = 3;
const NAMES_PAUSE_SECONDS = 60;

/** Creates the provider for Messenger or Instagram. */
export function createPageProvider(channel: 'messenger' | 'instagram', graph: Graph, clock: Clock): Provider {
  const flavor = FLAVORS[channel];
  /** The number of failed name lookups in a row. */
  let namesLost = 0;
  let askNamesAt = 0;
  const attachmentIds = new LRUCache<string, string>({
    max: REUSED_FILES,
    ttl: REUSE_MINUTES * 60_000,
    ttlResolution: 0, // read the clock each time
    perf: clock,
  });
  return {
    async send(outgoing) {
      const { connection, accessToken, message, part } = outgoing;
      const path = `${connection.providerId}/messages`;
      const post = (attachmentId?: string) => graph.post(path, accessToken, pageBody(flavor, outgoing, attachmentId));
      const file = part.kind === 'media' ? `${connection.id} ${message.type} ${mediaUrl(message)}` : undefined;
      const known = file === undefined ? undefined : attachmentIds.get(file);
      let outcome = await post(known);
      if (file !== undefined && known !== undefined && outcome.kind === 'refused' && outcome.class === 'final') {
        // Meta may have deleted the file. A refused message was not sent, so it is safe to send it again by URL.
        attachmentIds.delete(file);
        outcome = await post();
      }
      if (file !== undefined && outcome.kind === 'answered' && typeof outcome.body.attachment_id === 'string') {
        attachmentIds.set(file, outcome.body.attachment_id);
      }
      // Meta sends no event for a failed send, so the response is the outcome.
      return sendOutcomeOf(outcome, 'sent', (body) => body.message_id);
    },

    async signal(connection, accessToken, { person }, signal) {
      const body = { recipient: { id: person }, sender_action: ACTIONS[signal] };
      const path = `${connection.providerId}/messages`;
      return signalProblemOf(await graph.post(path, accessToken, body, SIGNAL_TIMEOUT_SECONDS));
    },

    async nameOf(_connection, accessToken, person) {
      if (namesLost >= NAMES_LOST && clock.now() < askNamesAt) {
        return null;
      }
      const outcome = await graph.get(
        encodeURIComponent(person),
        accessToken,
        { fields: 'name' },
        NAME_TIMEOUT_SECONDS,
      );
      namesLost = outcome.kind === 'answered' || outcome.kind === 'refused' ? 0 : namesLost + 1;
      askNamesAt = clock.now() + NAMES_PAUSE_SECONDS * 1000;
      const name = outcome.kind === 'answered' ? outcome.body.name : undefined;
      return typeof name === 'string' && name !== '' ? name : null;
    },

    async check(connection, accessToken) {
      const { fields, fixes, what } = flavor;
      const page = findingOf(
        await graph.get(String(connection.providerId), accessToken, { fields }),
        `${what} ${connection.providerId}`,
        fixes,
      );
      if (!page.ok) {
        return [page];
      }
      const apps = await graph.get(`${connection.providerId}/subscribed_apps`, accessToken);
      const wanted = fieldsOf(channel);
      const fix = `POST ${connection.providerId}/subscribed_apps?subscribed_fields=${wanted.join(',')} with this token.`;
      return [page, subscriptionFinding(apps, { fix, fields: wanted })];
    },

    callbackRoute: META_CALLBACKS,
    readCallback: (callback) => readPageCallback(channel, callback),
  };
}

/**
 * Returns one part of our message in the format of the Send API. `attachmentId` identifies a file that Meta already
 * has.
 */
function pageBody(
  flavor: Pick<Flavor, 'messagingType'>,
  { message, part, index, tag }: OutgoingPart,
  attachmentId?: string,
): Json {
  const input = message.content as MessageInput;
  return {
    recipient: { id: message.person },
    ...(flavor.messagingType && { messaging_type: flavor.messagingType }),
    // The echo returns the tag, which identifies a send whose response was lost.
    message: { ...contentOf(input, part, attachmentId), metadata: tag },
    ...(typeof input.reply_to === 'string' && index === 0 && { reply_to: { mid: wholeIdOf(input.reply_to) } }),
  };
}

const mediaUrl = ({ content }: StoredMessage): string | undefined =>
  (content as { media?: { url?: string } }).media?.url;

function contentOf(input: MessageInput, part: MessageContentPart, attachmentId: string | undefined): Json {
  switch (part.kind) {
    case 'text':
      return { text: part.text };
    case 'choices':
      return { text: part.text, quick_replies: quickReplies(input) };
    default: {
      const { url } = (input as { media: { url?: string } }).media;
      const type = input.type === 'document' ? 'file' : input.type;
      const payload = attachmentId === undefined ? { url, is_reusable: true } : { attachment_id: attachmentId };
      return { attachment: { type, payload } };
    }
  }
}

function quickReplies(input: MessageInput): Json[] {
  if (input.type !== 'interactive') {
    return [];
  }
  const { interactive } = input;
  const choices =
    interactive.kind === 'button' ? interactive.buttons : interactive.sections.flatMap(({ rows }) => rows);
  return choices.map(({ id, title }) => ({ content_type: 'text', title: cut(title, QUICK_REPLY_TITLE), payload: id }));
}
