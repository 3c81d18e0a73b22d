import { GraphError } from '../graph/graph-error.ts';
import { type GraphRequest, list, object, text } from '../graph/graph-request.ts';
import { isObject } from '../graph/parameters.ts';
import { checkFields, type Dialect, type FieldPath, type RuleFault } from '../rules/rules.ts';
import type { Asset, Business, Channel, Json } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { ATTACHMENTS, MESSAGE } from './messages.ts';

const FILES = ['image', 'video', 'audio', 'file'];
const MAX_IMAGES = { messenger: 30, instagram: 10 };
/** "Message tags": these three return code 100 since 2026-04-27. */
const RETIRED_TAGS = ['CONFIRMED_EVENT_UPDATE', 'ACCOUNT_UPDATE', 'POST_PURCHASE_UPDATE'];

/** How the Send API reports faults in a message. */
function dialectOf(channel: Channel): Dialect {
  return { error: (fault) => invalid(channel, wordsFor(fault)) };
}

function wordsFor(fault: RuleFault): string {
  const path = pathOf(fault.path);
  switch (fault.kind) {
    case 'missing':
      return `The parameter ${path} is required`;
    case 'unexpected':
      return `Param ${path} is not allowed here`;
    case 'long':
      return `Length of param ${path} must be less than or equal to ${fault.max}`;
    case 'word':
      return `Param ${path} must be one of {${fault.words.join(', ')}} - got "${fault.got}".`;
    case 'range':
      return `Param ${path} must be a number between ${fault.min} and ${fault.max}`;
    case 'count':
      return fault.max === undefined
        ? `Param ${path} must have at least ${fault.min} elements`
        : `Param ${path} must have between ${fault.min} and ${fault.max} elements`;
    case 'type':
    case 'form':
      return `Param ${path} ${fault.says}`;
    case 'rule':
      return `Param ${path}: ${fault.says}`;
  }
}

/** `message[attachment][payload][elements][0][title]` */
function pathOf([root, ...rest]: FieldPath): string {
  return `${root}${rest.map((key) => `[${key}]`).join('')}`;
}

function invalid(channel: Channel, message: string, subcode?: number): GraphError {
  return new GraphError(channel, 100, { message, subcode });
}

/** Send API: refuses a message that Messenger or Instagram would not accept. */
export function checkPageMessage(world: World, asset: Asset, { body, files }: GraphRequest): void {
  const channel = asset.channel === 'instagram' ? 'instagram' : 'messenger';
  if (!isObject(body.message)) {
    throw invalid(channel, 'The parameter message is required');
  }
  checkTag(channel, body);
  const { message } = body;
  const attachments = attachmentsOf(message);
  const hasText = typeof message.text === 'string' && message.text !== '';
  if (!hasText && attachments.length === 0) {
    throw invalid(channel, 'Message cannot be empty, must provide valid attachment or text');
  }
  if (hasText && attachments.length > 0) {
    throw invalid(channel, 'Message can have either text or an attachment, not both');
  }
  if (hasText) {
    checkLength(channel, String(message.text));
  }
  const max = MAX_IMAGES[channel];
  if (attachments.length > max) {
    throw invalid(channel, `Param message[attachments] can have at most ${max} elements`);
  }
  for (const attachment of attachments) {
    checkAttachment(world, asset, attachment, files.filedata);
    if (attachments.length > 1 && attachment.type !== 'image') {
      throw invalid(channel, 'Several attachments must all be of type image');
    }
  }
  checkFields(MESSAGE, message, ['message'], dialectOf(channel));
}

/** Returns the attachments of a message. Instagram's page also shows `attachments` as an object. */
export function attachmentsOf(message: Json): Json[] {
  return [...list(message.attachment), ...list(message.attachments)].map(object);
}

function checkTag(channel: Channel, body: Json): void {
  const type = body.messaging_type;
  if (type !== undefined) {
    requireOneOf(channel, 'messaging_type', ['RESPONSE', 'UPDATE', 'MESSAGE_TAG'], type);
  }
  if (body.tag === undefined) {
    if (type === 'MESSAGE_TAG') {
      throw invalid(channel, 'The parameter tag is required for messaging_type MESSAGE_TAG');
    }
    return;
  }
  if (RETIRED_TAGS.includes(String(body.tag))) {
    throw invalid(channel, `Message tag ${String(body.tag)} is no longer supported`);
  }
  if (body.tag !== 'HUMAN_AGENT') {
    throw invalid(channel, 'Invalid message tag');
  }
}

/** Messenger counts characters, and Instagram counts UTF-8 bytes. */
function checkLength(channel: Channel, value: string): void {
  const [length, max] = channel === 'instagram' ? [Buffer.byteLength(value), 1000] : [[...value].length, 2000];
  if (length > max) {
    throw invalid(channel, `Length of param message[text] must be less than or equal to ${max}`);
  }
}

/** "Attachment Upload API": returns the only attachment of a message without a recipient. */
export function requireAttachment(world: World, asset: Asset, { body, files }: GraphRequest): Json {
  const { channel } = asset;
  if (!isObject(body.message)) {
    throw invalid(channel, 'The parameter message is required');
  }
  const [attachment] = attachmentsOf(body.message);
  if (!attachment) {
    throw invalid(channel, 'Message cannot be empty, must provide valid attachment or text');
  }
  if (object(attachment.payload).attachment_id !== undefined || !FILES.includes(String(attachment.type))) {
    throw failedUpload(channel);
  }
  checkAttachment(world, asset, attachment, files.filedata);
  return attachment;
}

function failedUpload(channel: Channel): GraphError {
  return invalid(channel, 'Upload attachment failure.', 2018047);
}

function checkAttachment(world: World, { channel, business }: Asset, attachment: Json, file: File | undefined): void {
  const others = ATTACHMENTS[channel === 'instagram' ? 'instagram' : 'messenger'];
  const type = String(attachment.type);
  const path = ['message', 'attachment'];
  requireOneOf(channel, pathOf([...path, 'type']), [...FILES, ...Object.keys(others)], attachment.type);
  const payload = object(attachment.payload);
  if (!FILES.includes(type)) {
    checkFields(others[type] ?? {}, attachment, path, dialectOf(channel));
    // A media template has its attachment in its only element.
    if (type === 'template') {
      requireSaved(world, channel, business, object(list(payload.elements)[0]).attachment_id);
    }
    return;
  }
  if (requireSaved(world, channel, business, payload.attachment_id)) {
    return;
  }
  if (file) {
    checkFile(channel, type, file);
    return;
  }
  const url = text(payload.url);
  if (url === undefined || !URL.canParse(url)) {
    throw failedUpload(channel);
  }
  // On Instagram `file` means PDF.
  const extension = /\.(\w+)$/.exec(new URL(url).pathname)?.[1]?.toLowerCase();
  if (channel === 'instagram' && type === 'file' && extension !== undefined && extension !== 'pdf') {
    throw failedUpload(channel);
  }
}

/** Returns whether an attachment is given by ID. @throws `GraphError` if the business has no such attachment */
function requireSaved(world: World, channel: Channel, business: Business, attachment_id: unknown): boolean {
  const id = text(attachment_id);
  if (id === undefined) {
    return false;
  }
  const saved = world.state.attachments.get(id);
  if (saved?.business !== business || saved.expires_at <= world.clock.now()) {
    throw invalid(channel, 'Invalid attachment_id');
  }
  return true;
}

const MAX_FILE_BYTES = 25 * 1024 * 1024;

/** "A common way to trigger this error is that the provided media type does not match type of file." */
function checkFile(channel: Channel, type: string, file: File): void {
  const expected = type === 'file' ? '' : `${type}/`;
  const untold = file.type === '' || file.type === 'application/octet-stream';
  if (file.size === 0 || file.size > MAX_FILE_BYTES || !(untold || file.type.startsWith(expected))) {
    throw failedUpload(channel);
  }
}

function requireOneOf(channel: Channel, path: string, known: string[], value: unknown): void {
  if (value === undefined) {
    throw invalid(channel, `Param ${path} is required`);
  }
  if (!known.includes(String(value))) {
    throw invalid(channel, `Param ${path} must be one of {${known.join(', ')}} - got "${String(value)}".`);
  }
}
