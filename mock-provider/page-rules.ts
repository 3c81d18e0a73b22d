import { GraphError } from './graph-error.ts';
import { type GraphRequest, list, object, text } from './graph-request.ts';
import { isObject } from './parameters.ts';
import type { Asset, Channel, Json } from './state.ts';
import type { World } from './world.ts';

const ATTACHMENTS = ['image', 'video', 'audio', 'file', 'template'];
const MAX_IMAGES = { messenger: 30, instagram: 10 };
/** "Message tags": these three answer code 100 since 2026-04-27. */
const RETIRED_TAGS = ['CONFIRMED_EVENT_UPDATE', 'ACCOUNT_UPDATE', 'POST_PURCHASE_UPDATE'];

function invalid(channel: Channel, message: string, subcode?: number): GraphError {
  return new GraphError(channel, 100, { message, subcode });
}

/** Send API: refuses a message that Messenger or Instagram would not take. */
export function checkPageMessage(world: World, asset: Asset, { body, files }: GraphRequest): void {
  const channel = asset.channel === 'instagram' ? 'instagram' : 'messenger';
  if (!isObject(body.message)) throw invalid(channel, 'The parameter message is required');
  checkTag(channel, body);
  const { message } = body;
  const attachments = attachmentsOf(message);
  const hasText = typeof message.text === 'string' && message.text !== '';
  if (!hasText && attachments.length === 0)
    throw invalid(channel, 'Message cannot be empty, must provide valid attachment or text');
  if (hasText && attachments.length > 0)
    throw invalid(channel, 'Message can have either text or an attachment, not both');
  if (hasText) checkLength(channel, String(message.text));
  const max = MAX_IMAGES[channel];
  if (attachments.length > max) throw invalid(channel, `Param message[attachments] can have at most ${max} elements`);
  for (const attachment of attachments) {
    checkAttachment(world, asset, attachment, files.filedata);
    if (attachments.length > 1 && attachment.type !== 'image')
      throw invalid(channel, 'Several attachments must all be of type image');
  }
  checkQuickReplies(channel, message.quick_replies);
  const metadata = text(message.metadata);
  if (metadata !== undefined && metadata.length > 1000)
    throw invalid(channel, 'Length of param message[metadata] must be less than or equal to 1000');
}

/** One attachment in `attachment`, or several in `attachments`, which Instagram's page also shows as an object. */
export function attachmentsOf(message: Json): Json[] {
  return [...list(message.attachment), ...list(message.attachments)].map(object);
}

function checkTag(channel: Channel, body: Json): void {
  const type = body.messaging_type;
  if (type !== undefined) requireOneOf(channel, 'messaging_type', ['RESPONSE', 'UPDATE', 'MESSAGE_TAG'], type);
  if (body.tag === undefined) {
    if (type === 'MESSAGE_TAG') throw invalid(channel, 'The parameter tag is required for messaging_type MESSAGE_TAG');
    return;
  }
  if (RETIRED_TAGS.includes(String(body.tag)))
    throw invalid(channel, `Message tag ${String(body.tag)} is no longer supported`);
  if (body.tag !== 'HUMAN_AGENT') throw invalid(channel, 'Invalid message tag');
}

/** Messenger counts characters, Instagram bytes of UTF-8. */
function checkLength(channel: Channel, value: string): void {
  const [length, max] = channel === 'instagram' ? [Buffer.byteLength(value), 1000] : [[...value].length, 2000];
  if (length > max) throw invalid(channel, `Length of param message[text] must be less than or equal to ${max}`);
}

/** "Attachment Upload API": the one attachment of a message without recipient. */
export function requireAttachment(world: World, asset: Asset, { body, files }: GraphRequest): Json {
  const { channel } = asset;
  if (!isObject(body.message)) throw invalid(channel, 'The parameter message is required');
  const [attachment] = attachmentsOf(body.message);
  if (!attachment) throw invalid(channel, 'Message cannot be empty, must provide valid attachment or text');
  if (object(attachment.payload).attachment_id !== undefined || attachment.type === 'template')
    throw failedUpload(channel);
  checkAttachment(world, asset, attachment, files.filedata);
  return attachment;
}

function failedUpload(channel: Channel): GraphError {
  return invalid(channel, 'Upload attachment failure.', 2018047);
}

function checkAttachment(world: World, { channel, business }: Asset, attachment: Json, file: File | undefined): void {
  const type = String(attachment.type);
  requireOneOf(channel, 'message[attachment][type]', ATTACHMENTS, type);
  const payload = object(attachment.payload);
  if (type === 'template') {
    checkTemplate(channel, payload);
    return;
  }
  const id = text(payload.attachment_id);
  if (id !== undefined) {
    const saved = world.state.attachments.get(id);
    if (saved?.business !== business || saved.expires_at <= world.clock.now())
      throw invalid(channel, 'Invalid attachment_id');
    return;
  }
  if (file) {
    checkFile(channel, type, file);
    return;
  }
  const url = text(payload.url);
  if (url === undefined || !URL.canParse(url)) throw failedUpload(channel);
  // On Instagram `file` means PDF.
  const extension = /\.(\w+)$/.exec(new URL(url).pathname)?.[1]?.toLowerCase();
  if (channel === 'instagram' && type === 'file' && extension !== undefined && extension !== 'pdf')
    throw failedUpload(channel);
}

const MAX_FILE_BYTES = 25 * 1024 * 1024;

/** "A common way to trigger this error is that the provided media type does not match type of file." */
function checkFile(channel: Channel, type: string, file: File): void {
  const expected = type === 'file' ? '' : `${type}/`;
  const untold = file.type === '' || file.type === 'application/octet-stream';
  if (file.size === 0 || file.size > MAX_FILE_BYTES || !(untold || file.type.startsWith(expected)))
    throw failedUpload(channel);
}

const TEMPLATES = [
  'button',
  'generic',
  'media',
  'product',
  'receipt',
  'coupon',
  'customer_feedback',
  'customer_information',
  'notification_messages',
  'one_time_notif_req',
  'airline_boardingpass',
  'airline_checkin',
  'airline_itinerary',
  'airline_update',
];
/** What a button of each type cannot do without. */
const BUTTONS: Record<string, string[]> = {
  web_url: ['title', 'url'],
  postback: ['title', 'payload'],
  phone_number: ['title', 'payload'],
  account_link: ['url'],
  account_unlink: [],
  game_play: ['title'],
};

function requireOneOf(channel: Channel, path: string, known: string[], value: unknown): void {
  if (value === undefined) throw invalid(channel, `Param ${path} is required`);
  if (!known.includes(String(value)))
    throw invalid(channel, `Param ${path} must be one of {${known.join(', ')}} - got "${String(value)}".`);
}

function checkTemplate(channel: Channel, payload: Json): void {
  if (payload.template_type === 'button') {
    const words = text(payload.text) ?? '';
    if (words === '' || words.length > 640)
      throw invalid(channel, 'Param [payload][text] must be between 1 and 640 characters');
    checkButtons(channel, list(payload.buttons), 1);
    return;
  }
  requireOneOf(channel, '[payload][template_type]', TEMPLATES, payload.template_type);
  if (payload.template_type !== 'generic') return;
  const elements = list(payload.elements).map(object);
  if (elements.length < 1 || elements.length > 10)
    throw invalid(channel, 'Param [payload][elements] must have between 1 and 10 elements');
  for (const element of elements) {
    const title = text(element.title) ?? '';
    if (title === '' || title.length > 80)
      throw invalid(channel, 'Param [elements][title] must be between 1 and 80 characters');
    if ((text(element.subtitle) ?? '').length > 80)
      throw invalid(channel, 'Length of param [elements][subtitle] must be less than or equal to 80');
    checkButtons(channel, list(element.buttons), 0);
  }
}

function checkButtons(channel: Channel, buttons: unknown[], min: number): void {
  if (buttons.length < min || buttons.length > 3)
    throw invalid(channel, `Param [buttons] must have between ${min} and 3 elements`);
  for (const button of buttons.map(object)) {
    requireOneOf(channel, '[buttons][type]', Object.keys(BUTTONS), button.type);
    for (const field of BUTTONS[String(button.type)] ?? [])
      if ((text(button[field]) ?? '') === '') throw invalid(channel, `Param [buttons][${field}] is required`);
    if ((text(button.title) ?? '').length > 20)
      throw invalid(channel, 'Param [buttons][title] must be between 1 and 20 characters');
  }
}

function checkQuickReplies(channel: Channel, value: unknown): void {
  const replies = list(value).map(object);
  if (replies.length > 13) throw invalid(channel, 'Param message[quick_replies] can have at most 13 elements');
  for (const reply of replies) {
    const type = reply.content_type;
    if (!['text', 'user_phone_number', 'user_email'].includes(String(type)))
      throw invalid(channel, 'Param [quick_replies][content_type] is not valid');
    // Titles longer than 20 characters are cut, not refused.
    if (type === 'text' && (text(reply.title) ?? '') === '')
      throw invalid(channel, 'Param [quick_replies][title] is required');
    if ((text(reply.payload) ?? '').length > 1000)
      throw invalid(channel, 'Length of param [quick_replies][payload] must be less than or equal to 1000');
  }
}
