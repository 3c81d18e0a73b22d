import { describe, expect, test } from 'vitest';
import { createTestServer, DATABASES } from '../testing.ts';
import { createSweep } from './sweep.ts';

const DAY = 86_400;

describe.each(DATABASES)('on %s', (database) => {
  test('what has been kept long enough is removed, and nothing else', async () => {
    const { server, api, customerWrites, advance, accountId } = await createTestServer({ database });
    const { app } = server;
    await customerWrites('Hi');
    const body = { to: '905551112233', text: 'Hello' };
    const send = async () => (await api('POST', '/messages', { body, headers: { 'idempotency-key': 'a' } })).headers;
    await send();
    const form = new FormData();
    form.set('file', new Blob(['Hello']), 'hello.txt');
    const { id } = (await api('POST', '/media', { body: form })).body.data;
    const events = async () => (await app.store.read.events.end(accountId)).seq;
    const kept = async () => {
      await createSweep(app).run();
      return [(await app.store.read.media.find(accountId, id)) !== undefined, (await eventsListed()) > 0];
    };
    const eventsListed = async () => (await app.store.read.events.list(accountId, 0, await events(), {}, 100)).length;

    expect(await kept()).toEqual([true, true]);
    expect((await send())['idempotent-replayed']).toBe('true');
    await advance(7 * DAY + 60);
    expect(await kept()).toEqual([true, false]);
    await advance(23 * DAY);
    expect(await kept()).toEqual([false, false]);
  });
});
