import { createHmac, randomUUID } from 'node:crypto';
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
/** After this many consecutive deliveries without a response, no more are sent. */
const GIVES_UP_AFTER = 3;
/** The status if there was no response, or if the response did not end. */
const NONE = 0;
const TOO_LARGE = -1;
const LARGE_CHARACTERS = 3 * 1024 * 1024;
/** §6: a receiver rejects older timestamps. */
const TOLERANCE_SECONDS = 300;
/** §6: the retries follow after 1 min, 5 min, 30 min, 2 h and 12 h. */
const LAST_RETRY_SECONDS = 52_560;
const DAYS_SECONDS = 259_200;
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

/**
 * Sends a receiver valid deliveries and attacks, and tests its responses.
 *
 * @throws {TargetError} if it never responds
 */
export async function gradeReceiver(
  url: string,
  secret: string,
  { onGrade, timeoutMilliseconds = TIMEOUT_MILLISECONDS, previousSecret }: GradeOptions = {},
): Promise<Grade[]> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new TargetError(`the receiver must have an http or https URL; ${url} is not one`);
  }
  const signedWith = (key: string) => (time: number, raw: string) =>
    `t=${time},v1=${createHmac('sha256', key).update(`${time}.${raw}`).digest('hex')}`;
  const sign = signedWith(secret);

  let answered = false;
  /** Consecutive deliveries without a response. */
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
    const begun = performance.now();
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': 'application/json',
          'x-service-event': event,
          'x-service-delivery-id': id,
          'x-service-attempt': String(attempt),
          ...(signed !== undefined && { 'x-service-signature': signed }),
        },
        body: spoil ? spoil(raw) : raw,
        signal: AbortSignal.timeout(timeoutMilliseconds),
      });
      answered = true;
      await boundedText(response);
      silent = 0;
      durations.push(performance.now() - begun);
      return response.status;
    } catch (error) {
      if (error instanceof BodyTooLarge) {
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
  grade('raw-body', 'The signature is verified over the raw bytes.', 'taken', [
    await send({ write: (value) => JSON.stringify(value, null, 2) }),
    await send({ write: (value) => JSON.stringify(value).replaceAll('/', '\\/') }),
    await send({ data: inbound('Çay 🍵 é') }),
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
  grade('old', 'A delivery signed more than 5 minutes ago is refused.', 'refused', [
    await send({ age: TOLERANCE_SECONDS + 60 }),
  ]);
  grade('not-too-strict', 'A delivery signed 4 minutes ago is accepted.', 'taken', [
    await send({ age: TOLERANCE_SECONDS - 60 }),
  ]);
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
  if (previousSecret !== undefined) {
    const before = signedWith(previousSecret);
    grade(
      'rotation',
      'During a rotation, deliveries signed with the previous or the new secret are accepted.',
      'taken',
      [await send({ signature: before }), await send({ signature: sign })],
    );
    grade('rotation-changed', 'During a rotation, a body changed in transit is refused.', 'refused', [
      await send({ signature: before, spoil: (raw) => raw.replace('Hello', 'Jello') }),
    ]);
  }
  const message = `msg_${Date.now()}`;
  grade('order', 'Statuses are accepted in any order.', 'taken', [
    await send({ event: 'message.status', data: status(message, 'read') }),
    await send({ event: 'message.status', data: status(message, 'delivered') }),
    await send({ event: 'message.status', data: status(message, 'sent') }),
  ]);
  grade('unknown-fields', 'Unknown fields are tolerated (§9).', 'taken', [
    await send({ data: { ...inbound('Hello'), further: { a: 1 } } }),
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
