import { describe, expect, test } from 'vitest';
import { createTestServer, DATABASES } from '../../testing/server.ts';

const to = '905321112233';
const path = `/contacts/${to}/window`;
const CLOSED = { window_open: false, last_inbound_at: null, closes_at: null };

describe.each(DATABASES)('the window query on %s', (database) => {
  test('shows when the window opened and when it closes, 24 hours later to the second', async () => {
    const { api, customerWrites, advance, clock } = await createTestServer({ database });
    await customerWrites('Hi', to);
    const wroteAt = clock.now();
    const expected = {
      last_inbound_at: new Date(wroteAt).toISOString().replace('Z', '000+00:00'),
      closes_at: new Date(wroteAt + 86_400_000).toISOString().replace('Z', '000+00:00'),
    };
    await advance(86_399);
    expect((await api('GET', path)).body.data).toEqual({
      window_open: true,
      ...expected,
      can_send: { session_message: true, template: true },
    });
    await advance(1);
    expect((await api('GET', path)).body.data).toEqual({
      window_open: false,
      ...expected,
      can_send: { session_message: false, template: true },
    });
  });

  test('covers all active connections of the channel to which the person wrote', async () => {
    const { api, customerWrites, server, accountId, connections } = await createTestServer({ database });
    await customerWrites('Hi', to);
    const { store } = server.app;
    const [first] = await store.read.connections.list(accountId);
    if (first === undefined) {
      throw new Error('no connection');
    }
    // It is older, so it is the default, although the person wrote to the other one.
    await store.transaction((tx) => tx.connections.insert({ ...first, id: 'wa_99', providerId: '99' }, 1));
    expect((await api('GET', path)).body.data.window_open).toBe(true);
    expect((await api('POST', '/messages', { body: { to, text: 'Hello' } })).status).toBe(202);
    await store.transaction((tx) => tx.connections.setActive(accountId, connections.whatsapp ?? '', false));
    expect((await api('GET', path)).body.data).toMatchObject(CLOSED);
  });
});

test('a person who never wrote has a closed window, and accepts templates on whatsapp', async () => {
  const { api } = await createTestServer();
  expect((await api('GET', path)).body.data).toEqual({
    ...CLOSED,
    can_send: { session_message: false, template: true },
  });
  for (const channel of ['instagram', 'messenger']) {
    expect((await api('GET', `/contacts/1784140001234567/window?channel=${channel}`)).body.data).toEqual({
      ...CLOSED,
      can_send: { session_message: false, template: false },
    });
  }
});

test('on web the window is always open and never closes', async () => {
  const { api } = await createTestServer();
  const { body } = await api('GET', '/contacts/web_1/window?channel=web');
  expect(body.data).toEqual({
    window_open: true,
    last_inbound_at: null,
    closes_at: null,
    can_send: { session_message: true, template: false },
  });
});

test('of one channel does not affect another', async () => {
  const { api, mock, business, settle } = await createTestServer();
  await mock.receive({
    channel: 'messenger',
    business_id: business.messenger.page_id,
    from: { id: to, name: 'Ada' },
    type: 'text',
    text: 'Hi',
  });
  await settle();
  expect((await api('GET', path)).body.data.window_open).toBe(false);
  const { body } = await api('GET', `${path}?channel=messenger`);
  expect(body.data).toMatchObject({ window_open: true, can_send: { session_message: true, template: false } });
});

test('nothing can be sent to a blocked person, but the window is still shown', async () => {
  const { api, customerWrites } = await createTestServer();
  await customerWrites('Hi', to);
  await api('POST', '/blocked-numbers', { body: { phone: to } });
  expect((await api('GET', path)).body.data).toMatchObject({
    window_open: true,
    can_send: { session_message: false, template: false },
  });
});

test('accepts the formats of a phone, and refuses an invalid recipient or channel', async () => {
  const { api, customerWrites, anotherAccount } = await createTestServer();
  await customerWrites('Hi', to);
  for (const id of ['05321112233', '+905321112233', '%2B90%20532%20111%2022%2033', '00905321112233']) {
    expect((await api('GET', `/contacts/${id}/window`)).body.data.window_open).toBe(true);
  }
  const { liveKey: key } = await anotherAccount();
  expect((await api('GET', path, { key })).body.data.last_inbound_at).toBe(null);
  for (const [query, code, param] of [
    ['/contacts/ada/window', 'RECIPIENT_INVALID', 'id'],
    [`/contacts/${'9'.repeat(129)}/window`, 'RECIPIENT_INVALID', 'id'],
    ['/contacts/1/window?channel=web', 'RECIPIENT_INVALID', 'id'],
    [`${path}?channel=fax`, 'CHANNEL_UNSUPPORTED', 'channel'],
  ]) {
    const { status, body } = await api('GET', query ?? '');
    expect([status, body.error.code, body.error.param]).toEqual([422, code, param]);
  }
});
