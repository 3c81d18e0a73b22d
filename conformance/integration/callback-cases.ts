import { equal, expectThat } from '../expectations.ts';
import { Untestable } from '../verdict.ts';
import type { Declare, IntegrationContext, Json, Posting } from './context.ts';
import type { Channel } from './target.ts';

/** How long Meta waits for the response to a callback. */
const FAST_MILLISECONDS = 5000;
/** Messages between two with the same ID, so that a short list of the latest IDs forgets the first. */
const BETWEEN = 100;
const BETWEEN_AT_ONCE = 20;

/** Returns the response to a handshake with this token. */
async function handshake(t: IntegrationContext, token: string, challenge?: string) {
  const url = new URL(t.session.target.callback_url);
  for (const [name, value] of Object.entries({ mode: 'subscribe', verify_token: token, challenge })) {
    if (value !== undefined) {
      url.searchParams.set(`hub.${name}`, value);
    }
  }
  return t.call('GET', url.href);
}

/** Checks that a callback with this fault is refused, or has no effect that the suite can see. */
export async function hasNoEffect(
  t: IntegrationContext,
  posting: Posting,
  write: (person: string) => Json = (person) => t.envelope(t.text(person)),
  channel: Channel = 'whatsapp',
): Promise<void> {
  const person = t.person(channel);
  const status = await t.post(write(person), posting);
  if (status >= 300 && status < 500) {
    return;
  }
  // Some apps respond to everything with 200, and ignore what is not signed.
  if (status < 300 && channel === 'whatsapp') {
    await t.requireAnswers();
  }
  equal((await t.settled(person)).length, 0, 'the number of answers to a message that Meta did not send');
}

const status = (id: string, to: string, name: string): Json => ({
  statuses: [{ id, status: name, timestamp: String(Math.floor(Date.now() / 1000)), recipient_id: to }],
});

/** Returns the ID of the app's answer to a person who has just written. */
async function answerTo(t: IntegrationContext, person: string): Promise<string> {
  await t.requireAnswers();
  await t.writes(person);
  const sends = await t.sent(person);
  const [send] = sends;
  expectThat(send, 'the app answers', sends);
  return String((JSON.parse(send.text) as { messages?: { id: string }[] }).messages?.[0]?.id);
}

export function callbackCases(clause: Declare): void {
  clause('callbacks/handshake', async (t) => {
    const { status: code, text } = await handshake(t, t.session.mock.verify_token, '1158201444');
    equal([code, text.trim()], [200, '1158201444'], 'the status and the body');
  });
  clause('callbacks/handshake-refused', async (t) => {
    const { text } = await handshake(t, 'another-token', '1158201445');
    expectThat(!text.includes('1158201445'), 'the challenge is not returned', text.slice(0, 200));
  });

  clause('callbacks/handshake-incomplete', async (t) => {
    const { status: code, text } = await handshake(t, t.session.mock.verify_token);
    expectThat(code < 500 && !/^\W*(undefined|null|None)\W*$/.test(text), 'the app refuses it or returns nothing', [
      code,
      text.slice(0, 200),
    ]);
  });

  clause('callbacks/unsigned', (t) => hasNoEffect(t, { signature: () => undefined }));
  clause('callbacks/wrong-secret', (t) => hasNoEffect(t, { signature: (raw) => t.signed(raw, 'another') }));
  clause('callbacks/changed', (t) => hasNoEffect(t, { spoil: (raw) => raw.replace('Hello', 'Jello') }));

  clause('callbacks/part-of-signature', async (t) => {
    const wrong: ((raw: string) => string)[] = [
      () => 'sha256=',
      (raw) => t.signed(raw).slice(0, -32),
      (raw) => t.signed(raw).replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ];
    await Promise.all(wrong.map((signature) => hasNoEffect(t, { signature })));
  });

  clause('callbacks/accepted', async (t) => {
    equal(await t.post(t.envelope(t.text(t.person()))), 200, 'the status');
  });
  clause('callbacks/unicode', async (t) => {
    equal(await t.post(t.envelope(t.text(t.person(), { text: { body: 'Çay 🍵 茶' } }))), 200, 'the status');
  });
  clause('callbacks/unknown', async (t) => {
    const person = t.person();
    const codes = [
      await t.post(t.envelope(t.text(person, { type: 'hologram', hologram: { id: '1' }, text: undefined }))),
      await t.post(t.envelope({ ...t.text(person), further: { a: 1 } })),
      await t.post(t.envelope({ event: 'SOMETHING_NEW' }, 'something_new')),
      await t.post(t.envelope({ errors: [{ code: 131000, title: 'Something went wrong' }] })),
    ];
    equal(codes, [200, 200, 200, 200], 'the statuses');
  });
  clause('callbacks/statuses', async (t) => {
    const codes = [];
    const names = ['read', 'delivered', 'sent', 'played', 'failed', 'warning', 'something_new'];
    for (const name of names) {
      codes.push(await t.post(t.envelope(status('wamid.dW5rbm93bg', t.person(), name))));
    }
    equal(
      codes,
      names.map(() => 200),
      'the statuses',
    );
  });
  clause('callbacks/fast', async (t) => {
    await t.post(t.envelope(t.text(t.person())));
    const slowest = Math.max(...t.session.durations);
    expectThat(
      slowest < FAST_MILLISECONDS,
      'every callback so far got a response within 5 s',
      `the slowest took ${Math.round(slowest)} ms`,
    );
  });
  clause(
    'callbacks/fast-while-sending',
    async (t) => {
      await t.requireAnswers();
      const person = t.person();
      await t.opensWindow(person);
      const slow = { applies_to: 'send', outcome: 'slow', delay_ms: FAST_MILLISECONDS + 1500, to: person, times: 10 };
      await t.mock('POST', 'faults', slow);
      const begun = performance.now();
      await t.post(t.envelope(t.text(person)));
      const took = performance.now() - begun;
      expectThat(took < FAST_MILLISECONDS, 'the callback got a response within 5 s', `it took ${Math.round(took)} ms`);
    },
    // After callbacks/fast, which checks all callbacks so far.
    'alone',
  );
  clause('callbacks/large', async (t) => {
    const id = 'wamid.dW5rbm93bg';
    const one = (status(id, t.person(), 'delivered').statuses as Json[])[0];
    const statuses = Array.from({ length: Math.floor(2_900_000 / JSON.stringify(one).length) }, () => one);
    equal(await t.post(t.envelope({ statuses })), 200, 'the status');
  });

  clause('callbacks/duplicate', async (t) => {
    await t.requireAnswers();
    const person = t.person();
    const external_id = await t.writes(person);
    const first = (await t.settled(person)).length;
    expectThat(first > 0, 'the app answers the first one', first);
    await t.writes(person, { type: 'text', text: 'Hello', external_id });
    equal((await t.settled(person)).length, first, 'the number of sends after the duplicate');
  });
  clause('callbacks/duplicate-at-once', async (t) => {
    await t.requireAnswers();
    const [once, twice] = [t.person(), t.person()];
    await t.writes(once);
    await t.opensWindow(twice);
    const callback = t.envelope(t.text(twice));
    await Promise.all([t.post(callback), t.post(callback)]);
    equal((await t.settled(twice)).length, (await t.settled(once)).length, 'the number of sends');
  });
  clause(
    'callbacks/duplicate-later',
    async (t) => {
      await t.requireAnswers();
      const person = t.person();
      const external_id = await t.writes(person);
      const first = (await t.answered(person)).length;
      expectThat(first > 0, 'the app answers the first one', first);
      for (let written = 0; written < BETWEEN; written += BETWEEN_AT_ONCE) {
        await Promise.all(Array.from({ length: BETWEEN_AT_ONCE }, () => t.writes(t.person())));
      }
      await t.writes(person, { type: 'text', text: 'Hello', external_id });
      equal((await t.settled(person)).length, first, 'the number of sends after the duplicate');
    },
    'alone',
  );
  clause('callbacks/batch', async (t) => {
    await t.requireAnswers();
    const people = [t.person(), t.person()];
    await Promise.all(people.map((person) => t.opensWindow(person)));
    const [one, other] = people.map((person) => t.text(person)) as [Json, Json];
    const both = (name: string) => [...(one[name] as Json[]), ...(other[name] as Json[])];
    await t.post(t.envelope({ contacts: both('contacts'), messages: both('messages') }));
    const counts = [];
    for (const person of people) {
      counts.push((await t.sent(person)).length > 0);
    }
    equal(counts, [true, true], 'whether the two customers got an answer');
  });

  clause('callbacks/batch-entries', async (t) => {
    await t.requireAnswers();
    const people = [t.person(), t.person()];
    await Promise.all(people.map((person) => t.opensWindow(person)));
    const entriesOf = (value: Json) => t.envelope(value).entry as { changes: Json[] }[];
    const [report, one, other] = [
      status('wamid.dW5rbm93bg', t.person(), 'delivered'),
      ...people.map((person) => t.text(person)),
    ].map((value) => entriesOf(value)[0]);
    const first = { ...one, changes: [...(report?.changes ?? []), ...(one?.changes ?? [])] };
    await t.post({ ...t.envelope({}), entry: [first, other] });
    const counts = [];
    for (const person of people) {
      counts.push((await t.sent(person)).length > 0);
    }
    equal(counts, [true, true], 'whether the customers of the second change and of the second entry got an answer');
  });

  clause('callbacks/status-not-answered', async (t) => {
    const person = t.person();
    const id = await answerTo(t, person);
    const before = (await t.settled(person)).length;
    await t.post(t.envelope(status(id, person, 'delivered')));
    equal((await t.settled(person)).length, before, 'the number of sends');
  });
  clause('callbacks/status-forward', async (t) => {
    const { status_url } = t.session.target;
    if (status_url === undefined) {
      throw new Untestable('needs status_url, where the app shows a message');
    }
    const person = t.person();
    const id = await answerTo(t, person);
    await t.settled(person);
    for (const name of ['sent', 'read', 'delivered', 'sent']) {
      await t.post(t.envelope(status(id, person, name)));
    }
    const { text } = await t.call('GET', status_url.replace('{id}', encodeURIComponent(id)));
    expectThat(/\bread\b/.test(text) && !/\b(delivered|sent)\b/.test(text), 'the app shows read', text.slice(0, 300));
  });
}
