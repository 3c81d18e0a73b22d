import { setTimeout as sleep } from 'node:timers/promises';
import { boundedText } from '../bounded-body.ts';
import { noResponse } from '../no-response.ts';
import { type Delivery, inbound, kinds, newId, received, reported, templateStatus } from './deliveries.ts';
import { NONE, type Receiver, TOO_LARGE } from './send-delivery.ts';

/** Whether a receiver keeps a rule, and what it did. */
interface Finding {
  holds: boolean;
  got: string;
}

/** Returns what a receiver did with the deliveries of a rule. */
type Test = (receiver: Receiver) => Promise<Finding>;

/** The rules that words of the specification ask for. */
interface Group {
  section: string;
  spec: string;
  /** By name: a sentence, and its test if the settings allow one. */
  rules: Record<string, readonly [text: string, test: Test | undefined, violation?: 'warn']>;
}

/** Settings that some rules need. */
export interface RuleSettings {
  /** The secret before a rotation, which the receiver also accepts. @default no rotation is tested */
  previousSecret?: string;
  /** A secret that a rotation has ended, which the receiver no longer accepts. @default no such secret is tested */
  retiredSecret?: string;
  /** Where the receiver shows a message, with `{id}` for its ID. @default what it shows is not tested */
  statusUrl?: string;
}

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
/** How long a receiver may take to show a status. */
const SHOWS_MILLISECONDS = 5000;
/** Deliveries between two with the same ID, so that a short list of the latest IDs forgets the first. */
const BETWEEN = 100;
const BETWEEN_AT_ONCE = 20;

const isAccepted = (code: number): boolean => code >= 200 && code < 300;
/** Only 3xx and 4xx count as a refusal. A 5xx or no response is a fault. */
const isRefused = (code: number): boolean => code >= 300 && code < 500;

function finding(receiver: Receiver, codes: number[], isRight: (code: number) => boolean): Finding {
  const shown = codes.map((code) => (code === NONE ? 'nothing' : code === TOO_LARGE ? 'too much' : code));
  const rest = receiver.hasGivenUp() ? '; no further deliveries were sent' : '';
  return { holds: codes.every(isRight), got: `returned ${shown.join(', ')}${rest}` };
}

/** Tests deliveries that follow one another. */
const inTurn =
  (isRight: (code: number) => boolean) =>
  (...deliveries: Delivery[]): Test =>
  async (receiver) => {
    const codes = [];
    for (const delivery of deliveries) {
      codes.push(await receiver.send(delivery));
    }
    return finding(receiver, codes, isRight);
  };
const accepts = inTurn(isAccepted);
const refuses = inTurn(isRefused);
const acceptsAtOnce =
  (...deliveries: Delivery[]): Test =>
  async (receiver) =>
    finding(receiver, await Promise.all(deliveries.map(receiver.send)), isAccepted);

const acceptsAgainLater: Test = async (receiver) => {
  const old = { id: newId(), data: inbound('Days ago', Date.now() - DAYS_SECONDS * 1000), eventAge: DAYS_SECONDS };
  const first = await receiver.send(old);
  for (let sent = 0; sent < BETWEEN && isAccepted(first); sent += BETWEEN_AT_ONCE) {
    await Promise.all(Array.from({ length: BETWEEN_AT_ONCE }, () => receiver.send({})));
  }
  return finding(receiver, [first, await receiver.send({ ...old, attempt: 2 })], isAccepted);
};

const acceptsAfterLarge: Test = async (receiver) => {
  const large = await receiver.send({ data: inbound('x'.repeat(LARGE_CHARACTERS)) });
  return finding(receiver, [...(large === NONE ? [large] : []), await receiver.send({})], isAccepted);
};

/** Tests that a late status does not change what the receiver shows. */
const showsForward =
  (statusUrl: string): Test =>
  async ({ send, timeoutMilliseconds }) => {
    const shows = async (id: string): Promise<string> => {
      const response = await fetch(statusUrl.replace('{id}', encodeURIComponent(id)), {
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
    let got: string;
    try {
      await send(reported(late, 'read'));
      if (await awaitShown(late, 'read')) {
        await send(reported(late, 'delivered'));
        await send(reported(late, 'sent'));
        // What it shows of a later event shows that it has handled the others.
        await send(reported(other, 'delivered'));
        await awaitShown(other, 'delivered');
      }
      got = await shows(late);
    } catch (error) {
      got = noResponse(error, timeoutMilliseconds / 1000);
    }
    return { holds: /\bread\b/.test(got) && !/\b(delivered|sent)\b/.test(got), got: `showed ${got.slice(0, 200)}` };
  };

const respondsInTime: Test = async ({ durations, timeoutMilliseconds }) => {
  const slowest = Math.max(...durations);
  return { holds: slowest < timeoutMilliseconds, got: `the slowest took ${(slowest / 1000).toFixed(1)} s` };
};

const changeBody = (raw: string): string => raw.replace('Hello', 'Jello');
const changeTime = (signature: string): string =>
  signature.replace(/^t=(\d+)/, (_, time: string) => `t=${Number(time) + 10}`);
const takes = (delivery: Delivery & { event: string }) =>
  [`The receiver returns 2xx for a signed ${delivery.event}.`, accepts(delivery)] as const;

/** Returns the rules in the order of their tests. Each call has new delivery IDs. */
export function receiverRules({ previousSecret, retiredSecret, statusUrl }: RuleSettings): Group[] {
  const [twice, twiceAtOnce] = ['Twice', 'Twice at once'].map((text) => ({ id: newId(), data: inbound(text) }));
  const late = { eventAge: LAST_RETRY_SECONDS, data: inbound('Late', Date.now() - LAST_RETRY_SECONDS * 1000) };
  const ordered = `msg_${Date.now()}`;
  const old = OLD_SECONDS.map((age) => ({ age }));
  const changedTime = { age: 10, spoilSignature: changeTime };
  const before = { secret: previousSecret };
  return [
    {
      section: '6',
      spec: 'The receiver (the webhook endpoint) must respond with 2xx',
      rules: {
        'takes-message.received': takes({ event: 'message.received' }),
        'takes-message.status': takes(reported('msg_1', 'sent')),
        'takes-template.status': takes(templateStatus('en_US', 'UTILITY', 'APPROVED', null)),
        'takes-kinds': [
          'The receiver returns 2xx for each kind of message, status and change of a template.',
          accepts(...kinds()),
        ],
      },
    },
    {
      section: '6',
      spec: 'The raw body is the body before parsing.',
      rules: {
        'raw-body': [
          'The signature is verified over the raw bytes.',
          accepts(
            { write: (value) => JSON.stringify(value, null, 2) },
            { write: (value) => JSON.stringify(value).replaceAll('/', '\\/') },
            { write: (value) => `${JSON.stringify(value)}\r\n` },
            { data: inbound('Çay 🍵 é') },
          ),
        ],
        pieces: [
          'A body that arrives in pieces is accepted, also if a piece ends within a character.',
          accepts({ data: inbound('🍵 Çay'), headerName: (name) => name }),
        ],
      },
    },
    {
      section: '6',
      spec: 'POST requests with a JSON body',
      rules: {
        'header-names': [
          'Names of headers are accepted in any case.',
          accepts({ headerName: (name) => name.toUpperCase() }, { headerName: (name) => name.toLowerCase() }),
        ],
        'content-type': [
          'Content-Type is accepted with a charset.',
          accepts({ contentType: 'application/json; charset=utf-8' }),
        ],
      },
    },
    {
      section: '6',
      spec: '`v1` is the HMAC-SHA256 of the string `<t>.<raw body>` in hexadecimal. The key is the webhook secret',
      rules: {
        unsigned: ['A delivery without a signature is refused.', refuses({ spoilSignature: () => undefined })],
        'wrong-secret': ['A delivery signed with another secret is refused.', refuses({ secret: 'another' })],
        'changed-body': ['A body changed in transit is refused.', refuses({ spoil: changeBody })],
        'changed-time': ['A timestamp changed in transit is refused.', refuses(changedTime)],
        'malformed-signature': [
          'A malformed signature is refused without a 5xx.',
          refuses(
            { spoilSignature: () => 'nonsense' },
            { spoilSignature: (signature) => signature.replace(/v1=.*/, 'v1=') },
            { spoilSignature: (signature) => signature.replace(/v1=.*/, 'v1=zz') },
          ),
        ],
        'part-of-signature': [
          'A part of the signature, and one with a wrong end, are refused.',
          refuses(
            { spoilSignature: (signature) => signature.slice(0, -32) },
            { spoilSignature: (signature) => signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')) },
            { spoilSignature: (signature) => `${signature}00` },
          ),
        ],
        rotation: [
          'During a rotation, deliveries signed with the previous or the new secret are accepted.',
          previousSecret === undefined ? undefined : accepts(before, {}),
        ],
        'rotation-changed': [
          'During a rotation, changed and old deliveries are refused.',
          previousSecret === undefined
            ? undefined
            : refuses(...[{ spoil: changeBody }, changedTime, ...old].map((changes) => ({ ...before, ...changes }))),
        ],
        'retired-secret': [
          'After a rotation, a delivery signed with the retired secret is refused.',
          retiredSecret === undefined ? undefined : refuses({ secret: retiredSecret }),
        ],
      },
    },
    {
      section: '6',
      spec: 'A receiver rejects a timestamp that is older than 5 minutes.',
      rules: {
        old: ['A delivery signed more than 5 minutes ago is refused.', refuses(...old)],
        'not-too-strict': [
          'A delivery signed less than 5 minutes ago is accepted.',
          accepts(...NOT_OLD_SECONDS.map((age) => ({ age }))),
        ],
      },
    },
    {
      section: '6',
      spec: '5 retries, after 1 min, 5 min, 30 min, 2 h and 12 h',
      rules: {
        'late-retry': [
          'The last retry of an event, 15 hours after the event, is accepted.',
          accepts({ ...late, attempt: 6 }),
        ],
      },
    },
    {
      section: '6',
      spec: 'A repeated ID means a duplicate, which the receiver should ignore',
      rules: {
        duplicate: [
          'The receiver returns 2xx both times for a repeated ID, to prevent further retries.',
          accepts({ ...twice }, { ...twice, attempt: 2 }),
        ],
        'duplicate-at-once': [
          'The receiver returns 2xx for a repeated ID that arrives during the first attempt.',
          acceptsAtOnce({ ...twiceAtOnce }, { ...twiceAtOnce, attempt: 2 }),
        ],
        'duplicate-later': [
          `The receiver returns 2xx for a repeated ID after ${BETWEEN} other deliveries.`,
          acceptsAgainLater,
        ],
      },
    },
    {
      section: '3.1',
      spec: 'The order of events is not guaranteed: `read` can arrive before `delivered`. A receiver must move a status only forward.',
      rules: {
        order: [
          'Statuses are accepted in any order.',
          accepts(...['read', 'delivered', 'sent'].map((status) => reported(ordered, status))),
        ],
        forward: [
          'After read, a late delivered and a late sent, the receiver shows read.',
          statusUrl === undefined ? undefined : showsForward(statusUrl),
        ],
      },
    },
    {
      section: '9',
      spec: 'New fields can appear, so a client must accept fields that it does not know.',
      rules: {
        'unknown-fields': [
          'Unknown fields are tolerated (§9).',
          accepts(
            { data: { ...inbound('Hello'), further: { a: 1 } } },
            received({ further: [{ a: 1 }], from: { id: '905551112233', name: 'Ada', further: null } }),
            { write: (value) => JSON.stringify({ ...(value as object), further: true }) },
          ),
        ],
        // §9 announces only new fields.
        'unknown-event': [
          'The receiver returns 2xx for an unknown event, to prevent retries.',
          accepts({ event: 'something.new', data: {} }),
          'warn',
        ],
      },
    },
    {
      section: '6',
      spec: 'The receiver (the webhook endpoint) must respond with 2xx within 10 seconds.',
      rules: {
        burst: [
          `The receiver returns 2xx for ${BURST} deliveries at the same time.`,
          acceptsAtOnce(...Array(BURST).fill({})),
        ],
        large: ['After a delivery of 3 MB, accepted or not, the next one is accepted.', acceptsAfterLarge],
        fast: ['The receiver responds to every delivery within 10 s (§6).', respondsInTime],
      },
    },
  ];
}
