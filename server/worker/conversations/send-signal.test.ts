import { describe, expect, test } from 'vitest';
import { historyOf, receives, takes, whatsAppCallback } from '../../testing/received.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';

const ADA = '905551112233';
const PSID = '24680135792468';

const change = async (
  { api, settle }: TestServer,
  body: object,
  { to = ADA, key }: { to?: string; key?: string } = {},
) => {
  const answer = await api('PATCH', `/conversations/${to}`, { body, ...(key !== undefined && { key }) });
  expect(answer.status).toBe(200);
  await settle();
};

/** Returns what the provider was asked to show. */
const shown = ({ mock }: TestServer) =>
  mock.reads().map(({ message_id, payload }) => ({ message_id, ...(payload as Record<string, unknown>) }));

const setMarkAsRead = ({ server, accountId, connections }: TestServer, channel: 'whatsapp' | 'messenger') =>
  server.app.store.transaction((tx) => tx.connections.setMarkAsRead(accountId, connections[channel] ?? '', true));

describe.each(DATABASES)('signals on %s', (database) => {
  test('of reading reach WhatsApp if the connection is set to it', async () => {
    const server = await createTestServer({ database });
    await server.customerWrites('Hi');
    await server.customerWrites('Where is my order?');
    await change(server, { unread_count: 0 });
    expect(shown(server)).toEqual([]);

    await setMarkAsRead(server, 'whatsapp');
    await change(server, { unread_count: 1 });
    await change(server, { status: 'open' });
    expect(shown(server)).toEqual([]);
    await change(server, { unread_count: 0 });
    const { messages } = (await server.api('GET', `/conversations/${ADA}/messages`)).body.data;
    const [{ external_id: lastId }] = messages;
    expect(shown(server)).toEqual([{ message_id: lastId, messaging_product: 'whatsapp', status: 'read' }]);
  });

  test('name the newest message that Meta knows', async () => {
    const server = await createTestServer({ database });
    await server.customerWrites('Hi');
    const [kept] = await historyOf(server, ADA);
    await receives(server, 'whatsapp', { id: 'wamid.gone', type: 'text', text: { body: 'Oops' } });
    const revoke = { original_message_id: 'wamid.gone' };
    await receives(server, 'whatsapp', { id: 'wamid.revoke', type: 'revoke', revoke });
    await server.advance(60);
    const timestamp = String(Math.floor(server.clock.now() / 1000));
    const past = { id: 'wamid.past', from: ADA, timestamp, type: 'text', text: { body: 'Good morning' } };
    const history = [{ threads: [{ id: ADA, messages: [past] }] }];
    await takes(server, whatsAppCallback(server, 'history', { history }));
    expect((await historyOf(server, ADA))[0]?.external_id).toBe('wamid.past');
    await change(server, { typing: true });
    expect(shown(server)).toMatchObject([{ message_id: kept?.external_id, typing_indicator: { type: 'text' } }]);
  });

  test('of typing reach each product in its own form', async () => {
    const server = await createTestServer({ database });
    const { mock, business, customerWrites, settle } = server;
    await customerWrites('Hi');
    await mock.receive({
      channel: 'messenger',
      business_id: business.messenger.page_id,
      from: { id: PSID, name: 'Ada' },
      type: 'text',
      text: 'Hi',
    });
    await settle();
    await setMarkAsRead(server, 'messenger');
    await change(server, { typing: true });
    await change(server, { typing: false });
    await change(server, { unread_count: 0, typing: true }, { to: PSID });
    await change(server, { typing: false }, { to: PSID });
    const recipient = { id: PSID };
    expect(shown(server)).toMatchObject([
      { status: 'read', typing_indicator: { type: 'text' } },
      { recipient, sender_action: 'mark_seen' },
      { recipient, sender_action: 'typing_on' },
      { recipient, sender_action: 'typing_off' },
    ]);
  });

  test('are not repeated within a second, and not sent for test keys or to people who are blocked', async () => {
    const server = await createTestServer({ database });
    const { api, advance, customerWrites, testKey } = server;
    await customerWrites('Hi');
    await change(server, { typing: true });
    await change(server, { typing: true });
    expect(shown(server)).toHaveLength(1);
    await advance(1);
    await change(server, { typing: true });
    expect(shown(server)).toHaveLength(2);
    await advance(10);

    await change(server, { typing: true }, { key: testKey });
    await api('POST', '/blocked-numbers', { body: { phone: ADA } });
    await change(server, { typing: true });
    await api('DELETE', `/blocked-numbers/${ADA}`);
    await api('POST', '/messages/template', { body: { to: '905550009999', name: 'hello_world' } });
    await change(server, { typing: true }, { to: '905550009999' });
    expect(shown(server)).toHaveLength(2);
  });

  test('are not sent late', async () => {
    const server = await createTestServer({ database, config: { role: 'api' } });
    await server.customerWrites('Hi');
    for (const seconds of [0, 30]) {
      await server.api('PATCH', `/conversations/${ADA}`, { body: { typing: true } });
      server.clock.moveTo(server.clock.now() + seconds * 1000);
      await server.settle();
    }
    expect(shown(server)).toHaveLength(1);
  });

  test('that the provider refuses are logged, and repeated neither then nor later', async () => {
    const lines: Record<string, unknown>[] = [];
    const log = { write: (line: string) => void lines.push(JSON.parse(line)) };
    const server = await createTestServer({ database, log });
    await server.customerWrites('Hi');
    server.mock.faults.next({ applies_to: 'read', outcome: 'unavailable' });
    await change(server, { typing: true });
    await server.advance(3600);
    expect(shown(server)).toEqual([]);
    expect(lines.filter(({ signal }) => signal !== undefined)).toMatchObject([{ level: 40, signal: 'typing_on' }]);
    await server.api('POST', '/messages/template', { body: { to: ADA, name: 'hello_world' } });
    await server.settle();
    expect(server.mock.sends()).toHaveLength(1);
  });
});
