import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type GradeOptions, gradeReceiver } from '../index.ts';
import { listening } from '../testing/servers.ts';

const SECRET = 'whsec_of_the_test';

// biome-ignore lint/suspicious/noExplicitAny: as a receiver reads it
type Event = any;

/** One mistake that a receiver may make. */
interface Habits {
  /** Joins the pieces of a body. */
  body: (pieces: Buffer[]) => Buffer;
  /** Whether it reads a request at all. */
  reads: (request: IncomingMessage) => boolean;
  /** Whether a signature is the expected one. Both are hexadecimal. */
  matches: (given: string, expected: string) => boolean;
  /** What is verified: the raw bytes, or reserialized JSON. */
  signed: (raw: Buffer) => Buffer | string;
  verifies: boolean;
  /** Whether a signature of this time, in seconds, is too old. */
  isOld: (time: number) => boolean;
  /** An additional check after the signature. The receiver refuses the delivery if it returns false. */
  accepts: (event: Event) => boolean | Promise<boolean>;
  /** The status for a malformed signature. */
  malformed: number;
  /** The secrets that it verifies with. */
  secrets: readonly string[];
  /** Whether it shows a status after it showed the one before. */
  moves: (before: number, to: number) => boolean;
}

const now = () => Date.now() / 1000;
const RANK = ['sent', 'delivered', 'read', 'failed'];
const MESSAGES = '/messages/';

/** A receiver as a user would write it, with only Node. */
const GOOD: Habits = {
  body: (pieces) => Buffer.concat(pieces),
  reads: () => true,
  matches: (given, expected) =>
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected)),
  signed: (raw) => raw,
  verifies: true,
  isOld: (time) => Math.abs(now() - time) > 300,
  accepts: () => true,
  malformed: 400,
  secrets: [SECRET],
  moves: (before, to) => to > before,
};

async function grades(bad: Partial<Habits> = {}, options: GradeOptions = {}): Promise<Record<string, string>> {
  const own = { ...GOOD, ...bad };
  const shown = new Map<string, number>();

  /** Returns the status of the response to a delivery. */
  async function handled(request: IncomingMessage, raw: Buffer): Promise<number> {
    const [, time, v1] = /^t=(\d+),v1=([0-9a-f]{2,})$/.exec(String(request.headers['x-service-signature'])) ?? [];
    if (own.verifies && (time === undefined || v1 === undefined)) {
      return own.malformed;
    }
    const isExpected = (secret: string) =>
      own.matches(v1 ?? '', createHmac('sha256', secret).update(`${time}.`).update(own.signed(raw)).digest('hex'));
    if (!own.reads(request) || (own.verifies && !(own.secrets.some(isExpected) && !own.isOld(Number(time))))) {
      return 401;
    }
    const event = JSON.parse(raw.toString('utf8'));
    const { id, status } = event.data.message ?? {};
    const [before, to] = [shown.get(id) ?? -1, RANK.indexOf(status)];
    if (to >= 0 && own.moves(before, to)) {
      shown.set(id, to);
    }
    return (await own.accepts(event)) ? 200 : 409;
  }

  const { url, close } = await listening((request, response) => {
    if (request.url?.startsWith(MESSAGES)) {
      response.end(RANK[shown.get(request.url.slice(MESSAGES.length)) ?? -1]);
      return;
    }
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', async () => {
      const code = await handled(request, own.body(pieces)).catch(() => 500);
      response.writeHead(code).end();
    });
  });
  onTestFinished(close);
  const found = await gradeReceiver(url, SECRET, { statusUrl: `${url}${MESSAGES}{id}`, ...options });
  return Object.fromEntries(found.map(({ rule, verdict }) => [rule, verdict]));
}

const failing = (found: Record<string, string>) => Object.keys(found).filter((rule) => found[rule] !== 'pass');

test('a correct receiver passes every rule', async () => {
  const found = await grades();
  expect(failing(found)).toEqual([]);
  expect(Object.keys(found)).toHaveLength(27);
});

const seen = () => {
  const ids = new Set<string>();
  return ({ id }: Event) => ids.size !== ids.add(id).size;
};
const inOrder = () => {
  const at = new Map<string, number>();
  return ({ event, data }: Event) => {
    if (event !== 'message.status') {
      return true;
    }
    const [rank, before] = [RANK.indexOf(data.message.status), at.get(data.message.id) ?? -1];
    at.set(data.message.id, rank);
    return rank > before;
  };
};
/** Refuses deliveries while it handles this many. */
const limited = (most: number) => {
  let handling = 0;
  return async () => {
    handling++;
    await sleep(20);
    return handling-- <= most;
  };
};
/** The part of a day, in seconds. */
const ofDay = (time: number): number => time % 86_400;
const isText = ({ event, data }: Event): boolean =>
  event !== 'message.received' || typeof data.message.text === 'string';

test.each<[string, Partial<Habits>, string[]]>([
  [
    'verifies nothing',
    { verifies: false },
    ['unsigned', 'wrong-secret', 'changed-body', 'changed-time', 'malformed-signature', 'part-of-signature', 'old'],
  ],
  ['verifies reserialized JSON', { signed: (raw) => JSON.stringify(JSON.parse(raw.toString('utf8'))) }, ['raw-body']],
  ['accepts deliveries of any age', { isOld: () => false }, ['old']],
  ['compares times of day only', { isOld: (time) => Math.abs(ofDay(now()) - ofDay(time)) > 300 }, ['old']],
  ['rounds ages to minutes', { isOld: (time) => Math.round((now() - time) / 60) > 5 }, ['old']],
  [
    'refuses deliveries of more than four and a half minutes',
    { isOld: (time) => now() - time > 270 },
    ['not-too-strict'],
  ],
  ['reads the pieces of a body as texts', { body: (pieces) => Buffer.from(pieces.join('')) }, ['pieces']],
  ['verifies the body without spaces at its end', { signed: (raw) => raw.toString('utf8').trim() }, ['raw-body']],
  [
    'knows the header by one spelling',
    { reads: ({ rawHeaders }) => rawHeaders.includes('X-Service-Signature') },
    ['header-names'],
  ],
  ['takes no charset', { reads: ({ headers }) => headers['content-type'] === 'application/json' }, ['content-type']],
  [
    'compares the beginning of the signature',
    { matches: (given, expected) => given.slice(0, 16) === expected.slice(0, 16) },
    ['part-of-signature'],
  ],
  [
    'accepts a part of the signature',
    { matches: (given, expected) => expected.startsWith(given) },
    ['part-of-signature'],
  ],
  ['needs a text', { accepts: isText }, ['takes-kinds']],
  ['needs no error', { accepts: ({ data }) => !data.message?.error }, ['takes-kinds']],
  ['needs a phone number', { accepts: ({ data }) => /^90/.test(data.message?.from?.id ?? '90') }, ['takes-kinds']],
  ['needs times in UTC', { accepts: ({ data }) => !/\d[+-]\d\d:\d\d"/.test(JSON.stringify(data)) }, ['takes-kinds']],
  [
    'takes no long text',
    { accepts: ({ data }) => (data.message?.text ?? '').length < 5000 || data.message.text[0] === 'x' },
    ['takes-kinds'],
  ],
  ['handles five deliveries at the same time', { accepts: limited(5) }, ['burst']],
  ['takes a status back', { moves: () => true }, ['forward']],
  [
    'refuses unknown fields of a message',
    { accepts: ({ data }) => !('further' in (data.message ?? {})) },
    ['unknown-fields'],
  ],
  ['refuses unknown fields of the envelope', { accepts: (event) => !('further' in event) }, ['unknown-fields']],
  ['refuses deliveries that are a minute old', { isOld: (time) => now() - time > 60 }, ['not-too-strict']],
  ['refuses a duplicate', { accepts: seen() }, ['duplicate', 'duplicate-at-once', 'duplicate-later']],
  [
    'takes the time of an event for that of its signature',
    { accepts: ({ created_at }) => Date.now() - Date.parse(created_at) < 300_000 },
    ['late-retry', 'duplicate-later'],
  ],
  ['accepts only first attempts', { accepts: ({ attempt }) => attempt < 3 }, ['late-retry']],
  ['refuses deliveries out of order', { accepts: inOrder() }, ['order']],
  ['refuses unknown fields', { accepts: ({ data }) => !('further' in data) }, ['unknown-fields']],
  ['fails on a malformed signature', { malformed: 500 }, ['unsigned', 'malformed-signature']],
])('a receiver that %s fails only that rule', async (_, bad, rules) => {
  expect(failing(await grades(bad))).toEqual(rules);
});

test('during a rotation, a receiver verifies with both secrets', async () => {
  const previousSecret = 'whsec_before';
  const both = await grades({ secrets: [SECRET, previousSecret] }, { previousSecret });
  expect(failing(both)).toEqual([]);
  expect(Object.keys(both)).toHaveLength(29);
  expect(failing(await grades({}, { previousSecret }))).toEqual(['rotation']);
});

test('after a rotation, a receiver refuses the retired secret', async () => {
  const retiredSecret = 'whsec_retired';
  expect(failing(await grades({}, { retiredSecret }))).toEqual([]);
  expect(failing(await grades({ secrets: [SECRET, retiredSecret] }, { retiredSecret }))).toEqual(['retired-secret']);
});

test('testing stops after three deliveries without a response', async () => {
  let asked = 0;
  const { url, close } = await listening((request, response) => {
    request.resume();
    if (++asked === 1) {
      response.end();
    }
  });
  onTestFinished(close);
  const told: string[] = [];
  const found = await gradeReceiver(url, SECRET, {
    onGrade: ({ rule }) => told.push(rule),
    timeoutMilliseconds: 500,
  });
  expect(asked).toBe(4);
  expect(found.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule)).toEqual(['takes-message.received']);
  expect(found.at(-1)?.got).toMatch(/^the slowest took/);
  expect(found.find(({ rule }) => rule === 'old')?.got).toMatch(
    /^returned nothing, .*; no further deliveries were sent$/,
  );
  expect(told).toEqual(found.map(({ rule }) => rule));
});

test('an endless response counts as no response and is not kept in memory', async () => {
  const chunk = 'x'.repeat(65_536);
  const { url, close } = await listening((request, response) => {
    request.resume();
    const more = () => {
      while (!response.destroyed && response.write(chunk)) {}
    };
    response.on('drain', more);
    more();
  });
  onTestFinished(close);
  const [first] = await gradeReceiver(url, SECRET);
  expect(first).toMatchObject({ verdict: 'fail', got: 'returned too much' });
});

test.each(['', 'hook', 'ftp://127.0.0.1/'])('%j is not a valid receiver URL', async (url) => {
  await expect(gradeReceiver(url, SECRET)).rejects.toThrow(/must have an http or https URL; .*is not one/);
});
