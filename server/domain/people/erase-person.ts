import type { AdminOperations } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { stopRuns } from '../../store/flows/stop-runs.ts';
import type { Tx } from '../../store/index.ts';
import type { ReceivedContent } from '../../store/messages/content.ts';
import { type MessageError, messageOf } from '../../store/messages/messages.ts';
import type { PersonalData } from '../../store/people/personal-data.ts';
import { runOne } from '../../store/rules.ts';
import type { MessageRow } from '../../store/tables.ts';
import { tagOf } from '../messages/parts.ts';
import { recordStatus } from '../messages/record-status.ts';
import { changesIn, markErased } from './erased-changes.ts';
import {
  callbacksOf,
  deliveriesOf,
  eventsOf,
  idempotencyRecordsOf,
  mediaIdsIn,
  namesInCallbacks,
} from './person-pages.ts';
import { anonymousPerson, erasedId, isErased, redactedError, redactedEvent, withoutItemsOf } from './redact.ts';

/**
 * The counts of erased data, as in the admin API. `stopped` counts the messages that had not been sent and are now
 * `failed`, and `left` the data that a worker is processing at this moment, or that has arrived since.
 */
export type ErasureResult = Omit<
  AdminOperations['erasePerson']['responses'][200]['content']['application/json'],
  'remains'
>;

/** The number of messages to rewrite in one transaction. */
const BATCH = 50;
/** A message has at most this many parts (long-text), and therefore tasks. */
const PARTS = 10;

const ERASED: MessageError = {
  code: 'erased',
  title: 'Erased',
  detail: 'The recipient was erased before the message was confirmed as sent.',
  provider_message: null,
};

/**
 * Erases all data about a person. Reports and campaigns still count the messages, but without the person and the
 * content. The contact, the conversations and the list entries are deleted. Nothing more is sent to the person: queued
 * messages are marked as failed. If a call is interrupted, or a worker is processing some of the data, the next call
 * continues the erasure.
 */
export async function erasePerson(app: App, person: PersonalData): Promise<ErasureResult> {
  const { accountId } = person;
  const { read } = app.store;
  const erased = { stopped: 0, events: 0, deliveries: 0, callbacks: 0, idempotency_records: 0, left: 0 };
  await read.personalData.overwriteDeleted();
  await app.store.transaction((tx) => tx.personalData.skipWaiting(person));
  const runs = await app.store.transaction(async (tx) => {
    await tx.personalData.lockConversations(person);
    for (const phone of person.persons) {
      await stopRuns(tx, { accountId, phone, reason: 'other', at: app.monotonicNow() }); // flow-other-stops
    }
    return tx.personalData.anonymizeRuns(person, anonymousPerson());
  });

  const ids = await read.personalData.messageIds(person);
  // Anonymized messages take their recipients along, so they are counted first.
  const recipients = (await read.personalData.rowsOf('campaign_recipients', person)).length;
  for await (const row of idempotencyRecordsOf(read, accountId, ids)) {
    await app.store.transaction((tx) => tx.personalData.deleteIdempotency(accountId, row));
    erased.idempotency_records += 1;
  }
  let media = 0;
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH);
    const done = await app.store.transaction((tx) => eraseMessages(app, tx, person, batch, ids));
    erased.left += done.left;
    erased.stopped += done.stopped;
    media += done.media;
  }
  await app.store.transaction((tx) => tx.personalData.anonymizeRecipients(person, anonymousPerson));

  for await (const { seq, data } of eventsOf(read, person, ids)) {
    const redacted = JSON.stringify(redactedEvent(JSON.parse(data), anonymousPerson()));
    await app.store.transaction((tx) => tx.personalData.setEvent(accountId, seq, redacted));
    erased.events += 1;
  }
  for await (const { id, data } of deliveriesOf(read, person, ids)) {
    const redacted = JSON.stringify(redactedEvent(JSON.parse(data), anonymousPerson()));
    const isFree = await app.store.transaction((tx) =>
      unlessBegun(tx, accountId, id, () => tx.personalData.setDelivery(accountId, id, redacted)),
    );
    erased[isFree ? 'deliveries' : 'left'] += 1;
  }
  const names = namesInCallbacks(person);
  for await (const { id, body } of callbacksOf(read, person)) {
    const pruned = withoutItemsOf(body, names) ?? body;
    const changes = changesIn(app, body, names);
    // Callbacks do not belong to an account.
    const isFree = await app.store.transaction((tx) =>
      unlessBegun(tx, 0, id, async () => {
        await markErased(app, tx, accountId, changes);
        await tx.personalData.setCallback(id, pruned);
      }),
    );
    erased[isFree ? 'callbacks' : 'left'] += 1;
  }
  if (erased.left === 0) {
    // Last, because the other steps need these entries to find their data.
    erased.left = await app.store.transaction(async (tx) => {
      await tx.identities.lockNames(accountId);
      return tx.personalData.deletePerson(person);
    });
  }
  return { messages: ids.length, flow_runs: runs, campaign_recipients: recipients, media, ...erased };
}

/**
 * Returns what `erasePerson` would return. It leaves out data that a worker is processing, because only the erasure
 * itself can find out.
 */
export async function countPerson(app: App, person: PersonalData): Promise<ErasureResult> {
  const { accountId } = person;
  const { read } = app.store;
  const { personalData } = read;
  const ids = await personalData.messageIds(person);
  let stopped = 0;
  const media = new Set<string>();
  for (let start = 0; start < ids.length; start += BATCH) {
    const rows = await personalData.messages(accountId, ids.slice(start, start + BATCH));
    stopped += rows.filter(isUnsent).length;
    const named = mediaIdsIn(rows.map(({ content }) => content));
    for (const id of await personalData.unsharedMedia(accountId, named, ids)) {
      media.add(id);
    }
  }
  return {
    messages: ids.length,
    flow_runs: (await personalData.rowsOf('flow_runs', person)).length,
    campaign_recipients: (await personalData.rowsOf('campaign_recipients', person)).length,
    media: media.size,
    stopped,
    events: await countOf(eventsOf(read, person, ids)),
    deliveries: await countOf(deliveriesOf(read, person, ids)),
    callbacks: await countOf(callbacksOf(read, person)),
    idempotency_records: await countOf(idempotencyRecordsOf(read, accountId, ids)),
    left: 0,
  };
}

async function countOf(rows: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of rows) {
    count += 1;
  }
  return count;
}

/** Returns whether an erasure stops this message: the provider has not accepted it. */
const isUnsent = ({ direction, status, external_id }: MessageRow): boolean =>
  direction === 'out' && status === 'queued' && external_id === null;

/** Runs a change unless a worker has started the task of this subject. Returns whether it ran. */
async function unlessBegun(tx: Tx, accountId: number, subject: string, change: () => Promise<void>): Promise<boolean> {
  const isFree = (await tx.personalData.lock(accountId, [subject])).size === 0;
  if (isFree) {
    await change();
  }
  return isFree;
}

async function eraseMessages(
  app: App,
  tx: Tx,
  { accountId }: PersonalData,
  ids: readonly string[],
  all: readonly string[],
): Promise<{ left: number; stopped: number; media: number }> {
  const tasksOf = (id: string) => Array.from({ length: PARTS }, (_, part) => tagOf(id, part));
  // Locks messages before tasks, as all code that locks both must.
  const rows = await tx.personalData.lockMessages(accountId, ids);
  const begun = await tx.personalData.lock(accountId, ids.flatMap(tasksOf));
  const free = rows.filter(({ id }) => !tasksOf(id).some((subject) => begun.has(subject)));
  const subjects = free.flatMap(({ id }) => tasksOf(id));
  await tx.personalData.dropTasks(accountId, subjects);
  const media = await tx.personalData.deleteMedia(accountId, mediaIdsIn(free.map(({ content }) => content)), all);
  let stopped = 0;
  for (const row of free) {
    stopped += Number(await eraseMessage(app, tx, row));
  }
  return { left: rows.length - free.length, stopped, media };
}

/** Erases one message and returns whether this stopped its send. */
async function eraseMessage(app: App, tx: Tx, row: MessageRow): Promise<boolean> {
  const person = isErased(row.person) ? row.person : anonymousPerson();
  const error = row.error === null ? null : JSON.stringify(redactedError(JSON.parse(row.error)));
  // A provider may repeat its callback for the message.
  const isReceived = row.direction === 'in' || (JSON.parse(row.content) as ReceivedContent).sent_by === 'app';
  const externalId = isReceived && row.external_id !== null ? erasedId(row.external_id) : null;
  await tx.personalData.anonymizeMessage(row.account_id, row.id, { person, error, externalId });
  if (row.direction === 'in' || row.status !== 'queued') {
    return false;
  }
  const message = { ...messageOf(row), person, externalId: null };
  // A message that the provider accepted has been sent, even if no status has arrived.
  const stops = isUnsent(row);
  await runOne(tx, recordStatus, {
    app,
    message,
    change: stops ? { status: 'failed', error: ERASED } : { status: 'sent' },
  });
  return stops;
}
