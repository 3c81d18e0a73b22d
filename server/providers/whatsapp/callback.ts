import { hashOf } from '../../base/secrets.ts';
import type { ReportKind } from '../../store/connections/provider-reports.ts';
import { type CallbackItem, readEach, type Unreadable } from '../callback.ts';
import { readEntries } from '../meta/callback.ts';
import { bounded, reportTime } from '../meta/reports.ts';
import { type Json, objectAt, objectsAt, textAt } from '../meta/values.ts';
import { appMessageOf, inboundOf, revisionOf } from './messages.ts';
import { preferenceOf } from './preferences.ts';
import { reportItem } from './reports.ts';
import { changeSighting, updateSighting } from './sightings.ts';
import { readStatus } from './statuses.ts';
import { TEMPLATE_FIELDS } from './template-changes.ts';

type Items = Iterable<CallbackItem | Unreadable>;

/** One change in an entry. `wabaId` is the WhatsApp business account. */
interface FieldChange {
  entry: Json;
  value: Json;
  wabaId: string;
  providerIds: string[];
}

/** The fields of callbacks that are read (Meta, "Webhooks overview"). */
const FIELDS: Readonly<Record<string, (change: FieldChange) => Items>> = {
  messages: readMessages,
  smb_message_echoes: readEchoes,
  history: readHistory,
  ...Object.fromEntries(
    Object.entries(TEMPLATE_FIELDS).map(([field, changeOf]) => [
      field,
      ({ entry, value, wabaId }: FieldChange) => [
        { kind: 'template' as const, wabaId, change: { ...changeOf(value), at: reportTime(entry.time) } },
      ],
    ]),
  ),
  user_preferences: ({ value, providerIds }) =>
    readEach<Json, CallbackItem>(value.user_preferences, (one) => {
      const preference = preferenceOf(one, objectsAt(value, 'contacts'));
      return preference ? [{ kind: 'preference', providerIds, digest: digestOf(one), ...preference }] : [];
    }),
  user_id_update: ({ value, providerIds }) =>
    readEach<Json, CallbackItem>(value.user_id_update, (update) => [
      { kind: 'identity', providerIds, sighting: updateSighting(update), digest: digestOf(update) },
    ]),
  account_alerts: reportOf('account_alerts'),
  account_review_update: reportOf('account_review_update'),
  account_update: reportOf('account_update'),
  business_capability_update: reportOf('business_capability_update'),
  phone_number_name_update: reportOf('phone_number_name_update'),
  phone_number_quality_update: reportOf('phone_number_quality_update'),
};

function reportOf(kind: ReportKind): (change: FieldChange) => Items {
  return ({ entry, value }) => [reportItem(kind, entry, value)];
}

export const READ_FIELDS: readonly string[] = Object.keys(FIELDS);

/** Yields the items of a callback for WhatsApp. */
export const readWhatsAppCallback = (callback: unknown): Items =>
  readEntries<Json>(callback, 'whatsapp_business_account', (entry) =>
    readEach<Json, CallbackItem | Unreadable>(entry.changes, (change) => readChange(entry, change)),
  );

function readChange(entry: Json, change: Json): Items {
  const field = textAt(change, 'field') ?? '';
  const value = objectAt(change, 'value');
  const read = Object.hasOwn(FIELDS, field) ? FIELDS[field] : undefined;
  return value && read
    ? read({ entry, value, wabaId: textAt(entry, 'id') ?? '', providerIds: providerIdsOf(value) })
    : [];
}

/** Returns a hash of an item. The item contains IDs that are too random to be found from the hash. */
const digestOf = (item: object): string => hashOf(JSON.stringify(item));

const providerIdsOf = (value: Json): string[] => [textAt(value, 'metadata', 'phone_number_id') ?? ''];

function* readMessages({ value, providerIds }: FieldChange): Generator<CallbackItem | Unreadable> {
  const contacts = objectsAt(value, 'contacts');
  yield* readEach<Json, CallbackItem>(value.messages, (message) => messageItems(message, providerIds, contacts));
  yield* readEach<Json, CallbackItem>(value.statuses, (status) => readStatus(status, providerIds, contacts));
  yield* readErrors(value.errors, providerIds);
}

/** Problems that Meta reports about the number or the app (Meta, "Error codes"). */
const readErrors = (errors: unknown, providerIds: string[]): Items =>
  readEach<Json, CallbackItem>(errors, (error) => [
    {
      kind: 'error',
      providerIds,
      problem: `Meta reports the error ${bounded(textAt(error, 'code') ?? 'unknown', 20)}`,
    },
  ]);

/** The types that are no messages of the customer (not-messages). */
const NOT_MESSAGES: readonly unknown[] = ['system', 'request_welcome'];

function messageItems(message: Json, providerIds: string[], contacts: readonly Json[]): CallbackItem[] {
  const sighting = changeSighting(message);
  if (sighting) {
    return [{ kind: 'identity', providerIds, sighting, digest: digestOf(message) }];
  }
  if (NOT_MESSAGES.includes(message.type)) {
    return [];
  }
  const revision = revisionOf(message, contacts);
  return revision
    ? [{ kind: 'revision', providerIds, revision }]
    : [{ kind: 'inbound', providerIds, inbound: inboundOf(message, contacts) }];
}

/** What the business wrote in the WhatsApp Business app (Meta, "smb_message_echoes webhook reference"). */
function readEchoes({ value, providerIds }: FieldChange): Items {
  return readEach<Json, CallbackItem>(value.message_echoes, (message) => {
    if (NOT_MESSAGES.includes(message.type)) {
      return [];
    }
    const revision = revisionOf(message);
    return revision
      ? [{ kind: 'revision', providerIds, revision }]
      : [{ kind: 'app-message', providerIds, message: appMessageOf(message) }];
  });
}

/** The chats of the WhatsApp Business app from before the number was connected (Meta, "history webhook reference"). */
function* readHistory({ value, providerIds }: FieldChange): Generator<CallbackItem | Unreadable> {
  const contacts = objectsAt(value, 'contacts');
  yield* readEach<Json, CallbackItem>(value.messages, (message) => [
    { kind: 'past-file', providerIds, message: inboundOf(message, contacts) },
  ]);
  for (const part of objectsAt(value, 'history')) {
    yield* readErrors(part.errors, providerIds);
  }
  yield* readEach<Json, CallbackItem | Unreadable>(value.history, (part) =>
    readEach<Json, CallbackItem | Unreadable>(part.threads, (thread) =>
      readEach<Json, CallbackItem>(thread.messages, (message) => {
        const customer = textAt(thread, 'id');
        if (NOT_MESSAGES.includes(message.type)) {
          return [];
        }
        const ours = textAt(value, 'metadata', 'display_phone_number')?.replaceAll(/\D/g, '');
        const isOwn = textAt(message, 'to') !== null || textAt(message, 'from')?.replaceAll(/\D/g, '') === ours;
        return [
          {
            kind: 'past',
            providerIds,
            message: isOwn ? appMessageOf({ to: customer, ...message }) : inboundOf(message, contacts),
          },
        ];
      }),
    ),
  );
}
