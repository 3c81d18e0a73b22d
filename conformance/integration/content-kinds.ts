import type { Json } from './context.ts';

/**
 * What a customer sends, in the form that the mock takes. `target` is replaced with the ID of an earlier message of the
 * same customer. Shapes: https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/reference
 */

const PDF = { mime_type: 'application/pdf', filename: 'offer.pdf' };
const PNG = { mime_type: 'image/png' };
const SHOP = 'https://shop.example';
export const TARGET = '{target}';

const CONTACTS: Json[] = [
  {
    type: 'contacts',
    contacts: [
      {
        name: { formatted_name: 'Grace Hopper', first_name: 'Grace', last_name: 'Hopper' },
        phones: [{ phone: '+90 555 111 22 44', wa_id: '905551112244', type: 'CELL' }, { phone: '+90 212 000 00 00' }],
        emails: [{ email: 'grace@shop.example', type: 'WORK' }],
        org: { company: 'Shop' },
        addresses: [{ city: 'Izmir' }],
        birthday: '1906-12-09',
      },
      { name: { formatted_name: 'Alan' } },
    ],
  },
  { type: 'contacts', contacts: [{ phones: [{ phone: '112' }] }] },
];

const ORDER: Json[] = [
  {
    type: 'order',
    order: {
      catalog_id: '700100200300400',
      text: 'As a gift, please',
      product_items: [{ product_retailer_id: 'sku-1', quantity: 2, item_price: 10.5, currency: 'EUR' }],
    },
  },
  {
    type: 'order',
    order: {
      catalog_id: '700100200300400',
      product_items: [
        { product_retailer_id: 'sku-2', quantity: '1', item_price: '7', currency: 'TRY' },
        { product_retailer_id: 'sku-3', quantity: 1 },
      ],
    },
  },
];

const FORM: Json[] = [
  { type: 'nfm_reply', form: { response: { flow_token: 'unused', rating: '5', tags: ['a', 'b'] } } },
  { type: 'nfm_reply', form: { response: 'not JSON', name: 'address_message' } },
];

const AD = {
  source_url: 'https://fb.me/3cr4Wqqkv',
  source_type: 'ad',
  source_id: '120210000777888999',
  headline: 'Spring sale',
  body: 'Ten percent off',
  media_type: 'image',
  image_url: `${SHOP}/spring.png`,
  ctwa_clid: 'ARAkLkA8rmlFeiCktEJQTsQa',
};
const REFERRAL: Json[] = [
  { type: 'text', text: 'Is this available?', referral: AD },
  { type: 'image', media: PNG, referral: { source_type: 'post', source_url: `${SHOP}/posts/1` } },
  { type: 'text', text: 'In blue?', product: { catalog_id: '700100200300400', product_retailer_id: 'sku-1' } },
];

const BUTTON: Json[] = [
  { type: 'template_button', button: { title: 'Stop promotions' } },
  { type: 'template_button', button: { title: 'Tell me more', payload: 'Tell me more' } },
  { type: 'button_reply', button: { title: 'Yes' } },
];

/** Content that Meta could not read. */
export const UNSUPPORTED: Json[] = [
  { type: 'unsupported' },
  { type: 'unsupported', error: 131060 },
  { type: 'document', error: 131052, media: PDF },
  { type: 'image', error: 131060 },
];

const FILES: Json[] = [
  { type: 'image', text: 'Like this', media: PNG },
  { type: 'image', media: PNG },
  { type: 'video', media: { mime_type: 'video/mp4' } },
  { type: 'audio', media: { mime_type: 'audio/ogg; codecs=opus', voice: true } },
  { type: 'document', media: { mime_type: 'application/pdf' } },
  { type: 'sticker', media: { mime_type: 'image/webp' } },
];

const LOCATION: Json[] = [
  { type: 'location', location: { latitude: 41, longitude: 28.97 } },
  { type: 'location', location: { latitude: 0, longitude: 0, name: 'Our shop', address: 'Galata 1' } },
];

const REACTION: Json[] = [
  { type: 'reaction', reply_to: TARGET, text: '👍' },
  { type: 'reaction', reply_to: TARGET },
];

const QUOTE: Json[] = [
  { type: 'text', text: 'This one', reply_to: TARGET },
  { type: 'image', media: PNG, reply_to: TARGET },
  { type: 'text', text: 'Have you seen this?', forwarded: true },
];

const CHOICE: Json[] = [
  { type: 'list_reply', button: { title: 'The second', payload: 'row-2' } },
  { type: 'button_reply', button: { title: 'Yes', payload: 'yes' } },
];

const EDIT: Json[] = [
  { type: 'edit', target: TARGET, text: 'Two, not three' },
  { type: 'edit', target: TARGET, text: 'The blue one', media: PNG },
];

const DELETION: Json[] = [{ type: 'revoke', target: TARGET }];

const OPENED_CHAT: Json[] = [{ type: 'request_welcome' }];

/** Changes that are no message of the customer. */
export const SYSTEM: Json[] = [
  { type: 'system', system: { type: 'customer_identity_changed', body: 'The security code changed' } },
  { type: 'system', system: { type: 'something_new', body: 'Something changed' } },
];

/** By the clause that says that they get 200, and that the app still answers. */
export const WHATSAPP_KINDS = {
  'content/files': FILES,
  'content/location': LOCATION,
  'content/reaction': REACTION,
  'content/quote': QUOTE,
  'content/choice': CHOICE,
  'content/contacts': CONTACTS,
  'content/order': ORDER,
  'content/form': FORM,
  'content/referral': REFERRAL,
  'content/button': BUTTON,
  'content/unsupported': UNSUPPORTED,
  'content/edit': EDIT,
  'content/deletion': DELETION,
  'content/opened-chat': OPENED_CHAT,
} satisfies Record<string, Json[]>;

const LINK = { ref: 'spring', source: 'SHORTLINK', type: 'OPEN_THREAD' };
const PAGE_AD = {
  ref: 'spring',
  source: 'ADS',
  type: 'OPEN_THREAD',
  ad_id: '120210000777888999',
  ads_context_data: { ad_title: 'Spring sale', photo_url: `${SHOP}/spring.png`, post_id: '1' },
};

/** The same for Messenger and Instagram. */
export const PAGE_KINDS = {
  'pages/files': [
    {
      type: 'image',
      media: PNG,
      files: [
        { type: 'document', ...PDF },
        { type: 'image', ...PNG },
      ],
    },
    { type: 'document', media: PDF, files: [{ type: 'audio', mime_type: 'audio/mpeg' }] },
  ],
  'pages/share': [
    { type: 'text', text: 'Like this one', share: { url: `${SHOP}/products/1`, title: 'A blue scarf' } },
    { type: 'post', share: { url: `${SHOP}/posts/1`, title: 'A post' } },
    { type: 'reel', share: { url: `${SHOP}/reels/1`, id: '17900000000000001' } },
    { type: 'share', share: { url: `${SHOP}/products/2` } },
    { type: 'share', share: {} },
  ],
  'pages/referral': [
    { type: 'referral', referral: LINK },
    { type: 'text', text: 'Is this available?', referral: PAGE_AD },
    { type: 'text', text: 'In blue?', referral: { product: { id: '700100200300400' } } },
    { type: 'postback', button: { title: 'Get started', payload: 'START' }, referral: LINK },
  ],
  'pages/reaction': REACTION,
  'pages/content': [
    { type: 'sticker', media: PNG },
    { type: 'location', location: { latitude: 41, longitude: 28.97 } },
    { type: 'quick_reply', button: { title: 'Yes', payload: 'YES' } },
    { type: 'unsupported' },
  ],
  'pages/edit': [{ type: 'edit', target: TARGET, text: 'Two, not three' }],
} satisfies Record<string, Json[]>;

/** More of `pages/share`, which only Instagram has. */
export const INSTAGRAM_SHARES: Json[] = [
  { type: 'ig_post', share: { url: `${SHOP}/p/1`, title: 'A post', id: '17900000000000002' } },
  { type: 'ig_reel', share: { url: `${SHOP}/r/1`, id: '17900000000000003' } },
  { type: 'story_mention', share: { url: `${SHOP}/stories/1` } },
  { type: 'text', text: 'Beautiful', story: { url: `${SHOP}/stories/2`, id: '17900000000000004' } },
];

/** Returns whether the content names an earlier message. */
export const isAimed = (content: Json): boolean => Object.values(content).includes(TARGET);

/** Returns the content with the ID of an earlier message in place of `TARGET`. */
export const aimedAt = (content: Json, id: string): Json =>
  Object.fromEntries(Object.entries(content).map(([name, value]) => [name, value === TARGET ? id : value]));
