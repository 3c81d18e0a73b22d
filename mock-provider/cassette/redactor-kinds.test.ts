import { expect, test } from 'vitest';
import type { Inbound } from '../callbacks/inbound.ts';
import type { FieldReport } from '../callbacks/report-field.ts';
import { createTestMock } from '../testing/mock.ts';
import { Redactor } from './redactor.ts';

const NUMBER = '106540352242922';
const PAGE = '113846158011745';
const ACCOUNT = '178414532089610';

/** Personal data of customers. No part of it may be in a cassette. */
const NAME = 'Gülşen Öztürk';
const PHONE = '905321234567';
const EMAIL = 'gulsen@ozturk.example';
const COMPANY = 'Öztürk Halıcılık';
const TEXT = 'Kapı şifresi 4711';
const LABEL = 'Annem';
const CLICK = 'ARAkLkA8rmlFeiCktEJQTsQa';
const REFERENCE = 'gizli-kupon-2210';
const GROUP = 'Y2FwaV9ncm91cDoxOTA1MzIxMjM0NTY3OjEyMDM2';
const AD = '120210000777888999';
const LINK = 'https://gulsen.example/kapi/4711';
const PLANTED = [
  NAME,
  PHONE,
  EMAIL,
  COMPANY,
  TEXT,
  LABEL,
  CLICK,
  REFERENCE,
  GROUP,
  AD,
  LINK,
  'Gülşen',
  '4711',
  'ozturk',
];

const whatsapp = { channel: 'whatsapp', business_id: NUMBER, from: { id: PHONE, name: NAME } } as const;
const messenger = { channel: 'messenger', business_id: PAGE, from: { id: PHONE, name: NAME } } as const;
const instagram = { channel: 'instagram', business_id: ACCOUNT, from: { id: PHONE, name: NAME } } as const;
const card = {
  name: { formatted_name: NAME, first_name: 'Gülşen' },
  phones: [
    { phone: `+${PHONE}`, wa_id: PHONE, type: 'CELL' },
    { phone: `+${PHONE}`, type: LABEL },
  ],
  emails: [{ email: EMAIL, type: 'WORK' }],
  org: { company: COMPANY },
  addresses: [{ street: TEXT, city: NAME, type: LABEL }],
};
const referral = {
  source_type: 'ad',
  source_id: AD,
  source_url: LINK,
  headline: TEXT,
  body: TEXT,
  ctwa_clid: CLICK,
};
const order = {
  catalog_id: AD,
  text: TEXT,
  product_items: [{ product_retailer_id: REFERENCE, quantity: 2, item_price: 10.5, currency: 'TRY' }],
};
const origin = { ref: REFERENCE, source: 'ADS', type: 'OPEN_THREAD', ad_id: AD, ads_context_data: { ad_title: TEXT } };

/** What is received or reported, and the words that a cassette keeps of it. */
test.each<[string, Inbound | Omit<FieldReport, 'business_id'>, string[]]>([
  ['contact cards', { ...whatsapp, type: 'contacts', contacts: [card] }, ['"CELL"', '"WORK"']],
  ['an order', { ...whatsapp, type: 'order', order }, ['"order"']],
  [
    'an answer to a flow',
    { ...whatsapp, type: 'nfm_reply', form: { response: { note: TEXT, mail: EMAIL } } },
    ['"nfm_reply"'],
  ],
  [
    'a plain answer to a flow',
    { ...whatsapp, type: 'nfm_reply', form: { response: TEXT, name: NAME, text: TEXT } },
    [],
  ],
  ['a message from an ad', { ...whatsapp, type: 'text', text: TEXT, referral }, ['"source_type":"ad"']],
  ['an edit', { ...whatsapp, type: 'edit', target: `wamid.${CLICK}`, text: TEXT }, ['"edit"']],
  ['a deletion', { ...whatsapp, type: 'revoke', target: `wamid.${CLICK}` }, ['"revoke"']],
  ['a group message', { ...whatsapp, type: 'text', text: TEXT, group_id: GROUP }, []],
  ['what the business wrote', { ...whatsapp, type: 'text', text: TEXT, echo: true }, ['"smb_message_echoes"']],
  [
    'a changed identity',
    {
      ...whatsapp,
      type: 'system',
      system: { type: 'customer_identity_changed', body: `${NAME} changed`, customer: PHONE },
    },
    ['"customer_identity_changed"'],
  ],
  ['a link preview', { ...messenger, type: 'text', text: TEXT, share: { url: LINK, title: NAME } }, ['"fallback"']],
  ['a referral', { ...messenger, type: 'referral', referral: origin }, ['"source":"ADS"', '"OPEN_THREAD"']],
  ['an edit on a page', { ...instagram, type: 'edit', target: `m_${CLICK}`, text: TEXT }, ['"num_edit":1']],
  ['an echo in standby', { ...messenger, type: 'text', text: TEXT, echo: true, standby: true }, ['"standby"']],
  ['a story', { ...instagram, type: 'text', text: TEXT, story: { url: LINK, id: AD } }, []],
  [
    'a wish',
    {
      field: 'user_preferences',
      value: { user_preferences: [{ wa_id: PHONE, value: 'stop', detail: `${NAME} stopped` }] },
    },
    ['"value":"stop"', '"marketing_messages"'],
  ],
  [
    'history',
    {
      field: 'history',
      value: { history: [{ threads: [{ id: PHONE, messages: [{ type: 'text', text: { body: TEXT } }] }] }] },
    },
    ['"phase":0', '"READ"'],
  ],
  [
    'a contact of the phone',
    {
      field: 'smb_app_state_sync',
      value: {
        state_sync: [
          { type: 'contact', action: 'add', contact: { full_name: NAME, first_name: 'Gülşen', phone_number: PHONE } },
        ],
      },
    },
    ['"add"'],
  ],
  [
    'a new text of a template',
    {
      field: 'message_template_components_update',
      value: {
        message_template_name: 'order_update',
        message_template_language: 'en_US',
        message_template_element: `${TEXT} {{1}}`,
      },
    },
    ['{{1}}'],
  ],
  [
    'a category',
    {
      field: 'template_category_update',
      value: { message_template_name: 'order_update', message_template_language: 'en_US', new_category: 'MARKETING' },
    },
    ['"new_category":"MARKETING"'],
  ],
  [
    'a limit',
    { field: 'phone_number_quality_update', value: { event: 'DOWNGRADE', current_limit: 'TIER_1K' } },
    ['"DOWNGRADE"', '"TIER_1K"'],
  ],
])('a cassette keeps no personal data of %s', async (_name, what, kept) => {
  const { mock, app } = await createTestMock();
  if ('field' in what) {
    await mock.report(what);
  } else {
    await mock.receive(what);
  }
  const [received] = app.received;
  const exchange = await new Redactor(Date.parse(mock.now())).exchange({
    kind: 'callback',
    at: 0,
    took: 1,
    request: {
      method: 'POST',
      url: new URL(received?.url ?? ''),
      headers: { ...received?.headers, 'content-type': 'application/json' },
      bytes: Buffer.from(received?.bytes ?? ''),
    },
    response: null,
  });
  const cassette = JSON.stringify(exchange.request.body);
  for (const one of PLANTED) {
    expect(cassette).not.toContain(one);
  }
  for (const word of kept) {
    expect(cassette).toContain(word);
  }
});
