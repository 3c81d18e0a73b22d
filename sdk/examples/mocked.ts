/**
 * Tests an app without a server: MSW returns the document's examples. Run it with Node's test runner.
 *
 *   node --test mocked.ts
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Wigwag, WindowError } from '@wigwag/sdk';
import { generateTestHeader, handlers, refuses } from '@wigwag/sdk/testing';
import { constructEvent } from '@wigwag/sdk/webhooks';
import { setupServer } from 'msw/node';

const server = setupServer(...handlers());
before(() => server.listen());
after(() => server.close());

const wigwag = new Wigwag({ apiKey: 'ww_test_key' });

test('a message is sent', async () => {
  assert.equal((await wigwag.messages.send({ to: '905551112233', text: 'Hello' })).status, 'queued');
});

test('a closed window throws a WindowError', async () => {
  server.use(refuses('sendMessage', 'WINDOW_CLOSED'));
  await assert.rejects(wigwag.messages.send({ to: '905551112233', text: 'Hello' }), WindowError);
});

test('a webhook is verified', async () => {
  const body = JSON.stringify({ id: 'whd_1', event: 'message.received', data: {} });
  const event = await constructEvent(body, await generateTestHeader(body, 'secret'), 'secret');
  assert.equal(event.id, 'whd_1');
});
