import { equal } from '../expectations.ts';
import type { Declare, IntegrationContext, Json } from './context.ts';

const TEMPLATE = {
  message_template_id: 1689556908129835,
  message_template_name: 'winter_sale',
  message_template_language: 'en_US',
};
/** Fields and values about the account, by clause. Shapes: the webhook reference of each field. */
const OF_ACCOUNT: Record<string, [field: string, value: Json][]> = {
  'reports/account': [
    ['account_update', { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } }],
    ['account_update', { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } }],
    ['account_update', { event: 'ACCOUNT_RESTRICTION', restriction_info: [{ restriction_type: 'SOMETHING_NEW' }] }],
    ['account_update', { event: 'SOMETHING_NEW' }],
    ['account_alerts', { entity_type: 'WABA', entity_id: 1, alert_info: { alert_severity: 'CRITICAL' } }],
    ['account_alerts', { alert_type: 'SOMETHING_NEW' }],
  ],
  'reports/quality': [
    [
      'phone_number_quality_update',
      { display_phone_number: '15550100', event: 'DOWNGRADE', current_limit: 'TIER_250', old_limit: 'TIER_1K' },
    ],
    ['phone_number_quality_update', { event: 'FLAGGED' }],
    ['business_capability_update', { max_daily_conversations_per_business: 2000, max_phone_numbers_per_business: 25 }],
    ['business_capability_update', { max_daily_conversations_per_business: 'TIER_UNLIMITED' }],
  ],
  'reports/templates': [
    ...['UNARCHIVED', 'LOCKED', 'REINSTATED', 'SOMETHING_NEW'].map((event): [string, Json] => [
      'message_template_status_update',
      { ...TEMPLATE, event, reason: null },
    ]),
    ['template_category_update', { ...TEMPLATE, previous_category: 'UTILITY', new_category: 'MARKETING' }],
    ['template_category_update', { ...TEMPLATE, new_category: 'UTILITY', correct_category: 'MARKETING' }],
    ['message_template_components_update', { ...TEMPLATE, message_template_element: 'Hi {{1}}, {{2}} is here.' }],
    ['message_template_quality_update', { ...TEMPLATE, previous_quality_score: 'GREEN', new_quality_score: 'YELLOW' }],
  ],
};

/** The same for fields with the `metadata` of the number. `PERSON` is replaced with the number of a customer. */
const PERSON = '{person}';
const PREFERENCE = { wa_id: PERSON, category: 'marketing_messages', timestamp: '1767225600' };
const STATUS = { id: 'wamid.dW5rbm93bg', status: 'delivered', timestamp: '1767225600', recipient_id: PERSON };
const PRICE = { billable: true, pricing_model: 'PMP', type: 'regular', category: 'service' };
const OF_NUMBER: Record<string, [field: string, value: Json][]> = {
  'reports/preferences': [
    [
      'user_preferences',
      {
        user_preferences: [
          { ...PREFERENCE, value: 'stop' },
          { ...PREFERENCE, value: 'resume' },
        ],
      },
    ],
    ['user_preferences', { user_preferences: [{ ...PREFERENCE, category: 'something_new', value: 'SOMETHING_NEW' }] }],
  ],
  'reports/phone-contacts': [
    [
      'smb_app_state_sync',
      {
        state_sync: [
          { type: 'contact', action: 'add', contact: { full_name: 'Ada', phone_number: PERSON } },
          { type: 'contact', action: 'remove', contact: { phone_number: PERSON } },
        ],
      },
    ],
  ],
  'reports/errors': [
    [
      'messages',
      { errors: [{ code: 130429, title: 'Rate limit hit', error_data: { details: 'The throughput was reached.' } }] },
    ],
    ['messages', { errors: [{ code: 131000, title: { text: 'Something went wrong' } }] }],
  ],
  'reports/pricing': [
    PRICE,
    { ...PRICE, billable: false, type: 'free_customer_service' },
    { ...PRICE, category: 'something_new', type: 'something_new', pricing_model: 'NEW' },
    { billable: false },
    undefined,
  ].map((pricing) => ['messages', { statuses: [{ ...STATUS, ...(pricing && { pricing }) }] }]),
};

const EARLIER = { timestamp: '1767225600', type: 'text', history_context: { status: 'READ' } };
const HISTORY: Json[] = [
  {
    metadata: { phase: 0, chunk_order: 1, progress: 100 },
    threads: [
      {
        id: PERSON,
        messages: [
          { ...EARLIER, from: PERSON, id: 'wamid.ZWFybGllcjE', text: { body: 'Hello' } },
          { ...EARLIER, from: '15550100', to: PERSON, id: 'wamid.ZWFybGllcjI', text: { body: 'Good morning' } },
          { ...EARLIER, from: PERSON, id: 'wamid.ZWFybGllcjM', type: 'errors', errors: [{ code: 131051 }] },
        ],
      },
    ],
  },
  { errors: [{ code: 2593109, title: 'History sync is turned off' }] },
];

const about = <T>(value: T, person: string): T => JSON.parse(JSON.stringify(value).replaceAll(PERSON, person)) as T;

async function accepts(t: IntegrationContext, callback: Json): Promise<void> {
  equal(await t.post(callback), 200, 'the status');
}

export function reportCases(clause: Declare): void {
  for (const [id, reports] of Object.entries(OF_ACCOUNT)) {
    clause(id, async (t) => {
      for (const [field, value] of t.subscribed(reports)) {
        await accepts(t, t.accountEnvelope(value, field));
      }
      await t.requireAlive();
    });
  }
  for (const [id, reports] of Object.entries(OF_NUMBER)) {
    clause(id, async (t) => {
      for (const [field, value] of t.subscribed(reports)) {
        await accepts(t, t.envelope(about(value, t.person()), field));
      }
      await t.requireAlive();
    });
  }

  clause('reports/history', async (t) => {
    const person = t.person();
    for (const [field, history] of t.subscribed([['history', HISTORY]])) {
      await accepts(t, t.envelope({ history: about(history, person) }, field));
    }
    await t.requireAlive();
    equal((await t.settled(person)).length, 0, 'the answers to earlier messages');
  });

  clause('reports/other-number', async (t) => {
    const person = t.person();
    const metadata = { display_phone_number: '15550199', phone_number_id: '999000111222333' };
    await accepts(t, t.envelope({ ...t.text(person), metadata }));
    await t.requireAlive();
    const own = `/${t.session.mock.whatsapp.phone_number_id}/`;
    const answers = (await t.settled(person)).filter(({ path }) => path.includes(own));
    // The customer has no window with the app's number.
    equal(answers.length, 0, "the answers from the app's number to a message to another number");
  });
}
