import { createHmac, randomInt, randomUUID } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { BodyTooLarge, boundedText } from './bounded-body.ts';
import { causeOf, noResponse } from './no-response.ts';
import { TargetError } from './verdict.ts';

/** The result of testing a webhook receiver against one rule. */
export interface Grade {
  rule: string;
  text: string;
  verdict: 'pass' | 'fail' | 'warn';
  got: string;
}

const TIMEOUT_MILLISECONDS = 10_000;
/** After this many consecutive deliveries without a complete response, no more are sent. */
const GIVES_UP_AFTER = 3;
/** The status if there was no response, or if the response did not end. */
const NONE = 0;
const TOO_LARGE = -1;
const PIECE_MILLISECONDS = 50;
const LARGE_CHARACTERS = 3 * 1024 * 1024;
/** §6: a receiver rejects older timestamps. */
const TOLERANCE_SECONDS = 300;
/** §6: the retries follow after 1 min, 5 min, 30 min, 2 h and 12 h. */
const LAST_RETRY_SECONDS = 52_560;
const DAYS_SECONDS = 259_200;
/** How much later than the limit a signature is too old, so that a clock of a receiver may be a little off. */
const CLOCK_SECONDS = 20;
/** Ages of signatures that are too old. A receiver that compares minutes or times of day accepts the last two. */
const OLD_SECONDS = [TOLERANCE_SECONDS + CLOCK_SECONDS, 3600, 86_400];
const NOT_OLD_SECONDS = [TOLERANCE_SECONDS - 60, TOLERANCE_SECONDS - CLOCK_SECONDS];
const BURST = 20;
/** §8: the length of a text on whatsapp. Each of these characters takes four bytes. */
const LONG_TEXT = '🍵'.repeat(4096);
/** How long a receiver may take to show a status. */
const SHOWS_MILLISECONDS = 5000;
/** Deliveries between two with the same ID, so that a short list of the latest IDs forgets the first. */
const BETWEEN = 100;
const BETWEEN_AT_ONCE = 20;

/** How to test a receiver. */
export interface GradeOptions {
  /** Called with each result as soon as it is known. */
  onGrade?: (grade: Grade) => void;
  /** Response timeout. @default 10 s (§6) */
  timeoutMilliseconds?: number;
  /** The secret before a rotation, which the receiver also accepts. @default no rotation is tested */
  previousSecret?: string;
  /** A secret that a rotation has ended, which the receiver no longer accepts. @default no such secret is tested */
  retiredSecret?: string;
  /** Where the receiver shows a message, with `{id}` for its ID. @default what it shows is not tested */
  statusUrl?: string;
}

interface SentDelivery {
  event?: string;
  id?: string;
  data?: unknown;
  attempt?: number;
  /** Seconds between the signature and now. */
  age?: number;
  /** Seconds between the event and now. @default 0 */
  eventAge?: number;
  /** Changes the body after it is signed. */
  spoil?: (raw: string) => string;
  signature?: (time: number, raw: string) => string | undefined;
  /** Serializes the JSON. Receivers must verify the raw bytes, not reserialized JSON. */
  write?: (value: unknown) => string;
  contentType?: string;
  /** Formats header names. The request then arrives in pieces. */
  headerName?: (name: string) => string;
}

const inbound = (text: string, at = Date.now()) => ({
  message: {
    id: `msg_in_${at}${Math.floor(Math.random() * 1e6)}`,
    external_id: `wamid.${randomUUID()}`,
    channel: 'whatsapp',
    connection_id: 'wa_1',
    from: { id: '905551112233', name: 'Ada' },
    type: 'text',
    text,
    received_at: new Date(at).toISOString(),
  },
});
const status = (id: string, to: string) => ({
  message: {
    id,
    external_id: 'wamid.grade',
    channel: 'whatsapp',
    to: '905551112233',
    status: to,
    error: null,
    occurred_at: new Date().toISOString(),
  },
});

const received = (more: Record<string, unknown>) => ({
  event: 'message.received',
  data: { message: { ...inbound('Hello').message, ...more } },
});
const reported = (name: string, more: Record<string, unknown> = {}) => ({
  event: 'message.status',
  data: { message: { ...status(`msg_${Date.now()}${randomInt(1e6)}`, name).message, ...more } },
});
/** Returns the time now in another time zone. */
const inOffset = (hours: number, rest: string): string =>
  new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19) + rest;
const FAILURE = { code: 131026, title: 'Message undeliverable', detail: 'Not on WhatsApp', provider_message: 'Failed' };

/** Returns an event for each form of content (§6). */
const kinds = () => [
  received({ type: 'image', text: null, media: { url: 'https://files.example/a.jpg', mime_type: 'image/jpeg' } }),
  received({ type: 'audio', text: undefined, media: { url: 'https://files.example/a.ogg', mime_type: 'audio/ogg' } }),
  received({ type: 'location', text: null }),
  received({ type: 'button', text: null, button: { payload: 'yes', title: 'Yes' } }),
  received({ reply_to: 'wamid.quoted' }),
  // Further types: §6 lists only some.
  received({ type: 'something_new', text: undefined }),
  received({ text: LONG_TEXT, from: { id: '905551112233', name: 'Ayşe 🍵' } }),
  received({ channel: 'instagram', connection_id: 'ig_1', from: { id: '17841400000000001', name: 'Ada' } }),
  received({ channel: 'web', connection_id: 'web_1', from: { id: 'web_1f', name: 'Ada' } }),
  // §1: a time has any UTC offset.
  received({ received_at: inOffset(3, '+03:00') }),
  reported('delivered', { occurred_at: inOffset(-7, '.123456-07:00') }),
  reported('read', { test: true }),
  reported('failed', { error: FAILURE }),
  reported('sent', { channel: 'messenger', to: '24680000000001' }),
  {
    event: 'template.status',
    data: {
      template: {
        name: 'hello',
        language: 'tr',
        category: 'MARKETING',
        status: 'REJECTED',
        rejection_reason: 'INVALID_FORMAT',
      },
    },
  },
];

/**
 * Posts a body in pieces and returns the status. Unlike fetch, it keeps the case of header names. The pieces end within
 * characters that take several bytes.
 */
async function postInPieces(
  url: string,
  headers: Record<string, string>,
  body: string,
  signal: AbortSignal,
): Promise<number> {
  const raw = Buffer.from(body);
  const asked = (url.startsWith('https:') ? https : http).request(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Length': raw.length },
    agent: false,
    signal,
  });
  const answered = new Promise<number>((resolve, reject) => {
    asked.on('error', reject).on('response', (response) => {
      response.resume();
      resolve(response.statusCode ?? NONE);
    });
  });
  answered.catch(() => {});
  const within = raw.findIndex((byte) => byte >= 0xc0) + 1;
  for (const [from, to] of [
    [0, within],
    [within, within + 1],
    [within + 1, raw.length],
  ]) {
    asked.write(raw.subarray(from, to));
    // The receiver reads each piece alone.
    await sleep(PIECE_MILLISECONDS);
  }
  asked.end();
  return answered;
}

/**
 * Sends a receiver valid deliveries and attacks, and tests its responses.
 *
 * @throws {TargetError} if it never responds
 */
export async function gradeReceiver(
  url: string,
  secret: string,
  { onGrade, timeoutMilliseconds = TIMEOUT_MILLISECONDS, previousSecret, retiredSecret, statusUrl }: GradeOptions = {},
): Promise<Grade[]> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new TargetError(`the receiver must have an http or https URL; ${url} is not one`);
  }
  const signedWith = (key: string) => (time: number, raw: string) =>
    `t=${time},v1=${createHmac('sha256', key).update(`${time}.${raw}`).digest('hex')}`;
  const sign = signedWith(secret);

  let answered = false;
  /** Consecutive deliveries without a complete response. */
  let silent = 0;
  const durations: number[] = [];

  /** @returns the status, or NONE or TOO_LARGE */
  async function send({
    event = 'message.received',
    id = `whd_${randomUUID()}`,
    data = inbound('Hello'),
    attempt = 1,
    age = 0,
    eventAge = 0,
    spoil,
    signature = sign,
    write = JSON.stringify,
    contentType = 'application/json',
    headerName,
  }: SentDelivery): Promise<number> {
    if (silent === GIVES_UP_AFTER) {
      return NONE;
    }
    const raw = write({
      id,
      event,
      api_version: 'v1',
      created_at: new Date(Date.now() - eventAge * 1000).toISOString(),
      company_id: 1,
      attempt,
      data,
    });
    const time = Math.floor(Date.now() / 1000) - age;
    const signed = signature(time, raw);
    const headers = {
      'Content-Type': contentType,
      'X-Service-Event': event,
      'X-Service-Delivery-Id': id,
      'X-Service-Attempt': String(attempt),
      ...(signed !== undefined && { 'X-Service-Signature': signed }),
    };
    const body = spoil ? spoil(raw) : raw;
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const begun = performance.now();
    try {
      let code: number;
      if (headerName) {
        const named = Object.fromEntries(Object.entries(headers).map(([name, value]) => [headerName(name), value]));
        code = await postInPieces(url, named, body, signal);
      } else {
        const response = await fetch(url, { method: 'POST', redirect: 'manual', headers, body, signal });
        answered = true;
        await boundedText(response);
        code = response.status;
      }
      silent = 0;
      durations.push(performance.now() - begun);
      return code;
    } catch (error) {
      if (error instanceof BodyTooLarge) {
        silent++;
        return TOO_LARGE;
      }
      if (!answered) {
        const cause = causeOf(error);
        if (cause.code === 'ECONNREFUSED') {
          throw new TargetError(`nothing listens at ${url}: start the receiver, or correct --url`);
        }
        throw new TargetError(
          cause.name === 'TimeoutError'
            ? `the receiver at ${url} did not respond within ${timeoutMilliseconds / 1000} s: check that it is running`
            : `the receiver at ${url} did not respond: ${noResponse(error, timeoutMilliseconds / 1000)}`,
        );
      }
      durations.push(performance.now() - begun);
      silent++;
      return NONE;
    }
  }

  const takes = (code: number): boolean => code >= 200 && code < 300;
  /** Only 3xx and 4xx count as a refusal. A 5xx or no response is a fault. */
  const refuses = (code: number): boolean => code >= 300 && code < 500;
  const grades: Grade[] = [];
  const found = (grade: Grade): void => {
    grades.push(grade);
    onGrade?.(grade);
  };
  const grade = (
    rule: string,
    text: string,
    wanted: 'taken' | 'refused',
    codes: number[],
    bad: Grade['verdict'] = 'fail',
  ): void => {
    const holds = codes.every((code) => (wanted === 'taken' ? takes(code) : refuses(code)));
    const said = codes.map((code) => (code === NONE ? 'nothing' : code === TOO_LARGE ? 'too much' : code));
    const rest = silent === GIVES_UP_AFTER ? '; no further deliveries were sent' : '';
    found({ rule, text, verdict: holds ? 'pass' : bad, got: `returned ${said.join(', ')}${rest}` });
  };

  /** Tests that a late status does not change what the receiver shows. */
  async function gradeShown(at: string): Promise<void> {
    const shows = async (id: string): Promise<string> => {
      const response = await fetch(at.replace('{id}', encodeURIComponent(id)), {
        signal: AbortSignal.timeout(timeoutMilliseconds),
      });
      return boundedText(response);
    };
    /** A receiver may handle an event after its response. */
    const awaitShown = async (id: string, name: string): Promise<boolean> => {
      for (const until = Date.now() + SHOWS_MILLISECONDS; Date.now() < until; await sleep(50)) {
        if (new RegExp(`\\b${name}\\b`).test(await shows(id))) {
          return true;
        }
      }
      return false;
    };
    const [late, other] = [`msg_${Date.now()}1`, `msg_${Date.now()}2`];
    const report = (id: string, name: string) => send({ event: 'message.status', data: status(id, name) });
    let got: string;
    try {
      await report(late, 'read');
      if (await awaitShown(late, 'read')) {
        await report(late, 'delivered');
        await report(late, 'sent');
        // What it shows of a later event shows that it has handled the others.
        await report(other, 'delivered');
        await awaitShown(other, 'delivered');
      }
      got = await shows(late);
    } catch (error) {
      got = noResponse(error, timeoutMilliseconds / 1000);
    }
    found({
      rule: 'forward',
      text: 'After read, a late delivered and a late sent, the receiver shows read.',
      verdict: /\bread\b/.test(got) && !/\b(delivered|sent)\b/.test(got) ? 'pass' : 'fail',
      got: `showed ${got.slice(0, 200)}`,
    });
  }

  for (const [event, data] of [
    ['message.received', inbound('Hello')],
    ['message.status', status('msg_1', 'sent')],
    [
      'template.status',
      {
        template: { name: 'hello', language: 'en_US', category: 'UTILITY', status: 'APPROVED', rejection_reason: null },
      },
    ],
  ] as const) {
    grade(`takes-${event}`, `The receiver returns 2xx for a signed ${event}.`, 'taken', [await send({ event, data })]);
  }
  const codes: number[] = [];
  for (const delivery of kinds()) {
    codes.push(await send(delivery));
  }
  grade(
    'takes-kinds',
    'The receiver returns 2xx for each kind of message, status and change of a template.',
    'taken',
    codes,
  );
  grade('raw-body', 'The signature is verified over the raw bytes.', 'taken', [
    await send({ write: (value) => JSON.stringify(value, null, 2) }),
    await send({ write: (value) => JSON.stringify(value).replaceAll('/', '\\/') }),
    await send({ write: (value) => `${JSON.stringify(value)}\r\n` }),
    await send({ data: inbound('Çay 🍵 é') }),
  ]);
  const tea = inbound('🍵 Çay');
  grade('pieces', 'A body that arrives in pieces is accepted, also if a piece ends within a character.', 'taken', [
    await send({ data: tea, headerName: (name) => name }),
  ]);
  grade('header-names', 'Names of headers are accepted in any case.', 'taken', [
    await send({ headerName: (name) => name.toUpperCase() }),
    await send({ headerName: (name) => name.toLowerCase() }),
  ]);
  grade('content-type', 'Content-Type is accepted with a charset.', 'taken', [
    await send({ contentType: 'application/json; charset=utf-8' }),
  ]);
  grade('unsigned', 'A delivery without a signature is refused.', 'refused', [
    await send({ signature: () => undefined }),
  ]);
  grade('wrong-secret', 'A delivery signed with another secret is refused.', 'refused', [
    await send({ signature: signedWith('another') }),
  ]);
  grade('changed-body', 'A body changed in transit is refused.', 'refused', [
    await send({ spoil: (raw) => raw.replace('Hello', 'Jello') }),
  ]);
  grade('changed-time', 'A timestamp changed in transit is refused.', 'refused', [
    await send({ signature: (time, raw) => sign(time - 10, raw).replace(/^t=\d+/, `t=${time}`) }),
  ]);
  grade('malformed-signature', 'A malformed signature is refused without a 5xx.', 'refused', [
    await send({ signature: () => 'nonsense' }),
    await send({ signature: (time) => `t=${time},v1=` }),
    await send({ signature: (time) => `t=${time},v1=zz` }),
  ]);
  grade('part-of-signature', 'A part of the signature, and one with a wrong end, are refused.', 'refused', [
    await send({ signature: (time, raw) => sign(time, raw).slice(0, -32) }),
    await send({ signature: (time, raw) => sign(time, raw).replace(/.$/, (last) => (last === '0' ? '1' : '0')) }),
    await send({ signature: (time, raw) => `${sign(time, raw)}00` }),
  ]);
  const ages = async (seconds: readonly number[], more: SentDelivery = {}): Promise<number[]> => {
    const found = [];
    for (const age of seconds) {
      found.push(await send({ ...more, age }));
    }
    return found;
  };
  grade('old', 'A delivery signed more than 5 minutes ago is refused.', 'refused', await ages(OLD_SECONDS));
  grade(
    'not-too-strict',
    'A delivery signed less than 5 minutes ago is accepted.',
    'taken',
    await ages(NOT_OLD_SECONDS),
  );
  const id = `whd_${randomUUID()}`;
  const data = inbound('Twice');
  grade('duplicate', 'The receiver returns 2xx both times for a repeated ID, to prevent further retries.', 'taken', [
    await send({ id, data }),
    await send({ id, data, attempt: 2 }),
  ]);
  const atOnce = { id: `whd_${randomUUID()}`, data: inbound('Twice at once') };
  grade(
    'duplicate-at-once',
    'The receiver returns 2xx for a repeated ID that arrives during the first attempt.',
    'taken',
    await Promise.all([send(atOnce), send({ ...atOnce, attempt: 2 })]),
  );
  const late = { id: `whd_${randomUUID()}`, data: inbound('Late', Date.now() - LAST_RETRY_SECONDS * 1000) };
  grade('late-retry', 'The last retry of an event, 15 hours after the event, is accepted.', 'taken', [
    await send({ ...late, attempt: 6, eventAge: LAST_RETRY_SECONDS }),
  ]);
  const old = { id: `whd_${randomUUID()}`, data: inbound('Days ago', Date.now() - DAYS_SECONDS * 1000) };
  const first = await send({ ...old, eventAge: DAYS_SECONDS });
  for (let sent = 0; sent < BETWEEN && takes(first); sent += BETWEEN_AT_ONCE) {
    await Promise.all(Array.from({ length: BETWEEN_AT_ONCE }, () => send({})));
  }
  grade('duplicate-later', 'The receiver returns 2xx for a repeated ID after 100 other deliveries.', 'taken', [
    first,
    await send({ ...old, attempt: 2, eventAge: DAYS_SECONDS }),
  ]);
  grade(
    'burst',
    `The receiver returns 2xx for ${BURST} deliveries at the same time.`,
    'taken',
    await Promise.all(Array.from({ length: BURST }, () => send({}))),
  );
  if (previousSecret !== undefined) {
    const before = signedWith(previousSecret);
    grade(
      'rotation',
      'During a rotation, deliveries signed with the previous or the new secret are accepted.',
      'taken',
      [await send({ signature: before }), await send({ signature: sign })],
    );
    grade('rotation-changed', 'During a rotation, changed and old deliveries are refused.', 'refused', [
      await send({ signature: before, spoil: (raw) => raw.replace('Hello', 'Jello') }),
      await send({ signature: (time, raw) => before(time - 10, raw).replace(/^t=\d+/, `t=${time}`) }),
      ...(await ages(OLD_SECONDS, { signature: before })),
    ]);
  }
  if (retiredSecret !== undefined) {
    grade('retired-secret', 'After a rotation, a delivery signed with the retired secret is refused.', 'refused', [
      await send({ signature: signedWith(retiredSecret) }),
    ]);
  }
  const message = `msg_${Date.now()}`;
  grade('order', 'Statuses are accepted in any order.', 'taken', [
    await send({ event: 'message.status', data: status(message, 'read') }),
    await send({ event: 'message.status', data: status(message, 'delivered') }),
    await send({ event: 'message.status', data: status(message, 'sent') }),
  ]);
  if (statusUrl !== undefined) {
    await gradeShown(statusUrl);
  }
  grade('unknown-fields', 'Unknown fields are tolerated (§9).', 'taken', [
    await send({ data: { ...inbound('Hello'), further: { a: 1 } } }),
    await send(received({ further: [{ a: 1 }], from: { id: '905551112233', name: 'Ada', further: null } })),
    await send({ write: (value) => JSON.stringify({ ...(value as object), further: true }) }),
  ]);
  const large = await send({ data: inbound('x'.repeat(LARGE_CHARACTERS)) });
  grade('large', 'After a delivery of 3 MB, accepted or not, the next one is accepted.', 'taken', [
    ...(large === NONE ? [large] : []),
    await send({}),
  ]);
  grade(
    'unknown-event',
    'The receiver returns 2xx for an unknown event, to prevent retries.',
    'taken',
    [await send({ event: 'something.new', data: {} })],
    'warn',
  );
  const slowest = Math.max(...durations);
  found({
    rule: 'fast',
    text: 'The receiver responds to every delivery within 10 s (§6).',
    verdict: slowest < timeoutMilliseconds ? 'pass' : 'fail',
    got: `the slowest took ${(slowest / 1000).toFixed(1)} s`,
  });
  return grades;
}
