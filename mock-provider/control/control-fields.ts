import { CALLBACK_OUTCOMES, REQUEST_OUTCOMES } from '../faults/fault-rule.ts';
import { CHANNELS } from '../world/state.ts';
import {
  flag,
  listOf,
  type Meaning,
  numberAbove,
  object,
  oneOf,
  orNull,
  shape,
  text,
  wholeNumberFrom,
} from './meaning.ts';

/** The body of a route: its allowed and required fields. */
export interface BodyFields {
  fields: Record<string, Meaning>;
  needed?: readonly string[];
  /** Other fields are Meta's and are allowed. */
  open?: boolean;
}

const objects = listOf(object, 'objects');
const channel = oneOf(CHANNELS);
const address: Meaning = (value) =>
  typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '') ? undefined : 'an http or https URL';
const ownCredentials = shape(
  {
    access_token: text,
    app_id: text,
    app_secret: text,
    verify_token: text,
    whatsapp: shape({ phone_number_id: text, waba_id: text }, ['waba_id']),
    messenger: object,
    instagram: object,
  },
  ['access_token', 'whatsapp'],
);
const credentials: Meaning = (value) => ownCredentials(value) && 'the credentials of a business';
const seed: Meaning = (value) => (['string', 'number'].includes(typeof value) ? undefined : 'text or a number');
const share: Meaning = (value) =>
  typeof value === 'number' && value >= 0 && value <= 1 ? undefined : 'a number from 0 to 1';
const shares = (outcomes: readonly string[]) => shape(Object.fromEntries(outcomes.map((outcome) => [outcome, share])));
const codes = listOf(wholeNumberFrom(0), 'whole numbers');
const ms = wholeNumberFrom(0);
const isPhone = (value: unknown) => typeof value === 'string' && /^\+?\d[\d\s().-]*$/.test(value);
const phoneForms: Meaning = (value) =>
  object(value) === undefined &&
  Object.entries(value as object)
    .flat()
    .every(isPhone)
    ? undefined
    : 'an object of phone numbers, by phone number';

/**
 * The fields that a route and the in-process call of the same name accept. Unknown fields are refused, because they
 * would have no effect or fail later. `receive` and `faults` have separate tables.
 */
export const BODY_FIELDS = {
  'POST businesses': { fields: { callbackUrl: address, templates: objects, credentials: object } },
  'POST numbers': {
    fields: { business: credentials, name: text, display_phone_number: text, id: text },
    needed: ['business'],
  },
  'POST pages': { fields: { business: credentials, name: text, id: text }, needed: ['business'] },
  'POST instagram-accounts': {
    fields: { business: credentials, name: text, username: text, id: text },
    needed: ['business'],
  },
  'PUT callback-url': { fields: { url: orNull(address) }, needed: ['url'] },
  'POST windows': { fields: { business_id: text, user: text, at: ms }, needed: ['business_id', 'user'] },
  'POST contacts': {
    fields: {
      business_id: text,
      id: text,
      name: text,
      wa_id: text,
      user_id: text,
      username: orNull(text),
      bsuid_only: flag,
      in_contact_book: flag,
      unreachable: flag,
    },
    needed: ['id'],
  },
  'POST fault-plan': {
    fields: {
      seed,
      requests: shares(REQUEST_OUTCOMES),
      callbacks: shares(CALLBACK_OUTCOMES),
      codes: shape(Object.fromEntries(CHANNELS.map((one) => [one, codes]))),
      failures: codes,
      maxDelayMs: ms,
      channel,
      business_id: text,
    },
  },
  'POST callbacks': {
    fields: { channel, business_id: text, entries: objects },
    needed: ['channel', 'business_id', 'entries'],
  },
  'POST callbacks/repeat': { fields: { id: wholeNumberFrom(0) }, needed: ['id'] },
  'POST report': { fields: { field: text, business_id: text, value: object }, needed: ['field'] },
  'POST calls': {
    fields: {
      business_id: text,
      from: text,
      action: oneOf(['permit', 'connect', 'accept', 'reject', 'terminate']),
      call_id: text,
    },
    needed: ['business_id', 'from', 'action'],
  },
  'POST flow-exchange': {
    fields: { business_id: text, flow_id: text, action: text, screen: text, data: object, flow_token: text },
    needed: ['business_id', 'flow_id', 'action'],
  },
  'POST templates': { fields: { waba_id: text, name: text, language: text }, needed: ['name', 'language'], open: true },
  'PUT limits': {
    fields: {
      throughput: orNull(numberAbove(0)),
      pair: orNull(shape({ burst: numberAbove(0), everyMs: numberAbove(0) }, ['burst', 'everyMs'])),
      page: orNull(numberAbove(0)),
    },
  },
  'PUT options': {
    fields: {
      pacing: shape({ sent: ms, delivered: ms, read: ms }),
      windows: oneOf(['async', 'sync', 'off']),
      webhookVersion: oneOf(['v23.0', 'v24.0']),
      pricing: oneOf(['off', 'free_service', 'billed_service']),
      requireAppSecretProof: flag,
      echoes: flag,
      deliveryMids: flag,
      userIds: flag,
      usernames: flag,
      contactBook: flag,
      parentUserIds: flag,
      waIds: phoneForms,
      batch: orNull(shape({ size: wholeNumberFrom(1), waitMs: ms }, ['size', 'waitMs'])),
    },
  },
  'POST expire-token': { fields: { access_token: text, subcode: wholeNumberFrom(0) }, needed: ['access_token'] },
} satisfies Record<string, BodyFields>;
