import {
  type Field,
  type Fields,
  type KindsField,
  kinds,
  list,
  nothing,
  number,
  type ObjectField,
  object,
  optional,
  text,
  url,
  words,
} from '../rules/rules.ts';

export type PageChannel = 'messenger' | 'instagram';

const title = text(20);

/** "Buttons": the required fields of each kind of button. */
const BUTTONS = {
  web_url: object({ title, url: url() }),
  postback: object({ title, payload: text(1000) }),
  phone_number: object({ title, payload: text() }),
  account_link: object({ url: url() }),
  account_unlink: object({}),
  game_play: object({ title, payload: optional(text(1000)) }),
};

/** Instagram has only the first two kinds. */
const BUTTON: Record<PageChannel, Field> = {
  messenger: kinds('type', BUTTONS),
  instagram: kinds('type', { web_url: BUTTONS.web_url, postback: BUTTONS.postback }),
};

/** The templates of both channels. */
const shared = (channel: PageChannel): Record<string, ObjectField> => ({
  button: object({ text: text(640), buttons: list(BUTTON[channel], 1, 3) }),
  // "At least one property must be set in addition to title."
  generic: object({
    elements: list(
      object(
        {
          title: text(80),
          subtitle: optional(text(80)),
          image_url: optional(url()),
          default_action: optional(object({ type: words('web_url'), url: url(), title: nothing })),
          buttons: optional(list(BUTTON[channel], 0, 3)),
        },
        { some: ['subtitle', 'image_url', 'default_action', 'buttons'] },
      ),
      1,
      10,
    ),
  }),
  product: object({ elements: list(object({ id: text() }), 1, 10) }),
  notification_messages: object({ title: optional(text(65)), payload: optional(text()) }),
});

const price = number(0, Number.MAX_SAFE_INTEGER);

const RECEIPT = object({
  recipient_name: text(),
  order_number: text(),
  currency: text(3),
  payment_method: text(),
  summary: object({
    total_cost: price,
    subtotal: optional(price),
    shipping_cost: optional(price),
    total_tax: optional(price),
  }),
  elements: optional(list(object({ title: text(), price, quantity: optional(price) }), 0, 100)),
  address: optional(object({ street_1: text(), city: text(), postal_code: text(), state: text(), country: text(2) })),
  adjustments: optional(list(object({ name: text(), amount: price }), 0)),
});

const MEDIA = object({
  elements: list(
    object(
      {
        media_type: words('image', 'video'),
        attachment_id: optional(text()),
        // "The media template does not allow any external URL, only those on Facebook."
        url: optional(
          text(undefined, {
            form: {
              pattern: /^https:\/\/(?:[\w-]+\.)*facebook\.com\/\S+$/,
              must: 'must be a Facebook URL',
              sample: 'https://www.facebook.com/photo.php?fbid=1',
            },
          }),
        ),
        buttons: optional(list(BUTTON.messenger, 0, 3)),
      },
      { one: ['attachment_id', 'url'] },
    ),
    1,
    1,
  ),
});

const FEEDBACK = object({
  feedback_screens: list(
    object({ questions: list(object({ id: text(), type: words('csat', 'nps', 'ces') }), 1) }),
    1,
    1,
  ),
  business_privacy: object({ url: url() }),
  expires_in_days: optional(number(1, 7, { whole: true })),
});

const some = list(object({}), 1);
const AIRLINE = { intro_message: text(), locale: text() };

/** "Templates" of the Send API, by channel and kind: the required fields of each payload. */
export const TEMPLATES: Record<PageChannel, KindsField['kinds']> = {
  messenger: {
    ...shared('messenger'),
    media: MEDIA,
    receipt: RECEIPT,
    coupon: object({ title: text(), coupon_code: text() }),
    customer_feedback: FEEDBACK,
    customer_information: object({}),
    one_time_notif_req: object({ title: text(65), payload: text() }),
    airline_boardingpass: object({ ...AIRLINE, boarding_pass: some }),
    airline_checkin: object({ ...AIRLINE, checkin_url: url(), flight_info: some }),
    airline_itinerary: object({
      ...AIRLINE,
      pnr_number: text(),
      passenger_info: some,
      flight_info: some,
      passenger_segment_info: some,
      total_price: price,
      currency: text(3),
    }),
    airline_update: object({
      locale: text(),
      update_type: words('delay', 'gate_change', 'cancellation'),
      update_flight_info: object({}),
    }),
  },
  instagram: shared('instagram'),
};

/** "Quick Replies". Titles longer than 20 characters are truncated, not refused. */
export const QUICK_REPLIES: Field = optional(
  list(
    kinds('content_type', {
      text: object(
        { title: optional(text()), payload: text(1000), image_url: optional(url()) },
        // "Required if title is an empty string."
        { some: ['title', 'image_url'] },
      ),
      user_phone_number: object({}),
      user_email: object({}),
    }),
    0,
    13,
  ),
);

/** The fields of each message in addition to its content. */
export const MESSAGE: Fields = { quick_replies: QUICK_REPLIES, metadata: optional(text(1000)) };

/**
 * Attachments that are not files, by channel and kind: a template, and on Instagram a heart or a post of the account.
 */
export const ATTACHMENTS: Record<PageChannel, Readonly<Record<string, Fields>>> = {
  messenger: { template: { payload: kinds('template_type', TEMPLATES.messenger) } },
  instagram: {
    template: { payload: kinds('template_type', TEMPLATES.instagram) },
    like_heart: {},
    MEDIA_SHARE: { payload: object({ id: text() }) },
  },
};
