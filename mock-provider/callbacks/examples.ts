import { CHANNELS, type Channel, type Json } from '../world/state.ts';
import type { Inbound } from './inbound.ts';
import { WEBHOOK_FIELDS } from './webhook-fields.ts';

/** What the mock can send, to copy and change. */
export interface Example {
  name: string;
  channel: Channel;
  call: 'receive' | 'report';
  /** The body of the call. One of `receive` still needs `channel`, `business_id` and `from`. */
  body: Json;
}

type ExampleContent = Partial<Inbound>;

const URL = 'https://shop.example';
const PNG = { mime_type: 'image/png' };
const PDF = { mime_type: 'application/pdf', filename: 'offer.pdf' };
const OWN_APP = { type: 'text', text: 'We called you back.', echo: true };
/** A message that is not there. People replace it, and so does the page at `/`. */
const TARGET = 'the ID of a message';

const WHATSAPP: Record<string, ExampleContent> = {
  'contact card': {
    type: 'contacts',
    contacts: [
      {
        name: { formatted_name: 'Can Kaya', first_name: 'Can', last_name: 'Kaya' },
        phones: [{ phone: '+90 555 111 22 44', wa_id: '905551112244', type: 'CELL' }],
        emails: [{ email: 'can@shop.example', type: 'WORK' }],
        org: { company: 'Shop' },
      },
    ],
  },
  order: {
    type: 'order',
    order: {
      catalog_id: '700100200300400',
      text: 'Please wrap it as a gift.',
      product_items: [{ product_retailer_id: 'sku-1', quantity: 2, item_price: 10.5, currency: 'EUR' }],
    },
  },
  'answer to a flow': { type: 'nfm_reply', form: { response: { flow_token: 'unused', rating: '5' } } },
  'message from an ad': {
    type: 'text',
    text: 'Is this still available?',
    referral: {
      source_url: 'https://fb.me/3cr4Wqqkv',
      source_type: 'ad',
      source_id: '120210000777888999',
      headline: 'Spring sale',
      body: 'Ten percent off',
      media_type: 'image',
      image_url: `${URL}/spring.png`,
      ctwa_clid: 'ARAkLkA8rmlFeiCktEJQTsQa',
    },
  },
  'question about a product': {
    type: 'text',
    text: 'Do you have it in blue?',
    product: { catalog_id: '700100200300400', product_retailer_id: 'sku-1' },
  },
  'document with a name': { type: 'document', text: 'My offer', media: PDF },
  'group message': { type: 'text', text: 'Hello all', group_id: 'Y2FwaV9ncm91cDoxMjAzNjM0' },
  edit: { type: 'edit', target: TARGET, text: 'Two, not three.' },
  deletion: { type: 'revoke', target: TARGET },
  'unsupported message': { type: 'unsupported' },
  'unavailable message': { type: 'unsupported', error: 131060 },
  'file that Meta could not get': { type: 'document', error: 131052, media: PDF },
  'changed identity': {
    type: 'system',
    system: { type: 'customer_identity_changed', body: 'The security code changed' },
  },
  'opened chat': { type: 'request_welcome' },
  'template button without payload': { type: 'template_button', button: { title: 'Stop promotions' } },
  'text from the business app': OWN_APP,
  'file from the business app': { type: 'document', media: PDF, echo: true },
  'edit in the business app': { type: 'edit', target: TARGET, text: 'At six, not five.', echo: true },
  'deletion in the business app': { type: 'revoke', target: TARGET, echo: true },
};

const PAGE: Record<string, ExampleContent> = {
  'several files': {
    type: 'image',
    media: PNG,
    files: [
      { type: 'document', ...PDF },
      { type: 'image', ...PNG },
    ],
  },
  'link preview': { type: 'text', text: 'Like this one', share: { url: `${URL}/products/1`, title: 'A blue scarf' } },
  'shared post': { type: 'post', share: { url: `${URL}/posts/1`, title: 'A post' } },
  'shared reel': { type: 'reel', share: { url: `${URL}/reels/1`, title: 'A reel', id: '17900000000000001' } },
  referral: {
    type: 'referral',
    referral: { ref: 'spring', source: 'SHORTLINK', type: 'OPEN_THREAD' },
  },
  'message from an ad': {
    type: 'text',
    text: 'Is this still available?',
    referral: {
      ref: 'spring',
      source: 'ADS',
      type: 'OPEN_THREAD',
      ad_id: '120210000777888999',
      ads_context_data: { ad_title: 'Spring sale', photo_url: `${URL}/spring.png`, post_id: '1' },
    },
  },
  'question about a product': { type: 'text', text: 'In blue?', referral: { product: { id: '700100200300400' } } },
  'postback with a referral': {
    type: 'postback',
    button: { title: 'Get started', payload: 'START' },
    referral: { ref: 'spring', source: 'SHORTLINK', type: 'OPEN_THREAD' },
  },
  'postback without payload': { type: 'postback', button: { title: 'Get started' } },
  'postback, also in standby': {
    type: 'postback',
    button: { title: 'Get started', payload: 'START' },
    standby: 'also',
  },
  'text in standby': { type: 'text', text: 'Hello', standby: true },
  edit: { type: 'edit', target: TARGET, text: 'Two, not three.' },
  deletion: { type: 'deleted', target: TARGET },
  'text from the inbox': OWN_APP,
  'text of another app, in standby': { ...OWN_APP, standby: true },
};

const INSTAGRAM: Record<string, ExampleContent> = {
  'shared Instagram post': { type: 'ig_post', share: { url: `${URL}/p/1`, title: 'A post', id: '17900000000000002' } },
  'shared Instagram reel': { type: 'ig_reel', share: { url: `${URL}/r/1`, id: '17900000000000003' } },
  'mention in a story': { type: 'story_mention', share: { url: `${URL}/stories/1` } },
  'answer to a story': { type: 'text', text: 'Beautiful', story: { url: `${URL}/stories/2`, id: '17900000000000004' } },
};

const CONTENTS: Record<Channel, Record<string, ExampleContent>> = {
  whatsapp: WHATSAPP,
  messenger: PAGE,
  instagram: { ...PAGE, ...INSTAGRAM },
};

/** Returns an example of each kind that the mock sends, apart from the usual messages. */
export function examples(): Example[] {
  const received = CHANNELS.flatMap((channel) =>
    Object.entries(CONTENTS[channel]).map(
      ([name, body]): Example => ({ name, channel, call: 'receive', body: { ...body } }),
    ),
  );
  const reported = Object.entries(WEBHOOK_FIELDS).flatMap(([field, { examples: values }]) =>
    Object.entries(values).map(
      ([name, value]): Example => ({
        name: `${field}: ${name}`,
        channel: 'whatsapp',
        call: 'report',
        body: { field, value },
      }),
    ),
  );
  return structuredClone([...received, ...reported]);
}
