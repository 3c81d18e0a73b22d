import { expect, test } from 'vitest';
import { createTestMock } from '../testing/mock.ts';
import { type Example, examples } from './examples.ts';
import type { Inbound } from './inbound.ts';

const BUSINESSES = { whatsapp: '106540352242922', messenger: '113846158011745', instagram: '178414532089610' };

test.each(examples().map((one): [string, string, Example] => [one.channel, one.name, one]))(
  'the mock sends the example on %s: %s',
  async (channel, _name, example) => {
    const { mock, app, call } = await createTestMock();
    const from = { id: channel === 'whatsapp' ? '905551112233' : '7043812345678901', name: 'Ayla' };
    const base = { channel: example.channel, business_id: BUSINESSES[example.channel], from };
    const body = example.call === 'report' ? example.body : { ...base, ...example.body };
    if (example.call === 'receive') {
      await mock.receive(body as unknown as Inbound);
    }
    const reply = await call('POST', `/_mock/${example.call}`, { token: null, body });
    expect([reply.status, reply.body.error]).toEqual([200, undefined]);
    expect(app.received.length).toBeGreaterThan(0);
  },
);

test('lists the examples over HTTP', async () => {
  const { call, mock } = await createTestMock();
  const { body } = await call('GET', '/_mock/examples', { token: null });
  expect(body.examples).toEqual(mock.examples());
  const keys = mock.examples().map(({ channel, name }) => `${channel} ${name}`);
  expect(new Set(keys).size).toBe(keys.length);
});
