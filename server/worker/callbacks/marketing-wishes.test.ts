import { describe, expect, test } from 'vitest';
import { preferencesCallback } from '../../testing/field-callback.ts';
import { makeFlow, PERSON, press, pressButton, sendSpring } from '../../testing/flows.ts';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';

/** Simulates WhatsApp's switch. `at` is in seconds from now. */
async function switches(server: TestServer, value: unknown, at = 0, changes: object = {}): Promise<void> {
  const timestamp = String(Math.floor(server.clock.now() / 1000) + at);
  await server.callback(preferencesCallback(server.business, { wa_id: PERSON, value, timestamp, ...changes }));
  await server.settle();
}

const optOutsOf = async ({ api }: TestServer) =>
  ((await api('GET', '/opt-outs')).body.data.opt_outs as { phone: string; source: string; created_at: string }[]).map(
    ({ phone, source, created_at }) => ({ phone, source, at: Date.parse(created_at) / 1000 }),
  );

const sourcesOf = async (server: TestServer) => (await optOutsOf(server)).map(({ source }) => source);

describe.each(DATABASES)('choices about marketing on %s', (database) => {
  test('the switch in WhatsApp opts out and in again', async () => {
    const server = await createTestServer({ database });
    await makeFlow(server);
    await pressButton(server, 'Tell me more');
    await server.advance(60);
    await switches(server, 'stop', -10);
    const now = Math.floor(server.clock.now() / 1000);
    expect(await optOutsOf(server)).toEqual([{ phone: PERSON, source: 'whatsapp_settings', at: now - 10 }]);
    const send = () => server.api('POST', '/messages/template', { body: { to: PERSON, name: 'promo_spring' } });
    expect((await send()).body.error.code).toBe('RECIPIENT_OPTED_OUT');
    expect((await server.api('GET', '/conversations')).body.data.conversations).toMatchObject([{ status: 'open' }]);
    await switches(server, 'resume');
    expect(await optOutsOf(server)).toEqual([]);
    expect((await send()).status).toBe(202);
  });

  test('a running flow stops', async () => {
    const server = await createTestServer({ database });
    const id = await makeFlow(server, {
      steps: [
        { delay: '0', text: 'Hi' },
        { delay: '1h', text: 'Still there?' },
      ],
      stop_on_reply: false,
    });
    await pressButton(server, 'Tell me more');
    await switches(server, 'stop');
    const { runs } = (await server.api('GET', `/flows/${id}/runs`)).body.data;
    expect(runs).toMatchObject([{ status: 'stopped', stop_reason: 'other' }]);
  });

  test('the newer choice applies, in any order of arrival and after repeats', async () => {
    const server = await createTestServer({ database });
    await switches(server, 'resume', -10);
    await switches(server, 'stop', -20);
    expect(await optOutsOf(server)).toEqual([]);
    await switches(server, 'stop', -5);
    await switches(server, 'resume', -10);
    expect(await sourcesOf(server)).toEqual(['whatsapp_settings']);
    await server.api('DELETE', `/opt-outs/${PERSON}`);
    await switches(server, 'stop', -5);
    expect(await optOutsOf(server)).toEqual([]);
  });

  test('a time in the future is not stored', async () => {
    const server = await createTestServer({ database });
    await switches(server, 'stop', 86_400);
    const [{ at } = { at: 0 }] = await optOutsOf(server);
    expect(at).toBeLessThanOrEqual(server.clock.now() / 1000);
    await server.advance(5);
    await switches(server, 'resume');
    expect(await optOutsOf(server)).toEqual([]);
  });

  test('an entry that the business added stays', async () => {
    const server = await createTestServer({ database });
    await server.api('POST', '/opt-outs', { body: { phone: PERSON, source: 'phone call' } });
    await server.advance(5);
    await switches(server, 'stop');
    await server.advance(5);
    await switches(server, 'resume');
    expect(await sourcesOf(server)).toEqual(['phone call']);
  });

  test.each([undefined, 'wamid.unknown'])('an opt-out button that quotes %s opts out by its text', async (quoted) => {
    const server = await createTestServer({ database });
    await sendSpring(server);
    await press(server, 'Tell me more', quoted);
    expect(await optOutsOf(server)).toEqual([]);
    await press(server, 'Stop promotions', quoted);
    expect(await sourcesOf(server)).toEqual(['template_button']);
    await server.advance(5);
    await switches(server, 'resume');
    expect(await optOutsOf(server)).toEqual([]);
  });

  test('a button of an interactive message and a text do not opt out', async () => {
    const server = await createTestServer({ database });
    await server.customerWrites('Stop promotions');
    const reply = { type: 'button_reply', button_reply: { id: 'stop', title: 'Stop' } };
    await server.callback(server.inboundCallback({ id: 'wamid.9', type: 'interactive', interactive: reply }));
    await server.settle();
    expect(await optOutsOf(server)).toEqual([]);
  });

  test.each(['reject', 'fail'] as const)('the error 131050 opts out, if Meta answers with %s', async (outcome) => {
    const server = await createTestServer({ database });
    server.mock.faults.next({ outcome, code: 131050 });
    await sendSpring(server);
    const now = Math.floor(server.clock.now() / 1000);
    expect(await optOutsOf(server)).toEqual([{ phone: PERSON, source: 'whatsapp_131050', at: now }]);
    await server.advance(5);
    await switches(server, 'resume');
    expect(await optOutsOf(server)).toEqual([]);
  });

  test('an invalid item changes nothing and does not affect the others', async () => {
    const server = await createTestServer({ database });
    const wrong = [null, 7, [], {}, 'x'.repeat(9_999), '\u0000', -1, true];
    for (const field of ['wa_id', 'value', 'category', 'timestamp', 'detail']) {
      for (const value of wrong) {
        const timestamp = String(Math.floor(server.clock.now() / 1000));
        const valid = { wa_id: '905550000001', value: 'stop', timestamp };
        const { status } = await server.callback(
          preferencesCallback(
            server.business,
            { wa_id: '905550000002', value: 'stop', timestamp, [field]: value },
            valid,
          ),
        );
        expect(status).toBe(200);
      }
    }
    await server.settle();
    // A choice without a time gets the time at which its callback arrived.
    expect((await optOutsOf(server)).map(({ phone }) => phone).toSorted()).toEqual(['905550000001', '905550000002']);
  });
});
