import { CAPABILITIES, type Capabilities, CHANNELS, type Channel } from '@wigwag/openapi';
import type { ApiResponse } from '../../answer.ts';
import type { ApiCallOptions } from '../../api.ts';
import type { CaseContext } from '../../context.ts';
import { equal, expectThat } from '../../expectations.ts';

const channelsWhere = (matches: (row: Capabilities) => boolean): Channel[] =>
  CHANNELS.filter((channel) => matches(CAPABILITIES[channel]));

/** Channels with a window (§1). */
export const WINDOWED = channelsWhere(({ windowHours }) => windowHours !== null);
/** Channels whose messages go through a provider. */
export const WITH_PROVIDER = channelsWhere(({ sendsPerSecond }) => sendsPerSecond !== null);
/** Channels without templates (§1). */
export const WITHOUT_TEMPLATES = channelsWhere(({ features }) => !features.includes('template'));
/** Channels that accept files only by URL (§2.3). */
export const WITHOUT_MEDIA_IDS = channelsWhere(({ mediaFrom }) => !mediaFrom.includes('id'));
/** Channels on which people have no phone number. */
export const WITHOUT_PHONES = channelsWhere(({ recipient }) => recipient !== 'phone');
export const MINUTE = 60;
export const HOUR = 3600;
export const DAY = 86_400;

/** Returns the UTC date this many days from now. */
export const dateOf = (now: Date, days: number): string =>
  new Date(now.getTime() + days * DAY * 1000).toISOString().slice(0, 10);

/** Days may be in UTC or in the account's time zone (Europe/Istanbul), so this skips the hours in which they differ. */
export async function awaitOneDay(t: CaseContext): Promise<void> {
  if ((await t.now()).getUTCHours() >= 20) {
    await t.advance(5 * HOUR);
  }
}

/**
 * Returns the value of the topmost field with this name, at any depth, because the nesting of records is often open.
 */
// biome-ignore lint/suspicious/noExplicitAny: an implementation may return anything
export function field(node: unknown, name: string): any {
  let level: unknown[] = [node];
  while (level.length > 0) {
    const records = level.filter((one) => one !== null && typeof one === 'object');
    const found = records.find((one) => !Array.isArray(one) && Object.hasOwn(one as object, name));
    if (found) {
      return (found as Record<string, unknown>)[name];
    }
    level = records.flatMap((one) => Object.values(one as object));
  }
  return undefined;
}

/** Normalizes a phone in any format. Other identifiers are returned unchanged. */
export const personOf = (value: unknown): unknown =>
  typeof value === 'string' && /^\+?[\d\s()-]+$/.test(value) ? value.replaceAll(/\D/g, '') : value;

/** Returns whether a value contains a person at any depth, with the phone in any format. */
export const mentions = (node: unknown, person: string): boolean =>
  [...leaves(node)].some((leaf) => personOf(leaf) === person);

/** Returns all strings and numbers in a value, at any depth. */
export function* leaves(node: unknown): Generator<string | number | boolean> {
  if (Array.isArray(node)) {
    for (const one of node) {
      yield* leaves(one);
    }
  } else if (node !== null && typeof node === 'object') {
    yield* leaves(Object.values(node));
  } else if (node !== null && node !== undefined) {
    yield node as string | number | boolean;
  }
}

/**
 * Returns whether a response may describe this message. §4.2 lists no ID in it, so the ID may be missing, and records
 * within it may have IDs.
 */
export const mayDescribe = (data: { id?: unknown }, messageId: string): boolean => {
  const ids = [...leaves(data)].filter((leaf) => /^msg_\d+$/.test(String(leaf)));
  return (data.id ?? messageId) === messageId && (ids.length === 0 || ids.includes(messageId));
};

/** Returns all field names, strings and numbers in a value, in the order in which they are written. */
export function* words(node: unknown): Generator<string> {
  if (node !== null && typeof node === 'object') {
    for (const [name, value] of Object.entries(node)) {
      yield* Array.isArray(node) ? [] : [name];
      yield* words(value);
    }
  } else if (node !== null && node !== undefined) {
    yield String(node);
  }
}

/**
 * Checks that a provider request contains these values, in this order. The specification does not define provider
 * requests, so they may be anywhere, also as names of fields.
 */
export function carries(payload: unknown, values: readonly (string | number)[], what: string): void {
  const found = [...words(payload)];
  const wanted = values.map(String);
  let from = 0;
  for (const value of wanted) {
    const at = found.findIndex((leaf, i) => i >= from && (leaf === value || leaf.includes(value)));
    expectThat(
      at >= 0,
      `${what} reaches the provider: ${value.slice(0, 60)}`,
      found.map((leaf) => leaf.slice(0, 80)),
    );
    from = at;
  }
  // A request may have both the values and the text that contains them. Each of the two must be in order.
  const places = wanted.map((value) => found.indexOf(value));
  if (!places.includes(-1)) {
    equal(
      [...new Set(found.filter((leaf) => wanted.includes(leaf)))],
      [...new Set(wanted)],
      `the order in which ${what} reach the provider`,
    );
  }
}

/** Like `carries`, but the value must be a whole string or number, not a part of one. */
export function carriesWhole(payload: unknown, value: string | number, what: string): void {
  const found = [...words(payload)];
  expectThat(
    found.includes(String(value)),
    `${what} reaches the provider: ${value}`,
    found.map((leaf) => leaf.slice(0, 80)),
  );
}

/**
 * Checks that a provider request contains a value under a name: as a field, as a record or list of both, or in one text.
 * A request that does not have the name must have the text that the template makes of the value.
 */
export function carriesNamed(payload: unknown, name: string, value: string, text: string): void {
  const holdsPair = (node: unknown): boolean => {
    if (node === null || typeof node !== 'object') {
      return String(node).includes(name) && String(node).includes(value);
    }
    const record = node as Record<string, unknown>;
    const own = Object.values(record).map(String);
    const isPair = own.some((one) => one === name || one.endsWith(`.${name}`)) && [...words(node)].includes(value);
    const isField = Object.hasOwn(record, name) && [...words(record[name])].includes(value);
    return isPair || isField || Object.values(record).some(holdsPair);
  };
  expectThat(
    holdsPair(payload) || [...words(payload)].some((one) => one.includes(text)),
    `${value} reaches the provider as ${name}`,
    payload,
  );
}

/**
 * Checks that a file reaches the provider: by its URL, or, if the target fetched it to upload it, without another URL.
 * The specification does not define how files reach a provider.
 */
export function carriesFile(t: CaseContext, payload: unknown, url: string): void {
  const told = [...leaves(payload)].map(String);
  expectThat(
    told.includes(url) || (t.session.hooks.wasFetched(url) && !told.some((leaf) => /^https?:/.test(leaf))),
    'the file reaches the provider',
    told.map((leaf) => leaf.slice(0, 80)),
  );
}

/** Returns the only send that the provider accepted from this account. */
export async function onlySend(t: CaseContext): Promise<Awaited<ReturnType<CaseContext['sends']>>[number]> {
  const sends = await t.sends();
  expectThat(sends.length === 1, 'the provider accepted one message', sends.length);
  return sends[0] as (typeof sends)[number];
}

/** Checks that an invalid field is refused with 422. Any code is allowed, because it is often open. */
export const refusesField = (answer: ApiResponse): ApiResponse => answer.refuses(422);

/** Creates a template with these parts. @default approved */
export const body = (
  text: string,
  samples: string[] = [],
): { type: 'BODY'; text: string; example?: Record<string, unknown> } => ({
  type: 'BODY',
  text,
  ...(samples.length > 0 && { example: { body_text: [samples] } }),
});

export const query = (values: Record<string, string>): string => new URLSearchParams(values).toString();

/** Where the control protocol is offered, a key whose limit the many requests of a case do not reach. */
export const ample = async (t: CaseContext, mode: 'live' | 'test' = 'live'): Promise<ApiCallOptions> => ({
  key: t.session.control
    ? await t.key({ mode, requests_per_minute: 600_000 })
    : mode === 'test'
      ? await t.testKey()
      : (await t.account()).live,
});

/** Returns options with an Idempotency-Key that is unique to this case. */
export const withKey = (t: CaseContext, key: string) => ({ headers: { 'idempotency-key': `${key}-${t.tag}` } });

/** Returns the path of a send by GET. */
export const link = (values: Record<string, string>) => `/messages/template?${query(values)}`;

/**
 * Returns the same path with the key as a segment, encoded because the specification does not define a key's
 * characters.
 */
export const linkOfKey = (key: string, values: Record<string, string>): string =>
  `/messages/template/${encodeURIComponent(key)}?${query(values)}`;

/** Returns the path variant with the live key of the case. */
export const byPath = async (t: CaseContext, values: Record<string, string>): Promise<ApiResponse> =>
  t.get(linkOfKey((await t.account()).live, values), { key: null });

/** Any refusal, where the specification leaves the status open. */
export const isRefusal = ({ status }: ApiResponse): boolean => status >= 400 && status < 500;

/**
 * Returns whether a send is refused, or accepted and then failed without reaching the provider. Sends are asynchronous
 * (§1), so a target may find some faults only after its response.
 */
export async function isRefusedOrFails(t: CaseContext, answer: ApiResponse): Promise<boolean> {
  if (answer.status !== 202) {
    return isRefusal(answer) || [502, 503].includes(answer.status);
  }
  await t.settle();
  const { data } = (await t.get(`/messages/${answer.data.id}`)).succeeds();
  return field(data, 'status') === 'failed';
}

/**
 * Checks that the first two of three provider requests share a value that the third does not contain. Such a value
 * identifies the thing to the provider.
 */
export function distinguishes(sends: readonly { payload: unknown }[], what: string): void {
  const [one = [], same = [], other = []] = sends.map(({ payload }) => [...leaves(payload)].map(String));
  expectThat(
    one.some((leaf) => same.includes(leaf) && !other.includes(leaf)),
    `${what} differs from another one`,
    { one, same, other },
  );
}

/** Splits a name into words: `incoming_messages` and `incomingMessages` become `incoming messages`. */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase();

/**
 * Returns each number with the words of the names that lead to it. The strings of a list record count as its name, so
 * `[{status: 'open', count: 2}]` equals `{open: 2}`.
 */
export function* numbers(node: unknown, path = ''): Generator<[words: string, number]> {
  for (const [name, value] of Object.entries(node ?? {})) {
    const texts = Array.isArray(node) ? Object.values(value ?? {}).filter((one) => typeof one === 'string') : [];
    const here = `${path} ${texts.length > 0 ? texts.map(wordsOf).join(' ') : wordsOf(name)}`;
    if (typeof value === 'number') {
      yield [here, value];
    } else if (value !== null && typeof value === 'object') {
      yield* numbers(value, here);
    }
  }
}

/** Possible names of the count of these messages in the stats. */
export const COUNTS = {
  incoming: /\b(in|incoming|inbound|received)\b/,
  outgoing: /\b(out|outgoing|outbound|sent)\b/,
  delivered: /\b(delivered|delivery)\b/,
  read: /\breads?\b/,
  failed: /\b(failed|failures?)\b/,
} as const;
export const RATE = /\b(rates?|percent|percentage|pct|ratio)\b/;
