import { describe, expect, test } from 'vitest';
import { startAdmin } from '../../testing/admin-api.ts';
import { DATABASES, metaCallback } from '../../testing/server.ts';

const TEXT = 'where is my parcel';
const message = (id: string) => ({
  id,
  from: '905551112233',
  timestamp: '1767225600',
  type: 'text',
  text: { body: TEXT },
});

describe.each(DATABASES)('callbacks that cannot be used, on %s', (database) => {
  async function start() {
    const server = await startAdmin({}, { database });
    const { callback, settle } = server;
    const post = async (body: unknown) => {
      expect((await callback(body)).status).toBe(200);
      await settle();
    };
    const problems = async () => (await server.call('GET', '/callbacks/problems')).body.problems;
    const warnings = () =>
      server.lines.filter(({ level, kind }) => Number(level) === 40 && kind !== undefined).map(({ kind }) => kind);
    const counted = async () => {
      const { text } = await server.server.app.metrics.text();
      return Object.fromEntries(
        [...text.matchAll(/^wigwag_callback_problems_total\{kind="(\w+)"\} ([1-9]\d*)$/gm)].map(([, kind, count]) => [
          kind,
          Number(count),
        ]),
      );
    };
    return { ...server, post, problems, warnings, counted };
  }

  test('are logged, counted and listed, without their content', async () => {
    const { post, problems, warnings, counted, lines, inboundCallback, business, advance } = await start();
    const { phone_number_id: number } = business.whatsapp;
    await post(metaCallback('5550001', { messages: [message('wamid.1')] }));
    await post(metaCallback('5550001', { messages: [message('wamid.2')] }));
    await post(inboundCallback({ id: 'wamid.9', type: 'revoke', revoke: {}, timestamp: TEXT }));
    await post(metaCallback(number, { errors: [{ code: 131000, title: TEXT, error_data: { details: TEXT } }] }));
    await post(`{"object": "whatsapp_business_account", "entry": "${TEXT}`);
    await post({
      object: 'page',
      entry: [{ id: '4711', messaging: [{ sender: { id: '1' }, timestamp: 1, message: { mid: 'm' } }] }],
    });

    expect(await problems()).toMatchObject([
      { kind: 'not_connected', problem: 'no connection has the provider ID 4711', callbacks: 1 },
      { kind: 'unreadable', problem: 'the body is not JSON', callbacks: 1 },
      { kind: 'provider_error', problem: 'Meta reports the error 131000', callbacks: 1 },
      { kind: 'unreadable', callbacks: 1 },
      { kind: 'not_connected', problem: 'no connection has the provider ID 5550001', callbacks: 2 },
    ]);
    // The second callback for the same number is counted and not logged.
    expect(warnings()).toEqual(['not_connected', 'unreadable', 'provider_error', 'unreadable', 'not_connected']);
    expect(await counted()).toEqual({ not_connected: 3, unreadable: 2, provider_error: 1 });
    expect(JSON.stringify([await problems(), lines])).not.toContain(TEXT);
    await advance(60);
    await post(metaCallback('5550001', { messages: [message('wamid.3')] }));
    expect(lines.at(-1)).toMatchObject({ level: 40, kind: 'not_connected', not_logged: 1 });
  });

  test('count once, after their last attempt, and not if that succeeds', async () => {
    const { post, problems, counted, statusCallback, advance } = await start();
    await post(statusCallback({ id: 'wamid.905551112233', status: 'sent' }));
    expect(await counted()).toEqual({});
    await advance(86_400);
    expect(await counted()).toEqual({ unknown_message: 1 });
    expect(await problems()).toEqual([
      {
        kind: 'unknown_message',
        problem: 'a status names a message that is not stored',
        callbacks: 1,
        app_id: expect.any(String),
        first_at: expect.any(String),
        last_at: expect.any(String),
      },
    ]);
  });

  test('do not affect the other items of their callback, and are limited', async () => {
    const { post, problems, api, business, counted } = await start();
    const { phone_number_id: number } = business.whatsapp;
    await post(
      metaCallback(
        number,
        { errors: Array.from({ length: 500 }, (_, code) => ({ code })), messages: [message('wamid.1'), null, 4] },
        { errors: { code: 1 }, messages: [message('wamid.2')] },
        { errors: [null, 'x', { code: { a: 1 } }], statuses: 7 },
      ),
    );
    const { messages } = (await api('GET', '/conversations/905551112233/messages')).body.data;
    expect(messages).toHaveLength(2);
    expect(await problems()).toHaveLength(20);
    expect(await counted()).toEqual({ provider_error: 20 });
  });
});
