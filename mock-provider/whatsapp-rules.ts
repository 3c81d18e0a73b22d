import { GraphError } from './graph-error.ts';
import { list, object, text } from './graph-request.ts';
import { isObject } from './parameters.ts';
import type { Asset, Json } from './state.ts';
import type { World } from './world.ts';

type Rule = (world: World, number: Asset, content: Json, body: Json) => void;

/** POST /messages, "Message object": what each type must carry. */
const RULES: Record<string, Rule> = {
  text: (_world, _number, content) => {
    requireText(content.body, "text['body']", 4096);
  },
  image: media('image', true),
  video: media('video', true),
  audio: media('audio', false),
  document: media('document', true),
  sticker: media('sticker', false),
  location: (_world, _number, content) => {
    requireCoordinate(content.latitude, "location['latitude']", 90);
    requireCoordinate(content.longitude, "location['longitude']", 180);
  },
  reaction: (_world, _number, content) => {
    requireText(content.message_id, "reaction['message_id']", 512);
  },
  contacts: (_world, _number, _content, body) => {
    if (list(body.contacts).length === 0) throw required('contacts');
    for (const [index, contact] of list(body.contacts).entries()) {
      requireText(object(object(contact).name).formatted_name, `contacts[${index}]['name']['formatted_name']`, 1024);
    }
  },
  interactive: (world, number, content) => checkInteractive(world, number, content),
  template: (_world, _number, content) => {
    requireText(content.name, "template['name']", 512);
    requireText(object(content.language).code, "template['language']['code']", 15);
  },
};

const TYPES = Object.keys(RULES);

/** Refuses a message that Meta would not accept, with Meta's words. */
export function checkMessage(world: World, number: Asset, type: string, body: Json): void {
  requireOneOf(type, 'type', TYPES);
  const content = body[type];
  if (content === undefined) throw required(type);
  if (type === 'contacts' ? !Array.isArray(content) : !isObject(content)) {
    throw new GraphError('whatsapp', 100, {
      message: `Param ${type} must be a JSON ${type === 'contacts' ? 'array' : 'object'}.`,
    });
  }
  const opaque = body.biz_opaque_callback_data;
  if (opaque !== undefined && opaque !== '') requireText(opaque, 'biz_opaque_callback_data', 512);
  if (body.context !== undefined) requireText(object(body.context).message_id, "context['message_id']", 512);
  RULES[type]?.(world, number, object(content), body);
}

function required(path: string): GraphError {
  return new GraphError('whatsapp', 100, { message: `The parameter ${path} is required.` });
}

function requireText(value: unknown, path: string, max: number): string {
  const found = text(value);
  if (found === undefined || found === '') throw required(path);
  if ([...found].length > max) {
    throw new GraphError('whatsapp', 100, { message: `Param ${path} must be at most ${max} characters long.` });
  }
  return found;
}

/** Meta's schema types coordinates as strings, its examples as numbers: both are taken. */
function requireCoordinate(value: unknown, path: string, max: number): void {
  const found = text(value);
  if (found === undefined || found === '') throw required(path);
  const degrees = Number(found);
  if (!Number.isFinite(degrees) || Math.abs(degrees) > max) {
    throw new GraphError('whatsapp', 100, { message: `Param ${path} must be a number between -${max} and ${max}.` });
  }
}

function media(type: string, captions: boolean): Rule {
  return (world, number, content) => {
    requireMedia(world, number, type, content);
    if (content.caption === undefined) return;
    // "Caption: do not use with audio or sticker media."
    if (!captions) throw new GraphError('whatsapp', 100, { message: `Unexpected key "caption" on param "${type}".` });
    if (content.caption !== '') requireText(content.caption, `${type}['caption']`, 1024);
  };
}

/** Exactly one of `id`, of this number's own media, and `link`. */
export function requireMedia(world: World, number: Asset, type: string, content: Json): void {
  const id = text(content.id);
  const link = text(content.link);
  if ((id === undefined) === (link === undefined)) {
    throw new GraphError('whatsapp', 131008, { details: `Exactly one of 'id' and 'link' is required for '${type}'.` });
  }
  if (link !== undefined && !/^https?:\/\/\S+$/.test(link)) {
    throw new GraphError('whatsapp', 100, { message: `Param ${type}['link'] is not a valid URI.` });
  }
  if (id === undefined) return;
  const found = world.state.media.get(id);
  if (!found || found.asset_id !== number.id || found.expires_at <= world.clock.now()) {
    throw new GraphError('whatsapp', 100, {
      message: `Param ${type}['id'] is not a valid whatsapp business account media attachment ID`,
    });
  }
}

const INTERACTIVE = [
  'button',
  'list',
  'product',
  'product_list',
  'catalog_message',
  'flow',
  'cta_url',
  'carousel',
  'location_request_message',
  'address_message',
  'order_details',
  'order_status',
  'voice_call',
  'call_permission_request',
];

function requireOneOf(value: string, path: string, known: string[]): void {
  if (known.includes(value)) return;
  throw new GraphError('whatsapp', 100, {
    message: `Param ${path} must be one of {${known.join(', ').toUpperCase()}} - got "${value}".`,
  });
}

/** "Interactive object": reply buttons and lists with their limits; other kinds only need a body and an action. */
function checkInteractive(world: World, number: Asset, content: Json): void {
  const type = requireText(content.type, "interactive['type']", 64);
  requireOneOf(type, "interactive['type']", INTERACTIVE);
  const action = object(content.action);
  if (!isObject(content.action)) throw required("interactive['action']");
  // "Interactive list messages" allows 4096 characters; everything else 1024.
  const max = type === 'list' ? 4096 : 1024;
  // Only a single product may come without words.
  if (content.body !== undefined || type !== 'product')
    requireText(object(content.body).text, "interactive['body']['text']", max);
  if (content.footer !== undefined) requireText(object(content.footer).text, "interactive['footer']['text']", 60);
  if (content.header !== undefined) checkHeader(world, number, type, object(content.header));
  if (type === 'button') checkButtons(list(action.buttons).map(object));
  if (type === 'list') checkList(action);
}

function checkHeader(world: World, number: Asset, type: string, header: Json): void {
  const kind = requireText(header.type, "interactive['header']['type']", 16);
  if (kind === 'text') requireText(header.text, "interactive['header']['text']", 60);
  else if (type === 'list') throw refused('interactive header of a list must be of type text');
  else if (!['image', 'video', 'document'].includes(kind))
    throw refused(`interactive header type '${kind}' is not valid`);
  else requireMedia(world, number, kind, object(header[kind]));
}

const BUTTON = "interactive['action']['buttons']";

function checkButtons(buttons: Json[]): void {
  if (buttons.length < 1 || buttons.length > 3)
    throw refused('Invalid buttons count. Min allowed buttons: 1, Max allowed buttons: 3');
  for (const { type } of buttons)
    requireOneOf(requireText(type, `${BUTTON}['type']`, 16), `${BUTTON}['type']`, ['reply']);
  const replies = buttons.map((button) => object(button.reply));
  for (const reply of replies) {
    requireText(reply.title, `${BUTTON}['reply']['title']`, 20);
    const id = requireText(reply.id, `${BUTTON}['reply']['id']`, 256);
    if (id !== id.trim()) throw refused('Button reply id cannot have leading or trailing spaces');
  }
  requireDistinct(
    replies.map((reply) => reply.title),
    'Duplicate button reply title found',
  );
  requireDistinct(
    replies.map((reply) => reply.id),
    'Duplicate button reply id found',
  );
}

function checkList(action: Json): void {
  requireText(action.button, "interactive['action']['button']", 20);
  const sections = list(action.sections).map(object);
  if (sections.length < 1 || sections.length > 10)
    throw refused('Invalid sections count. Min allowed sections: 1, Max allowed sections: 10');
  const rows = sections.flatMap((section) => list(section.rows).map(object));
  if (rows.length > 10) throw refused('Total row count exceed max allowed count: 10');
  for (const section of sections) {
    if (list(section.rows).length === 0) throw required("interactive['action']['sections']['rows']");
    if (sections.length > 1) requireText(section.title, "interactive['action']['sections']['title']", 24);
    else if (section.title !== undefined && section.title !== '')
      requireText(section.title, "interactive['action']['sections']['title']", 24);
  }
  for (const row of rows) {
    requireText(row.id, "interactive['action']['sections']['rows']['id']", 200);
    requireText(row.title, "interactive['action']['sections']['rows']['title']", 24);
    if (row.description !== undefined && row.description !== '')
      requireText(row.description, "interactive['action']['sections']['rows']['description']", 72);
  }
  requireDistinct(
    rows.map((row) => row.id),
    'Duplicated row id found',
  );
}

function requireDistinct(values: unknown[], details: string): void {
  if (new Set(values).size !== values.length) throw refused(details);
}

function refused(details: string): GraphError {
  return new GraphError('whatsapp', 131009, { details });
}
