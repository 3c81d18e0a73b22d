import { expect, test } from 'vitest';
import { ADA, PSID, receivedEvents } from '../../testing/received.ts';
import { createTestServer } from '../../testing/server.ts';

/** Problems of items that name something unknown to the server. */
const NAMES_UNKNOWN = /^(unknown_message|not_connected|provider_error): /;

test('everything that the mock can send as Meta is understood', async () => {
  const server = await createTestServer();
  const { app } = server.server;
  const { mock, business } = server;
  const problems: [string, string][] = [];
  const silent: string[] = [];
  const ids = {
    whatsapp: business.whatsapp.phone_number_id,
    messenger: business.messenger.page_id,
    instagram: business.instagram.account_id,
  };
  const known = new Set<string>();
  for (const { name, channel, call, body } of mock.examples()) {
    const from = { id: channel === 'whatsapp' ? ADA : PSID, name: 'Ada' };
    const before = (await receivedEvents(server)).length;
    await (call === 'report'
      ? mock.report(body as unknown as Parameters<typeof mock.report>[0])
      : mock.receive({ channel, business_id: ids[channel], from, ...body } as Parameters<typeof mock.receive>[0]));
    await server.advance(5);
    for (const { id, problem } of await app.store.read.personalData.callbackPage(undefined, 1_000)) {
      if (problem !== null && !known.has(id) && !NAMES_UNKNOWN.test(problem)) {
        problems.push([`${channel} ${name}`, problem]);
      }
      known.add(id);
    }
    if (call === 'receive' && (await receivedEvents(server)).length === before) {
      silent.push(`${channel} ${name}`);
    }
  }
  expect(problems).toEqual([]);
  // What the business wrote, what is no message, and changes of messages that the server does not know.
  expect(silent.filter((name) => !/edit|deletion|app|inbox|changed identity|opened chat/.test(name))).toEqual([]);
});
