import { object as anObject, listOf, type Meaning, oneOf, orNull, text } from '../control/meaning.ts';
import { list, object, text as textOf } from '../graph/graph-request.ts';
import { callbackContact, unixSeconds } from '../whatsapp/callbacks.ts';
import { setPreference } from '../whatsapp/preferences.ts';
import {
  changeCategory,
  changeQuality,
  changeStatus,
  changeTexts,
  describeTemplate,
  statusValue,
} from '../whatsapp/template-reports.ts';
import { wamidOf } from '../whatsapp/wamid.ts';
import { identityOf, personOf } from '../world/people.ts';
import type { Asset, Json } from '../world/state.ts';
import type { World } from '../world/world.ts';

/** A field of WhatsApp's webhooks, apart from what sends and people cause. */
export interface WebhookField {
  /** Whether the value has the `metadata` of a number. The others are about the account. */
  ofNumber?: boolean;
  /** The types of the fields of the value that the mock knows. Meta's others are allowed. */
  fields: Record<string, Meaning>;
  needed?: readonly string[];
  /** Adds what Meta sends and the caller left out. @throws if the value names what does not exist */
  complete?: (world: World, number: Asset, value: Json) => Json;
  /** Changes the mock's state as Meta changed it before the report. */
  apply?: (world: World, number: Asset, value: Json) => void;
  /** Values to send, by name. */
  examples: Record<string, Json>;
}

const objects = listOf(anObject, 'objects');
const numberOrText: Meaning = (value) => (['number', 'string'].includes(typeof value) ? undefined : 'a number or text');

const TEMPLATE = {
  message_template_id: numberOrText,
  message_template_name: text,
  message_template_language: text,
};
const EXAMPLE_TEMPLATE = { message_template_name: 'order_update', message_template_language: 'en_US' };
const CATEGORY = oneOf(['MARKETING', 'UTILITY', 'AUTHENTICATION']);

const preferences: Meaning = listOf(
  (value) =>
    anObject(value) ??
    oneOf(['stop', 'resume'])(object(value).value) ??
    text(object(value).wa_id ?? object(value).user_id),
  'objects with wa_id or user_id, and the value stop or resume',
);
const threads: Meaning = listOf(
  (value) =>
    anObject(value) ?? listOf((thread) => anObject(thread) ?? text(object(thread).id), '')(object(value).threads),
  'objects with threads, each with the id of a customer and messages',
);

/** "Webhooks", by field: https://developers.facebook.com/docs/whatsapp/webhooks/reference */
export const WEBHOOK_FIELDS: Readonly<Record<string, WebhookField>> = {
  messages: {
    ofNumber: true,
    fields: { metadata: anObject, contacts: objects, messages: objects, statuses: objects, errors: objects },
    examples: {
      'errors of the account': {
        errors: [
          {
            code: 130429,
            title: 'Rate limit hit',
            message: 'Rate limit hit',
            error_data: { details: 'Cloud API message throughput has been reached.' },
          },
        ],
      },
      'a message to another number': {
        metadata: { display_phone_number: '15550009999', phone_number_id: '999000111222333' },
        contacts: [{ profile: { name: 'Ayla' }, wa_id: '905551112233' }],
        messages: [
          {
            from: '905551112233',
            id: 'wamid.HBgMOTA1NTUxMTEyMjMzFQIAEhgUM0EwMDAwMDAwMDAwMDAwMDAwMDEA',
            timestamp: '1767225600',
            text: { body: 'hi' },
            type: 'text',
          },
        ],
      },
    },
  },
  user_preferences: {
    ofNumber: true,
    fields: { contacts: objects, user_preferences: preferences },
    needed: ['user_preferences'],
    complete: completePreferences,
    apply: (world, number, { user_preferences }) => {
      for (const one of list(user_preferences).map(object)) {
        setPreference(world.state, number, personIn(world, number, one), one.value);
      }
    },
    examples: {
      stop: { user_preferences: [{ wa_id: '905551112233', value: 'stop' }] },
      resume: { user_preferences: [{ wa_id: '905551112233', value: 'resume' }] },
    },
  },
  history: {
    ofNumber: true,
    fields: { history: threads },
    needed: ['history'],
    complete: completeHistory,
    examples: {
      'a thread': {
        history: [
          {
            threads: [
              {
                id: '905551112233',
                messages: [
                  { type: 'text', text: { body: 'Are you open on Sunday?' } },
                  { from: 'business', type: 'text', text: { body: 'Yes, until six.' } },
                ],
              },
            ],
          },
        ],
      },
      'history not shared': {
        history: [{ errors: [{ code: 2593109, title: 'History sync is turned off' }], threads: [] }],
      },
    },
  },
  smb_app_state_sync: {
    ofNumber: true,
    fields: { state_sync: objects },
    needed: ['state_sync'],
    examples: {
      'a contact of the phone': {
        state_sync: [
          {
            type: 'contact',
            contact: { full_name: 'Ayla Demir', first_name: 'Ayla', phone_number: '905551112233' },
            action: 'add',
            metadata: { timestamp: '1767225600' },
          },
        ],
      },
    },
  },
  message_template_status_update: {
    fields: { ...TEMPLATE, event: text, reason: orNull(text), disable_info: anObject, other_info: anObject },
    needed: ['event'],
    complete: statusValue,
    apply: changeStatus,
    examples: Object.fromEntries(
      ['APPROVED', 'UNARCHIVED', 'ARCHIVED', 'LOCKED', 'UNLOCKED', 'FLAGGED', 'SOMETHING_NEW'].map((event) => [
        event,
        { ...EXAMPLE_TEMPLATE, event },
      ]),
    ),
  },
  template_category_update: {
    fields: { ...TEMPLATE, previous_category: CATEGORY, new_category: CATEGORY, correct_category: CATEGORY },
    needed: ['new_category'],
    complete: describeTemplate,
    apply: changeCategory,
    examples: {
      change: { ...EXAMPLE_TEMPLATE, previous_category: 'UTILITY', new_category: 'MARKETING' },
      'notice of a change': { ...EXAMPLE_TEMPLATE, new_category: 'UTILITY', correct_category: 'MARKETING' },
    },
  },
  message_template_components_update: {
    fields: {
      ...TEMPLATE,
      message_template_title: text,
      message_template_element: text,
      message_template_footer: text,
      message_template_buttons: objects,
    },
    needed: ['message_template_element'],
    complete: describeTemplate,
    apply: changeTexts,
    examples: {
      'another text': {
        ...EXAMPLE_TEMPLATE,
        message_template_element: 'Hi {{1}}, your order {{2}} arrives {{3}}.',
        message_template_buttons: [
          {
            message_template_button_type: 'URL',
            message_template_button_text: 'Track order',
            message_template_button_url: 'https://shop.example/orders/{{1}}',
          },
        ],
      },
    },
  },
  message_template_quality_update: {
    fields: { ...TEMPLATE, previous_quality_score: text, new_quality_score: text },
    needed: ['new_quality_score'],
    complete: describeTemplate,
    apply: changeQuality,
    examples: {
      'a worse quality': { ...EXAMPLE_TEMPLATE, previous_quality_score: 'GREEN', new_quality_score: 'YELLOW' },
    },
  },
  phone_number_quality_update: {
    fields: {
      display_phone_number: text,
      event: text,
      current_limit: text,
      old_limit: text,
      max_daily_conversations_per_business: numberOrText,
    },
    needed: ['event'],
    complete: (_, { handle }, value) => ({ display_phone_number: handle, ...value }),
    examples: {
      'a lower limit': { event: 'DOWNGRADE', current_limit: 'TIER_250', old_limit: 'TIER_1K' },
      'a flagged number': { event: 'FLAGGED', current_limit: 'TIER_1K' },
    },
  },
  account_update: {
    fields: {
      event: text,
      phone_number: text,
      ban_info: anObject,
      violation_info: anObject,
      restriction_info: objects,
    },
    needed: ['event'],
    examples: {
      'a disabled account': {
        event: 'DISABLED_UPDATE',
        ban_info: { waba_ban_state: 'DISABLE', waba_ban_date: 'January 1, 2026' },
      },
      'a restriction': {
        event: 'ACCOUNT_RESTRICTION',
        restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: 1767830400 }],
      },
      'a violation': { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } },
    },
  },
  account_alerts: {
    fields: { entity_type: text, entity_id: numberOrText, alert_info: anObject },
    needed: ['alert_info'],
    complete: (_, { waba_id }, value) => ({ entity_type: 'WABA', entity_id: waba_id, ...value }),
    examples: {
      'a deferred limit': {
        alert_info: {
          alert_severity: 'CRITICAL',
          alert_status: 'ACTIVE',
          alert_type: 'INCREASED_CAPABILITIES_ELIGIBILITY_FAILED',
          alert_description: 'The messaging limit cannot be raised.',
        },
      },
    },
  },
  business_capability_update: {
    fields: {
      max_daily_conversations_per_business: numberOrText,
      max_daily_conversation_per_phone: numberOrText,
      max_phone_numbers_per_business: numberOrText,
      max_phone_numbers_per_waba: numberOrText,
    },
    examples: {
      'a limit of the portfolio': { max_daily_conversations_per_business: 2000, max_phone_numbers_per_business: 25 },
    },
  },
};

function personIn(world: World, number: Asset, { wa_id, user_id }: Json): string {
  return personOf(world, number, textOf(wa_id) ?? textOf(user_id) ?? '');
}

function completePreferences(world: World, number: Asset, value: Json): Json {
  const preferences = list(value.user_preferences).map(object);
  const people = preferences.map((preference) => identityOf(world, number, personIn(world, number, preference)));
  return {
    contacts: people.map(callbackContact),
    ...value,
    user_preferences: preferences.map((preference, index) => ({
      detail: `User requested to ${preference.value} marketing messages`,
      category: 'marketing_messages',
      timestamp: String(unixSeconds(world)),
      ...preference,
      // The numbers of callbacks are WhatsApp's.
      ...(people[index]?.wa_id === undefined ? { wa_id: undefined } : { wa_id: people[index].wa_id }),
      ...(people[index]?.user_id === undefined ? {} : { user_id: people[index].user_id }),
    })),
  };
}

/** A message without `from` is the customer's. The one `from: "business"` is from the number. */
function completeHistory(world: World, number: Asset, value: Json): Json {
  const timestamp = String(unixSeconds(world));
  const messageOf = (customer: string, message: Json): Json => {
    const user = personOf(world, number, customer);
    const ours = message.from === 'business' || message.from === number.handle;
    return {
      id: wamidOf(world, number, user, ours ? 'business' : 'customer'),
      timestamp,
      history_context: { status: 'READ' },
      ...message,
      from: ours ? number.handle : (message.from ?? customer),
      ...(ours ? { to: customer } : {}),
    };
  };
  return {
    ...value,
    history: list(value.history).map((chunk) => ({
      metadata: { phase: 0, chunk_order: 1, progress: 100 },
      ...object(chunk),
      threads: list(object(chunk).threads)
        .map(object)
        .map((thread) => ({
          ...thread,
          messages: list(thread.messages).map((one) => messageOf(String(thread.id), object(one))),
        })),
    })),
  };
}
