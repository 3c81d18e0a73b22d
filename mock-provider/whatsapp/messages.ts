import { list as asList, object as asObject } from '../graph/graph-request.ts';
import {
  all,
  distinct,
  type Field,
  type FieldRule,
  type Fields,
  type KindsField,
  kinds,
  list,
  media,
  nothing,
  number,
  type ObjectField,
  object,
  optional,
  type TextForm,
  text,
  url,
  words,
} from '../rules/rules.ts';
import type { Json } from '../world/state.ts';

/** One emoji: a flag, a keycap, or a pictograph with its modifiers and joined pictographs. */
export const EMOJI: TextForm = {
  pattern:
    /^(?:\p{RI}{2}|[\d#*]\uFE0F?\u20E3|\p{ExtPict}\uFE0F?\p{EMod}?[\u{E0020}-\u{E007F}]*(?:\u200D\p{ExtPict}\uFE0F?\p{EMod}?)*)$/u,
  must: 'must be one emoji',
  sample: '👍',
};
const TRIMMED: TextForm = {
  pattern: /^\S(?:.*\S)?$/s,
  must: 'cannot have leading or trailing spaces',
  sample: 'id',
};
const DATE: TextForm = { pattern: /^\d{4}-\d{2}-\d{2}$/, must: 'must be of the form YYYY-MM-DD', sample: '1999-01-23' };
const ALPHANUMERIC: TextForm = { pattern: /^[A-Za-z0-9]+$/, must: 'must be letters and digits only', sample: '25OFF' };
/** "English letters, numbers, underscores, dashes, or dots, and should not exceed 35 characters." */
const REFERENCE: TextForm = {
  pattern: /^[\w.-]+$/,
  must: 'must be letters, digits, _, - and . only',
  sample: 'order-1',
};

const caption = optional(text(1024));

const LOCATION = {
  latitude: number(-90, 90),
  longitude: number(-180, 180),
  name: optional(text()),
  address: optional(text()),
};

/** "Contacts messages": a name requires one part in addition to `formatted_name`. */
const CONTACT = object({
  name: object(
    {
      formatted_name: text(1024),
      first_name: optional(text()),
      last_name: optional(text()),
      middle_name: optional(text()),
      suffix: optional(text()),
      prefix: optional(text()),
    },
    { some: ['first_name', 'last_name', 'middle_name', 'suffix', 'prefix'] },
  ),
  birthday: optional(text(undefined, { form: DATE })),
});

const HEADERS = {
  text: object({ text: text(60), sub_text: optional(text(60)) }),
  image: object({ image: media('image') }),
  video: object({ video: media('video') }),
  document: object({ document: media('document') }),
};
const anyHeader = optional(kinds('type', HEADERS));
const textHeader = kinds('type', { text: HEADERS.text });

const body = (max = 1024) => object({ text: text(max) });
const footer = optional(object({ text: text(60) }));

/** An action with a fixed name. */
const named = (name: string, parameters?: Field): ObjectField =>
  object({ name: words(name), ...(parameters ? { parameters } : {}) });

const link = object({ display_text: text(20), url: url() });
const product = object({ catalog_id: text(), product_retailer_id: text() });

/** "Title of the section. Required if the message has more than one section." */
const titled: FieldRule<Json[]> = (sections) => {
  const untitled = sections.findIndex(({ title }) => title === undefined || title === '');
  return sections.length > 1 && untitled !== -1 ? { missing: [untitled, 'title'] } : undefined;
};
const itemsOf = (sections: Json[], name: string): Json[] => sections.flatMap((one) => asList(one[name]).map(asObject));
const atMost =
  (max: number, name: string, details: string): FieldRule<Json[]> =>
  (sections) =>
    itemsOf(sections, name).length > max ? details : undefined;

const reply = object({ id: text(256, { form: TRIMMED }), title: text(20) });

const BUTTONS = list(
  kinds('type', { reply: object({ reply }) }),
  1,
  3,
  all(
    distinct((one) => asObject(one.reply).title, 'Duplicate button reply title found'),
    distinct((one) => asObject(one.reply).id, 'Duplicate button reply id found'),
  ),
);

const ROWS = list(object({ id: text(200), title: text(24), description: optional(text(72)) }), 1, 10);
const SECTIONS = list(
  object({ title: optional(text(24)), rows: ROWS }),
  1,
  10,
  all(titled, atMost(10, 'rows', 'Total row count exceed max allowed count: 10'), (sections) =>
    distinct(({ id }) => id, 'Duplicated row id found')(itemsOf(sections, 'rows')),
  ),
);

const PRODUCTS = list(
  object({ title: optional(text(24)), product_items: list(object({ product_retailer_id: text() }), 1, 30) }),
  1,
  10,
  all(titled, atMost(30, 'product_items', 'Total product count exceed max allowed count: 30')),
);

/** "Sending a Flow". The mock has no flows, so it accepts any ID or name. */
const FLOW = object(
  {
    flow_message_version: words('3'),
    flow_id: optional(text()),
    flow_name: optional(text()),
    flow_cta: text(30),
    mode: optional(words('draft', 'published')),
    flow_token: optional(text()),
    flow_action: optional(words('navigate', 'data_exchange')),
    flow_action_payload: optional(object({ screen: optional(text()) })),
  },
  {
    one: ['flow_id', 'flow_name'],
    rule: ({ flow_action, flow_action_payload: payload }) => {
      if (flow_action === 'data_exchange' && payload !== undefined) {
        return 'flow_action_payload must be omitted if flow_action is data_exchange';
      }
      const { data } = asObject(payload);
      return data !== undefined && Object.keys(asObject(data)).length === 0 && typeof data === 'object'
        ? 'flow_action_payload.data must be a non-empty object'
        : undefined;
    },
  },
);

/** "Card body text. Max 160 characters, and up to 2 line breaks." */
const CARD_BODY = object(
  { text: text(160) },
  {
    rule: (card) => (String(card.text).split('\n').length > 3 ? 'A card body can have up to 2 line breaks' : undefined),
  },
);
const quickReply = kinds('type', { quick_reply: object({ quick_reply: object({ id: text(256), title: text(20) }) }) });
const CARD_ACTION = object(
  {
    name: optional(words('cta_url')),
    parameters: optional(link),
    buttons: optional(list(quickReply, 1)),
  },
  { one: ['parameters', 'buttons'] },
);
const card_index = number(0, 9, { whole: true });
const CARDS = list(
  kinds('type', {
    cta_url: object({
      card_index,
      header: kinds('type', { image: HEADERS.image, video: HEADERS.video }),
      body: optional(CARD_BODY),
      action: CARD_ACTION,
    }),
    product: object({ card_index, header: nothing, body: nothing, action: product }),
  }),
  2,
  10,
  all(
    distinct((card) => card.card_index, 'Duplicate card_index found'),
    (cards) =>
      new Set(cards.map(shapeOf)).size > 1
        ? 'All cards must have the same type, the same buttons and the same catalog'
        : undefined,
  ),
);

function shapeOf({ type, action }: Json): string {
  const { buttons, catalog_id } = asObject(action);
  return JSON.stringify([type, Array.isArray(buttons) ? buttons.length : 'url', catalog_id]);
}

const amount = object({ value: number(0, Number.MAX_SAFE_INTEGER), offset: number(1, Number.MAX_SAFE_INTEGER) });
const reference_id = text(35, { form: REFERENCE });
const ORDER = optional(
  object({
    status: words(
      'pending',
      'processing',
      'partially_shipped',
      'partially-shipped',
      'shipped',
      'completed',
      'canceled',
    ),
    description: optional(text(120)),
  }),
);

/** "Interactive object", by its kind. */
export const INTERACTIVE: KindsField['kinds'] = {
  button: object({ header: anyHeader, body: body(), footer, action: object({ buttons: BUTTONS }) }),
  // "Interactive list messages" allows 4,096 characters. All others allow 1,024.
  list: object({
    header: optional(textHeader),
    body: body(4096),
    footer,
    action: object({ button: text(20), sections: SECTIONS }),
  }),
  cta_url: object({ header: anyHeader, body: body(), footer, action: named('cta_url', link) }),
  flow: object({ header: anyHeader, body: body(), footer, action: named('flow', FLOW) }),
  // Only a message with a single product needs no body.
  product: object({ header: nothing, body: optional(body()), footer, action: product }),
  product_list: object({
    header: textHeader,
    body: body(),
    footer,
    action: object({ catalog_id: text(), sections: PRODUCTS }),
  }),
  catalog_message: object({
    header: nothing,
    body: body(),
    footer,
    action: named('catalog_message', optional(object({ thumbnail_product_retailer_id: text() }))),
  }),
  carousel: object({ header: nothing, body: body(), footer: nothing, action: object({ cards: CARDS }) }),
  location_request_message: object({ body: body(), action: named('send_location') }),
  address_message: object({
    header: anyHeader,
    body: body(),
    footer,
    action: named('address_message', object({ country: words('IN', 'SG') })),
  }),
  order_details: object({
    header: anyHeader,
    body: body(),
    footer,
    action: named(
      'review_and_pay',
      object({
        reference_id,
        type: words('digital-goods', 'physical-goods'),
        currency: text(3),
        total_amount: amount,
      }),
    ),
  }),
  order_status: object({ body: body(), footer, action: named('review_order', object({ reference_id, order: ORDER })) }),
  voice_call: object({
    body: body(),
    action: named(
      'voice_call',
      optional(
        object({
          display_text: optional(text(20)),
          ttl_minutes: optional(number(1, 43_200, { whole: true })),
          payload: optional(text(512)),
        }),
      ),
    ),
  }),
  // WhatsApp labels the button. A tap returns a `contacts` message with the origin `contact_request`.
  request_contact_info: object({ body: body(), action: named('request_contact_info') }),
  call_permission_request: object({ body: body(), action: named('call_permission_request') }),
};

/** POST /messages, "Message object": the content that each type requires, in a field named after the type. */
export const MESSAGES: Readonly<Record<string, Field>> = {
  text: object({ body: text(4096) }),
  image: media('image', { caption }),
  video: media('video', { caption }),
  // "Caption: do not use with audio or sticker media."
  audio: media('audio', { caption: nothing }),
  document: media('document', { caption, filename: optional(text()) }),
  sticker: media('sticker', { caption: nothing }),
  location: object(LOCATION),
  // An empty emoji removes the reaction.
  reaction: object({ message_id: text(512), emoji: text(undefined, { form: EMOJI, empty: true }) }),
  contacts: list(CONTACT, 1, 257),
  interactive: kinds('type', INTERACTIVE),
  template: object({
    name: text(512),
    language: object({ code: text(15), policy: optional(words('deterministic')) }),
  }),
};

/** The fields of each message in addition to its content. */
export const ENVELOPE: Fields = {
  biz_opaque_callback_data: optional(text(512)),
  context: optional(object({ message_id: text(512) })),
};

/** The field of a read receipt that also shows that the business is typing. */
export const TYPING: Fields = { typing_indicator: optional(object({ type: words('text') })) };

const offer = object({ expiration_time_ms: number(0, Number.MAX_SAFE_INTEGER) });

/** "Parameter object" of a template's components. */
export const TEMPLATE_PARAMETER: Field = kinds(
  'type',
  {
    text: object({ text: text(32_768), parameter_name: optional(text()) }),
    currency: object({
      currency: object({
        fallback_value: text(),
        code: text(3),
        amount_1000: number(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
      }),
    }),
    date_time: object({ date_time: object({ fallback_value: text() }) }),
    image: object({ image: media('image') }),
    video: object({ video: media('video') }),
    document: object({ document: media('document', { filename: optional(text()) }) }),
    location: object({ location: object(LOCATION) }),
    product: object({ product }),
    payload: object({ payload: text() }),
    coupon_code: object({ coupon_code: text(20, { form: ALPHANUMERIC }) }),
    action: object({ action: object({}) }),
    limited_time_offer: object({ limited_time_offer: offer }),
    order_status: object({ order_status: object({ reference_id, order: ORDER }) }),
  },
  { caseless: true },
);
const parameters = optional(list(TEMPLATE_PARAMETER, 0));

const SUB_TYPES = [
  'quick_reply',
  'url',
  'copy_code',
  'catalog',
  'mpm',
  'flow',
  'voice_call',
  'phone_number',
  'order_details',
];
const BUTTON = object({
  sub_type: words(...SUB_TYPES, ...SUB_TYPES.map((one) => one.toUpperCase())),
  index: number(0, 9, { whole: true }),
  parameters,
});
const COMPONENTS = { header: object({ parameters }), body: object({ parameters }), button: BUTTON };

/** "Template component": the components of a template send, by type. */
export const TEMPLATE_COMPONENTS: Field = optional(
  list(
    kinds(
      'type',
      {
        ...COMPONENTS,
        footer: object({ parameters }),
        limited_time_offer: object({ parameters }),
        order_status: object({ parameters }),
        carousel: object({
          cards: list(
            object({ card_index, components: list(kinds('type', COMPONENTS, { caseless: true }), 1) }),
            1,
            10,
          ),
        }),
      },
      { caseless: true },
    ),
    0,
  ),
);
