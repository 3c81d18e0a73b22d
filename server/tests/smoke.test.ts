import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createTestServer, DATABASES } from '../testing/server.ts';

const to = '905551112233';

describe.each(DATABASES)('a conversation in both directions on %s', (database) => {
  test('a customer writes, we reply, and the statuses arrive as signed webhooks', async () => {
    const { api, customerWrites, settle, receiver, mock, signingSecret } = await createTestServer({ database });
    const hook = await receiver();
    await customerWrites('Where is my order?');

    const sent = await api('POST', '/messages', { body: { to, text: 'On its way.' } });
    expect(sent.status).toBe(202);
    expect(sent.body.data).toEqual({ id: expect.stringMatching(/^msg_\d+$/), status: 'queued' });
    await settle();

    expect(mock.sends().map(({ to: number, type, payload }) => [number, type, payload.text])).toEqual([
      [to, 'text', expect.objectContaining({ body: 'On its way.' })],
    ]);
    const looked = await api('GET', `/messages/${sent.body.data.id}`);
    expect(looked.body.data).toMatchObject({
      status: 'read',
      external_id: expect.stringMatching(/^wamid\./),
      error: null,
    });
    const told = hook.received.map(({ event }) => event.data.message.status ?? event.data.message.text);
    // Events may arrive out of order (§6).
    expect(told.sort()).toEqual(['Where is my order?', 'delivered', 'read', 'sent']);
    for (const { headers, raw, event } of hook.received) {
      const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? [];
      expect(v1).toBe(createHmac('sha256', signingSecret).update(`${t}.${raw}`).digest('hex'));
      expect(headers['x-service-event']).toBe(event.event);
      expect(headers['x-service-delivery-id']).toBe(event.id);
      expect(headers['x-service-attempt']).toBe('1');
    }
  });
});
