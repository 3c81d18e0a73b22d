import type { CallbackContent } from '../callback.ts';
import { isAnyThere, type Json, numberAt, objectAt, objectsAt, textAt } from '../meta/values.ts';

/*
 * Reads the content of messages of Messenger and Instagram (Meta, "messages" event reference and "Webhooks for Instagram
 * Messaging").
 */

type More = NonNullable<CallbackContent['more']>;

const EMPTY: CallbackContent = { type: 'unsupported', text: null, media: null, location: null, replyTo: null };

/** The attachments that are files, with our type and the usual MIME type: Meta sends none. */
const FILES: Readonly<Record<string, { type: string; mimeType: string }>> = {
  image: { type: 'image', mimeType: 'image/jpeg' },
  video: { type: 'video', mimeType: 'video/mp4' },
  audio: { type: 'audio', mimeType: 'audio/mp4' },
  file: { type: 'document', mimeType: 'application/octet-stream' },
  reel: { type: 'video', mimeType: 'video/mp4' },
  ig_reel: { type: 'video', mimeType: 'video/mp4' },
};

/** The attachments that point to something else, with our `kind`. */
const SHARES: Readonly<Record<string, string>> = {
  fallback: 'link', // the preview of a link
  share: 'post',
  post: 'post',
  ig_post: 'post',
  reel: 'reel',
  ig_reel: 'reel',
  story_mention: 'story_mention',
  ig_story: 'story',
};

/** Returns the contents of a message: one for each attachment, or one if there are none (several-files). */
export function contentsOf(message: Json): CallbackContent[] {
  const text = textAt(message, 'text') ?? textOfTemplates(message);
  const [first = EMPTY, ...others] = objectsAt(message, 'attachments').flatMap(attachmentContent);
  const base = { ...first, replyTo: textAt(message, 'reply_to', 'mid'), more: { ...moreOf(message), ...first.more } };
  return [withText(base, text), ...others];
}

/** Adds a text. A file keeps its type, because the text is its caption (text-first). */
function withText(content: CallbackContent, text: string | null): CallbackContent {
  const hasOwnType = content.location != null || (content.media != null && content.more?.share === undefined);
  if (text !== null) {
    return { ...content, text, type: hasOwnType ? content.type : 'text' };
  }
  return content.type === 'unsupported' && content.more?.share ? { ...content, type: 'share' } : content;
}

/** Returns the content of an attachment; none if it has nothing that a client can show. */
function attachmentContent(attachment: Json): CallbackContent[] {
  const type = textAt(attachment, 'type') ?? '';
  const url = urlOf(objectAt(attachment, 'payload')) ?? textAt(attachment, 'url');
  const file = Object.hasOwn(FILES, type) ? FILES[type] : undefined;
  const title = textAt(attachment, 'payload', 'title') ?? textAt(attachment, 'title');
  const kind = kindOf(type, url ?? title);
  const location = placeOf(attachment);
  if (location) {
    return [{ ...EMPTY, type: 'location', location }];
  }
  const more: More = kind === undefined ? {} : { share: { kind, url, title } };
  if (file) {
    return [{ ...EMPTY, type: file.type, media: url === null ? null : { url, mime_type: file.mimeType }, more }];
  }
  return kind === undefined ? [] : [{ ...EMPTY, type: 'share', more }];
}

/** Returns the address in a payload. Some kinds have it under a longer name, such as `story_media_url`. */
function urlOf(payload: Json = {}): string | null {
  const name = Object.keys(payload).find((key) => key.endsWith('_url'));
  return textAt(payload, 'url') ?? (name === undefined ? null : textAt(payload, name));
}

/** Returns the kind of a share. An attachment of an unknown type that points to something is also a share. */
const kindOf = (type: string, shown: string | null): string | undefined =>
  Object.hasOwn(SHARES, type)
    ? SHARES[type]
    : shown === null || type === 'template' || Object.hasOwn(FILES, type)
      ? undefined
      : type.toLowerCase();

function placeOf(attachment: Json): CallbackContent['location'] {
  const [latitude, longitude] = ['lat', 'long'].map((name) => numberAt(attachment, 'payload', 'coordinates', name));
  return latitude == null || longitude == null ? null : { latitude, longitude, name: null, address: null };
}

/** Returns the texts in templates, such as those that the business sends from elsewhere or shares of products. */
function textOfTemplates(message: Json): string | null {
  const lines = objectsAt(message, 'attachments').flatMap((attachment) => {
    const payload = objectAt(attachment, 'payload');
    const elements = [...objectsAt(payload, 'elements'), ...objectsAt(payload, 'product', 'elements')];
    return [textAt(payload, 'text'), ...elements.map((one) => textAt(one, 'title'))];
  });
  return lines.filter((line) => line !== null).join('\n') || null;
}

function moreOf(message: Json): More {
  const story = objectAt(message, 'reply_to', 'story');
  const referral = referralOf(message.referral);
  return {
    ...(story && { share: { kind: 'story_reply', url: textAt(story, 'url'), title: null } }),
    ...(referral && { referral }),
  };
}

/** Meta's names for where a person came from, and ours. */
const SOURCES: Readonly<Record<string, string>> = { ADS: 'ad', SHORTLINK: 'link', SHOPS: 'shop', SHOP: 'shop' };

/**
 * Returns the referral of a message or a postback, or of a separate event (Meta, "messaging_referrals"); undefined if
 * there is none.
 */
export function referralOf(value: unknown): More['referral'] {
  const referral = objectAt(value);
  const source = textAt(referral, 'source');
  const ad = objectAt(referral, 'ads_context_data');
  const productId = textAt(referral, 'product', 'id') ?? textAt(ad, 'product_id');
  const read: NonNullable<More['referral']> = {
    source: source === null ? null : (SOURCES[source.toUpperCase()] ?? source.toLowerCase()),
    source_id: textAt(referral, 'ad_id') ?? textAt(ad, 'post_id'),
    url: textAt(referral, 'referer_uri') ?? textAt(referral, 'source_url'),
    headline: textAt(ad, 'ad_title'),
    body: null,
    media_url: textAt(ad, 'photo_url') ?? textAt(ad, 'video_url'),
    click_id: textAt(referral, 'ctwa_clid'),
    ref: textAt(referral, 'ref'),
    product:
      productId === null ? null : { catalog_id: textAt(referral, 'product', 'catalog_id'), product_id: productId },
  };
  if (!isAnyThere(...Object.values(read))) {
    return undefined;
  }
  return read.source === null && read.product ? { ...read, source: 'product' } : read;
}
