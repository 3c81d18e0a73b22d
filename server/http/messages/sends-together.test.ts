import { describe, expect, test } from 'vitest';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';

const PEOPLE = Array.from({ length: 20 }, (_, index) => `90555${1_000_000 + index}`);

/** Returns a server on which all customers have just written. */
async function serverWithPeople(database: (typeof DATABASES)[number]): Promise<TestServer> {
  const server = await createTestServer({ database, config: { role: 'api' } });
  for (const person of PEOPLE) {
    await server.customerWrites('Hi', person);
  }
  return server;
}

describe.each(DATABASES)('concurrent sends on %s', (database) => {
  test('each get the same response as if they were alone, and each accepted one is sent once', async () => {
    const server = await serverWithPeople(database);
    const key = await server.key({ requestsPerMinute: 100_000 });
    const testKey = await server.key({ mode: 'test' });
    const other = await server.anotherAccount();
    const blocked = '905559990001';
    await server.api('POST', '/blocked-numbers', { body: { phone: blocked } });
    const send = (body: object, headers: Record<string, string> = {}, as = key) =>
      server
        .api('POST', '/messages', { body, headers, key: as })
        .then(({ status, body: { error } }) => error?.code ?? status);
    const template = (to: string) =>
      server.api('POST', '/messages/template', { body: { to, name: 'hello_world' }, key }).then(({ status }) => status);
    const answers = await Promise.all([
      ...PEOPLE.map((to) => send({ to, text: `Hello ${to}` })),
      send({ to: blocked, text: 'Hello' }),
      send({ to: '905559990002', text: 'Hello' }),
      send({ to: 'nobody', text: 'Hello' }),
      send({ to: PEOPLE[0], text: 'Hello', connection_id: 'wa_99' }),
      // The other account has its own customers, who have not written.
      send({ to: PEOPLE[0], text: 'Hello' }, {}, other.liveKey),
      send({ to: '905559990003', text: 'Not seen by anybody' }, {}, testKey),
      // A person without a conversation gets one.
      template('905559990004'),
      template(PEOPLE[1] ?? ''),
      send({ to: PEOPLE[2], text: 'Once' }, { 'idempotency-key': 'one' }),
      send({ to: PEOPLE[3], text: 'Once' }, { 'idempotency-key': 'two' }),
    ]);
    expect(answers).toEqual([
      ...PEOPLE.map(() => 202),
      'RECIPIENT_BLOCKED',
      'WINDOW_NEVER_OPENED',
      'RECIPIENT_INVALID',
      'CONNECTION_NOT_FOUND',
      'WINDOW_NEVER_OPENED',
      202,
      202,
      202,
      202,
      202,
    ]);
    await server.settle();
    const sent = server.mock.sends().map(({ to }) => to);
    expect(sent.sort()).toEqual([...PEOPLE, '905559990004', PEOPLE[1], PEOPLE[2], PEOPLE[3]].sort());
  });

  test('to one person have separate times, and lists show the last one', async () => {
    const server = await serverWithPeople(database);
    const to = PEOPLE[0] ?? '';
    const key = await server.key({ requestsPerMinute: 100_000 });
    const texts = Array.from({ length: 30 }, (_, index) => `Message ${index}`);
    await Promise.all(texts.map((text) => server.api('POST', '/messages', { body: { to, text }, key })));
    const { body } = await server.api('GET', `/conversations/${to}/messages?direction=out`);
    const messages: { text: string; at: string }[] = body.data.messages;
    expect(messages.map(({ text }) => text).sort()).toEqual(texts.sort());
    const times = messages.map((message) => message.at);
    expect(new Set(times).size).toBe(30);
    expect(times).toEqual(times.toSorted().reverse());
    const { body: list } = await server.api('GET', `/conversations?phone=${to}`);
    expect(list.data.conversations[0].last_message).toMatchObject({ text: messages[0]?.text, direction: 'out' });
  });

  test('with the same key are sent once, and with the same key and another text conflict', async () => {
    const server = await serverWithPeople(database);
    const send = (text: string, to = PEOPLE[0]) =>
      server.api('POST', '/messages', { body: { to, text }, headers: { 'idempotency-key': 'the same' } });
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => send('Hello')),
      send('Something else'),
      ...PEOPLE.map((to) => server.api('POST', '/messages', { body: { to, text: 'Beside' } })),
    ]);
    const [same, [other]] = [answers.slice(0, 10), answers.slice(10, 11)];
    // The requests run at the same time, so either text may be stored first.
    const [taken, refused] = other?.status === 202 ? [[other], same] : [same, answers.slice(10, 11)];
    const ids = new Set(taken.map(({ status, body }) => [status, body.data?.id].join()));
    expect([...ids]).toEqual([expect.stringMatching(/^202,msg_\d+$/)]);
    expect(taken.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(taken.length - 1);
    expect(new Set(refused.map(({ body }) => body.error.code))).toEqual(new Set(['IDEMPOTENCY_CONFLICT']));
    await server.settle();
    expect(server.mock.sends()).toHaveLength(1 + PEOPLE.length);
  });
});
