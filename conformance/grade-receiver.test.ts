import { createHmac, timingSafeEqual } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { type GradeOptions, gradeReceiver } from './index.ts';
import { listening } from './testing/servers.ts';

const SECRET = 'whsec_of_the_test';

/** One mistake that a receiver may make. */
interface Habits {
  /** What is verified: the raw bytes, or reserialized JSON. */
  signed: (raw: Buffer) => Buffer | string;
  verifies: boolean;
  toleranceSeconds: number;
  /** An additional check after the signature. The receiver refuses the delivery if it returns false. */
  // biome-ignore lint/suspicious/noExplicitAny: as a receiver reads it
  accepts: (event: any) => boolean;
  /** The status for a malformed signature. */
  malformed: number;
  /** The secrets that it verifies with. */
  secrets: readonly string[];
}

/** A receiver as a user would write it, with only Node. */
const GOOD: Habits = {
  signed: (raw) => raw,
  verifies: true,
  toleranceSeconds: 300,
  accepts: () => true,
  malformed: 400,
  secrets: [SECRET],
};

async function grades(bad: Partial<Habits> = {}, options: GradeOptions = {}): Promise<Record<string, string>> {
  const { signed, verifies, toleranceSeconds, accepts, malformed, secrets } = { ...GOOD, ...bad };
  const { url, close } = await listening((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks);
      const [, time, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['x-service-signature'])) ?? [];
      if (verifies && (time === undefined || v1 === undefined)) {
        response.writeHead(malformed).end();
        return;
      }
      const isExpected = (secret: string) => {
        const expected = createHmac('sha256', secret).update(`${time}.`).update(signed(raw)).digest();
        return timingSafeEqual(Buffer.from(v1 ?? '', 'hex'), expected);
      };
      const holds =
        !verifies || (secrets.some(isExpected) && Math.abs(Date.now() / 1000 - Number(time)) <= toleranceSeconds);
      response.writeHead(!holds ? 401 : accepts(JSON.parse(raw.toString('utf8'))) ? 200 : 409).end();
    });
  });
  onTestFinished(close);
  return Object.fromEntries((await gradeReceiver(url, SECRET, options)).map(({ rule, verdict }) => [rule, verdict]));
}

const failing = (found: Record<string, string>) => Object.keys(found).filter((rule) => found[rule] !== 'pass');

test('a correct receiver passes every rule', async () => {
  const found = await grades();
  expect(failing(found)).toEqual([]);
  expect(Object.keys(found)).toHaveLength(20);
});

const seen = () => {
  const ids = new Set<string>();
  return ({ id }: { id: string }) => ids.size !== ids.add(id).size;
};
const RANK = ['sent', 'delivered', 'read'];
const inOrder = () => {
  const at = new Map<string, number>();
  return ({ event, data }: { event: string; data: { message: { id: string; status: string } } }) => {
    const rank = event === 'message.status' ? RANK.indexOf(data.message.status) : 0;
    const before = event === 'message.status' ? (at.get(data.message.id) ?? -1) : -1;
    at.set(data?.message?.id, rank);
    return rank > before;
  };
};

test.each<[string, Partial<Habits>, string[]]>([
  [
    'verifies nothing',
    { verifies: false },
    ['unsigned', 'wrong-secret', 'changed-body', 'changed-time', 'malformed-signature', 'old'],
  ],
  ['verifies reserialized JSON', { signed: (raw) => JSON.stringify(JSON.parse(raw.toString('utf8'))) }, ['raw-body']],
  ['accepts deliveries of any age', { toleranceSeconds: Number.POSITIVE_INFINITY }, ['old']],
  ['refuses deliveries that are a minute old', { toleranceSeconds: 60 }, ['not-too-strict']],
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
  expect(Object.keys(both)).toHaveLength(22);
  expect(failing(await grades({}, { previousSecret }))).toEqual(['rotation']);
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
  expect(found.find(({ rule }) => rule === 'old')?.got).toBe('returned nothing; no further deliveries were sent');
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
