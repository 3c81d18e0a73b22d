import { CAPABILITIES, type Capabilities, CHANNELS, type Channel } from '@wigwag/openapi';
import type { Answer } from '../../answer.ts';
import type { Context } from '../../context.ts';
import { that } from '../../expectations.ts';

const channelsWhere = (matches: (row: Capabilities) => boolean): Channel[] =>
  CHANNELS.filter((channel) => matches(CAPABILITIES[channel]));

/** Channels with a window (§1). */
export const WINDOWED = channelsWhere(({ windowHours }) => windowHours !== null);
/** Channels whose messages go through a provider. */
export const WITH_PROVIDER = channelsWhere(({ sendsPerSecond }) => sendsPerSecond !== null);
/** Channels without templates (§1). */
export const WITHOUT_TEMPLATES = channelsWhere(({ features }) => !features.includes('template'));
/** Channels that take files only by URL (§2.3). */
export const WITHOUT_MEDIA_IDS = channelsWhere(({ mediaFrom }) => !mediaFrom.includes('id'));
/** Channels whose people have no phone number. */
export const WITHOUT_PHONES = channelsWhere(({ recipient }) => recipient !== 'phone');
export const MINUTE = 60;
export const HOUR = 3600;
export const DAY = 86_400;

/** The date in UTC as many days from now. */
export const dateOf = (now: Date, days: number): string =>
  new Date(now.getTime() + days * DAY * 1000).toISOString().slice(0, 10);

/** Days may be those of UTC or of the account (Europe/Istanbul), so the hours in which they differ are waited out. */
export async function awaitOneDay(t: Context): Promise<void> {
  if ((await t.now()).getUTCHours() >= 20) {
    await t.advance(5 * HOUR);
  }
}

/** The value of a field, wherever in an answer it stands: the nearest to the top, since how records nest is often open. */
// biome-ignore lint/suspicious/noExplicitAny: any implementation may answer anything
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

/** Who it is, however a phone is spelt; what is no phone stays as it is. */
export const personOf = (value: unknown): unknown =>
  typeof value === 'string' && /^\+?[\d\s()-]+$/.test(value) ? value.replaceAll(/\D/g, '') : value;

/** Whether somebody stands anywhere in a value, however the phone is spelt. */
export const tells = (node: unknown, person: string): boolean =>
  [...leaves(node)].some((leaf) => personOf(leaf) === person);

/** Every text and number anywhere in a value. */
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
 * That these values stand somewhere in a request to the provider, in this order. How a provider is asked is not the
 * specification's, so where they stand is left open.
 */
export function carries(payload: unknown, values: readonly (string | number)[], what: string): void {
  const found = [...leaves(payload)].map(String);
  let from = 0;
  for (const value of values.map(String)) {
    const at = found.findIndex((leaf, i) => i >= from && (leaf === value || leaf.includes(value)));
    that(
      at >= 0,
      `${what} reaches the provider: ${value.slice(0, 60)}`,
      found.map((leaf) => leaf.slice(0, 80)),
    );
    from = at;
  }
}

/** As `carries`, but the value is the whole of a text or number, and not a part of it. */
export function carriesWhole(payload: unknown, value: string | number, what: string): void {
  const found = [...leaves(payload)].map(String);
  that(
    found.includes(String(value)),
    `${what} reaches the provider: ${value}`,
    found.map((leaf) => leaf.slice(0, 80)),
  );
}

/**
 * That a file reaches the provider: by its address, or, when the target fetched it to hand it on, by no other address. What a
 * provider is told of a file is not the specification's.
 */
export function carriesFile(t: Context, payload: unknown, url: string): void {
  const told = [...leaves(payload)].map(String);
  that(
    told.includes(url) || (t.session.hooks.wasFetched(url) && !told.some((leaf) => /^https?:/.test(leaf))),
    'the file reaches the provider',
    told.map((leaf) => leaf.slice(0, 80)),
  );
}

/** The only send that the provider took from this account. */
export async function onlySend(t: Context): Promise<Awaited<ReturnType<Context['sends']>>[number]> {
  const sends = await t.sends();
  that(sends.length === 1, 'the provider took one message', sends.length);
  return sends[0] as (typeof sends)[number];
}

/** A refusal of a field: any code with 422, since which one stands for which field is often open. */
export const refusesField = (answer: Answer): Answer => answer.refuses(422);

/** A template with the parts given, approved unless told otherwise. */
export const body = (
  text: string,
  samples: string[] = [],
): { type: 'BODY'; text: string; example?: Record<string, unknown> } => ({
  type: 'BODY',
  text,
  ...(samples.length > 0 && { example: { body_text: [samples] } }),
});

export const query = (values: Record<string, string>): string => new URLSearchParams(values).toString();

/** The options that send an Idempotency-Key of this case. */
export const withKey = (t: Context, key: string) => ({ headers: { 'idempotency-key': `${key}-${t.tag}` } });

/** The path of a send by GET. */
export const link = (values: Record<string, string>) => `/messages/template?${query(values)}`;

/** The same with the key as a segment of the path; what signs a key may hold is not the specification's. */
export const linkOfKey = (key: string, values: Record<string, string>): string =>
  `/messages/template/${encodeURIComponent(key)}?${query(values)}`;

/** The path variant with the live key of the case. */
export const byPath = async (t: Context, values: Record<string, string>): Promise<Answer> =>
  t.get(linkOfKey((await t.account()).live, values), { key: null });

/** Any answer that says no, where the specification leaves open how. */
export const isRefusal = ({ status }: Answer): boolean => status >= 400 && status < 500;

/**
 * That of three requests to the provider the first two share something that the third does not have: whatever the provider is
 * told of a thing, it is told apart from another one.
 */
export function tellsApart(sends: readonly { payload: unknown }[], what: string): void {
  const [one = [], same = [], other = []] = sends.map(({ payload }) => [...leaves(payload)].map(String));
  that(
    one.some((leaf) => same.includes(leaf) && !other.includes(leaf)),
    `${what} is told apart from another one`,
    { one, same, other },
  );
}

/** The words of a name, however they are joined: `incoming_messages` and `incomingMessages` are `incoming messages`. */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .toLowerCase();

/**
 * Each number, with the words of the names that lead to it. A record of a list is named by what its texts say, so that
 * `[{status: 'open', count: 2}]` tells as much as `{open: 2}`.
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

/** What a number of the stats may be called that counts these. */
export const COUNTS = {
  incoming: /\b(in|incoming|inbound|received)\b/,
  outgoing: /\b(out|outgoing|outbound|sent)\b/,
  delivered: /\b(delivered|delivery)\b/,
  read: /\breads?\b/,
  failed: /\b(failed|failures?)\b/,
} as const;
export const RATE = /\b(rates?|percent|percentage|pct|ratio)\b/;
