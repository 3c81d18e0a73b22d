import { expect, test } from 'vitest';
import { createTestMock } from '../testing/mock.ts';

const hello = { type: 'text', text: { body: 'hello' } };

test('drops a callback permanently', async () => {
  const { mock, app, send, clock } = await createTestMock();
  mock.faults.next({ outcome: 'drop', event: 'delivered' });
  await send(hello);
  await clock.advance(7 * 24 * 60 * 60 * 1000, mock.whenIdle);
  expect(app.statuses()).toEqual(['sent', 'read']);
});

test('sends a callback twice, with the same bytes', async () => {
  const { mock, app, send, clock } = await createTestMock();
  mock.faults.next({ outcome: 'duplicate', event: 'sent' });
  mock.faults.next({ outcome: 'duplicate', event: 'read', delay_ms: 5000 });
  await send(hello);
  expect(app.statuses()).toEqual(['sent', 'sent', 'delivered', 'read']);
  expect(app.received[0]?.bytes).toBe(app.received[1]?.bytes);
  await clock.advance(5000, mock.whenIdle);
  expect(app.statuses()).toEqual(['sent', 'sent', 'delivered', 'read', 'read']);
});

test('delays a callback without delaying the next', async () => {
  const { mock, app, send, clock } = await createTestMock();
  mock.faults.next({ outcome: 'delay', event: 'sent', delay_ms: 60_000 });
  await send(hello);
  expect(app.statuses()).toEqual(['delivered', 'read']);
  await clock.advance(60_000, mock.whenIdle);
  expect(app.statuses()).toEqual(['delivered', 'read', 'sent']);
  expect(app.value(2).statuses[0].timestamp).toBe('1767225600');
});

test('swaps a callback with the next', async () => {
  const { mock, app, send } = await createTestMock();
  mock.faults.next({ outcome: 'reorder', event: 'delivered' });
  await send(hello);
  expect(app.statuses()).toEqual(['sent', 'read', 'delivered']);
});

test('releases a held callback when no other follows', async () => {
  const { mock, app, send, clock } = await createTestMock();
  mock.faults.next({ outcome: 'reorder', event: 'read' });
  await send(hello);
  expect(app.statuses()).toEqual(['sent', 'delivered']);
  await clock.advance(1000, mock.whenIdle);
  expect(app.statuses()).toEqual(['sent', 'delivered', 'read']);
});

test('reports a status before the reply to the send', async () => {
  const order: string[] = [];
  const { mock, send } = await createTestMock({
    deliver: async () => {
      order.push('callback');
      return { status: 200, text: '' };
    },
  });
  mock.faults.next({ outcome: 'before_reply' });
  const reply = send(hello).then(() => order.push('reply'));
  await reply;
  expect(order[0]).toBe('callback');
});

test('delays a slow reply until its time on the clock, and is idle until then', async () => {
  const { mock, call, clock, user } = await createTestMock();
  mock.openWindow('106540352242922', user);
  mock.faults.next({ outcome: 'slow', delay_ms: 30_000 });
  let answered = false;
  const reply = call('POST', '/106540352242922/messages', {
    body: { messaging_product: 'whatsapp', to: user, ...hello },
  }).then((result) => {
    answered = true;
    return result;
  });
  while (!mock.faults.list().every(({ outcome }) => outcome !== 'slow')) {
    await new Promise((turn) => setImmediate(turn));
  }
  await mock.whenIdle();
  expect(answered).toBe(false);
  await clock.advance(30_000, mock.whenIdle);
  expect((await reply).status).toBe(200);
});

test.each(['in process', 'over HTTP'] as const)(
  'breaks the connection or returns HTML instead of JSON %s',
  async (transport) => {
    const { mock, send } = await createTestMock({}, transport);
    mock.faults.next({ outcome: 'reset' });
    await expect(send(hello)).rejects.toThrow();
    mock.faults.next({ outcome: 'html' });
    const reply = await send(hello);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([500, 'text/html; charset=utf-8']);
    expect(mock.sends()).toEqual([]);
  },
);

test('batches several callbacks into one body', async () => {
  const { mock, app, call, clock } = await createTestMock({ batch: { size: 3, waitMs: 1000 } });
  for (const user of ['905551112201', '905551112202', '905551112203', '905551112204']) {
    mock.openWindow('106540352242922', user);
    mock.faults.next({ outcome: 'statuses', statuses: ['sent'] });
    await call('POST', '/106540352242922/messages', { body: { messaging_product: 'whatsapp', to: user, ...hello } });
  }
  await mock.whenIdle();
  expect(app.received).toHaveLength(1);
  expect(app.value(0).statuses.map(({ recipient_id }: { recipient_id: string }) => recipient_id)).toEqual([
    '905551112201',
    '905551112202',
    '905551112203',
  ]);
  expect(app.value(0).contacts).toHaveLength(3);
  await clock.advance(1000, mock.whenIdle);
  expect(app.statuses()).toEqual(['sent', 'sent', 'sent', 'sent']);
});

test("sends pending callbacks together with a customer's message", async () => {
  const { mock, app, send } = await createTestMock({ batch: { size: 10, waitMs: 1000 } });
  await send(hello);
  expect(app.received).toEqual([]);
  await mock.receive({
    channel: 'whatsapp',
    business_id: '106540352242922',
    from: { id: '905551112233' },
    type: 'text',
    text: 'hi',
  });
  expect(app.received).toHaveLength(1);
  expect(app.received[0]?.body.entry).toMatchObject([
    {
      changes: [
        { value: { statuses: [{ status: 'sent' }, { status: 'delivered' }, { status: 'read' }] } },
        { value: { messages: [{}] } },
      ],
    },
  ]);
});

test('stops calling Messenger apps that fail for an hour, until they subscribe again', async () => {
  const { mock, app, call, clock } = await createTestMock();
  const inbound = {
    channel: 'messenger' as const,
    business_id: '113846158011745',
    from: { id: '7043812345678901' },
    type: 'text',
    text: 'hi',
  };
  app.answers = Array(8).fill(500);
  await expect(mock.receive(inbound)).rejects.toThrow('returned 500');
  await clock.advance(60 * 60 * 1000, mock.whenIdle);
  expect(app.received).toHaveLength(8);
  await mock.receive(inbound);
  expect(app.received).toHaveLength(8);
  expect((await call('GET', '/113846158011745/subscribed_apps')).body).toEqual({ data: [] });
  await call('POST', '/113846158011745/subscribed_apps');
  await mock.receive(inbound);
  expect(app.received).toHaveLength(9);
});

test('is idle again when a client hangs up before its slow reply', async () => {
  const { mock, call, clock, user } = await createTestMock({}, 'over HTTP');
  mock.faults.next({ outcome: 'slow', delay_ms: 30_000 });
  const hangUp = new AbortController();
  const body = JSON.stringify({ messaging_product: 'whatsapp', to: user, ...hello });
  const reply = call('POST', '/106540352242922/messages', { init: { method: 'POST', body, signal: hangUp.signal } });
  const broken = expect(reply).rejects.toThrow();
  while (mock.faults.list().length > 0) {
    await new Promise((turn) => setImmediate(turn));
  }
  hangUp.abort();
  await broken;
  await mock.whenIdle();
  await clock.advance(30_000, mock.whenIdle);
  expect(mock.idle()).toBe(true);
  expect(mock.sends()).toHaveLength(1);
});
