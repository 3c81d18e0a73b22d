import { describe, expect, test } from 'vitest';
import { createTestServer, DATABASES, type TestServer } from '../../testing/server.ts';
import type { TestReceiver } from '../../testing/worker.ts';

const ADA = '905551112233';
const SENT_PRICE = { billable: true, pricing_model: 'PMP', category: 'utility', type: 'regular' };
const PRICE = { billable: true, category: 'utility', type: 'regular', model: 'PMP' };

/** Sends a message whose statuses only the test reports, and returns its IDs. */
async function sendUnreported({ api, mock, settle, customerWrites }: TestServer) {
  mock.setOptions({ pacing: { sent: 999_999_999 } });
  await customerWrites('Hi');
  const { id } = (await api('POST', '/messages', { body: { to: ADA, text: 'Hello' } })).body.data;
  await settle();
  const { external_id: externalId } = (await api('GET', `/messages/${id}`)).body.data;
  return { id, externalId };
}

async function report(server: TestServer, ...statuses: object[]): Promise<void> {
  await server.callback(server.statusCallback(...statuses));
  await server.settle();
}

const statusesOf = ({ received }: TestReceiver) =>
  received.filter(({ event }) => event.event === 'message.status').map(({ event }) => event.data.message);

const billableOf = async ({ api }: TestServer) => (await api('GET', '/stats')).body.data.messages.billable;

describe.each(DATABASES)('prices on %s', (database) => {
  test('reach the event, the message and the statistics', async () => {
    const server = await createTestServer({ database });
    const receiver = await server.receiver();
    const { id, externalId } = await sendUnreported(server);
    const lookUp = async () => (await server.api('GET', `/messages/${id}`)).body.data;
    expect(await lookUp()).not.toHaveProperty('pricing');
    expect(await billableOf(server)).toEqual({});

    await report(server, { id: externalId, status: 'sent', pricing: SENT_PRICE });

    expect(await lookUp()).toMatchObject({ status: 'sent', pricing: PRICE });
    expect(await billableOf(server)).toEqual({ utility: 1 });
    await report(server, { id: externalId, status: 'delivered' });
    expect(statusesOf(receiver)).toMatchObject([
      { status: 'sent', pricing: PRICE },
      { status: 'delivered', pricing: PRICE },
    ]);
  });

  test('of a status that comes too late are stored, and the last price applies', async () => {
    const server = await createTestServer({ database });
    const receiver = await server.receiver();
    const { id, externalId } = await sendUnreported(server);
    await report(server, { id: externalId, status: 'read' });
    await report(
      server,
      { id: externalId, status: 'sent', pricing: SENT_PRICE },
      { id: externalId, status: 'delivered', pricing: { ...SENT_PRICE, category: 'service' } },
    );
    const { status, pricing } = (await server.api('GET', `/messages/${id}`)).body.data;
    expect({ status, pricing }).toEqual({ status: 'read', pricing: { ...PRICE, category: 'service' } });
    expect(await billableOf(server)).toEqual({ service: 1 });
    expect(statusesOf(receiver)).toMatchObject([{ status: 'read' }]);
    expect(statusesOf(receiver)[0]).not.toHaveProperty('pricing');
  });

  test('that are free or unreadable are not billable, and do not affect other statuses', async () => {
    const server = await createTestServer({ database });
    const free = await sendUnreported(server);
    const odd = await sendUnreported(server);
    const nameless = await sendUnreported(server);
    await report(
      server,
      { id: free.externalId, status: 'sent', pricing: { billable: false, category: 'service' } },
      { id: odd.externalId, status: 'sent', pricing: { billable: 'yes', category: { a: 1 }, type: '💸'.repeat(9999) } },
      { id: odd.externalId, status: 'delivered', pricing: ['PMP'] },
      { id: nameless.externalId, status: 'sent', pricing: { billable: true, category: null } },
    );
    const of = async (id: string) => (await server.api('GET', `/messages/${id}`)).body.data;
    expect(await of(free.id)).toMatchObject({ pricing: { billable: false, category: 'service', type: null } });
    expect(await of(odd.id)).toMatchObject({ status: 'delivered', pricing: { billable: null, category: null } });
    expect(await billableOf(server)).toEqual({ unknown: 1 });
  });
});
