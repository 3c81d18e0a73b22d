import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { describe, expect, test } from 'vitest';
import { startTelemetry } from '../../lab/testing/telemetry.ts';
import { createTestServer, DATABASES } from '../testing/server.ts';

const to = '905551112233';
const body = { to, text: 'Hello' };
const [TRACE, CALLER] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };

/** Returns a server whose customer has written, with a receiver. */
async function withOpenWindow(options: Parameters<typeof createTestServer>[0] = {}) {
  const server = await createTestServer(options);
  await server.customerWrites('Hi');
  const receiver = await server.receiver();
  return { ...server, receiver };
}

describe.each(DATABASES)('traces on %s', (database) => {
  test('one trace leads from the accepted request to the delivered webhook', async () => {
    const exporter = startTelemetry();
    const { api, settle, receiver } = await withOpenWindow({ database });
    const { id } = (await api('POST', '/messages', { body, headers })).body.data;
    await settle();
    const spans = exporter.getFinishedSpans();
    expect(new Set(spans.map((span) => span.spanContext().traceId))).toEqual(new Set([TRACE]));
    const [request, ...later] = spans;
    expect(request).toMatchObject({
      name: 'POST /messages',
      kind: SpanKind.SERVER,
      attributes: { 'messaging.system': 'wigwag', 'messaging.message.id': id },
    });
    expect(request?.parentSpanContext?.spanId).toBe(CALLER);
    const statuses = receiver.received.map(({ event }) => event.data.message.status);
    expect(statuses).toEqual(['sent', 'delivered', 'read']);
    expect(later.map(({ name }) => name).sort()).toEqual([
      ...Array(3).fill('callback whatsapp'),
      ...Array(3).fill('deliver message.status'),
      'send whatsapp',
    ]);
    const parents = new Set(later.map(({ parentSpanContext }) => parentSpanContext?.spanId));
    expect(parents).toEqual(new Set([request?.spanContext().spanId]));
    const deliveries = later.filter(({ name }) => name.startsWith('deliver'));
    expect(deliveries.map(({ attributes }) => attributes['wigwag.delivery.id']).sort()).toEqual(
      receiver.received.map(({ event }) => event.id).sort(),
    );
    // Traces go to other systems than messages, so they contain no personal data.
    const shown = JSON.stringify(spans.map(({ attributes, status, events }) => [attributes, status, events]));
    expect(shown).not.toMatch(new RegExp(`${to}|Hello`));
  });
});

test('lookups, polling and what customers write have no spans', async () => {
  const exporter = startTelemetry();
  const { api, customerWrites } = await withOpenWindow();
  await api('GET', '/messages/msg_1', { headers });
  await api('GET', '/conversations', { headers });
  await customerWrites('Hello?');
  expect(exporter.getFinishedSpans()).toEqual([]);
});

test('refusals, failed sends and failed attempts mark their spans', async () => {
  const exporter = startTelemetry();
  const { api, settle, advance, mock, receiver } = await withOpenWindow();
  await api('POST', '/messages', { body: { to: '905550000000', text: 'Hello' } });
  receiver.answers(500);
  mock.faults.next({ outcome: 'reject', code: 131026 });
  await api('POST', '/messages', { body });
  await settle();
  receiver.answers(200);
  await advance(60);
  const shown = exporter
    .getFinishedSpans()
    .map(({ name, status, attributes }) => [
      name,
      status.code === SpanStatusCode.ERROR ? status.message : 'ok',
      attributes['wigwag.delivery.attempt'],
    ]);
  expect(shown).toEqual([
    ['POST /messages', 'WINDOW_NEVER_OPENED', undefined],
    ['POST /messages', 'ok', undefined],
    ['send whatsapp', '131026', undefined],
    ['deliver message.status', '500', 1],
    ['deliver message.status', 'ok', 2],
  ]);
});

test('a message that was accepted without an SDK of OpenTelemetry has no trace', async () => {
  const { api, server, accountId, settle } = await withOpenWindow();
  const { id } = (await api('POST', '/messages', { body, headers })).body.data;
  const exporter = startTelemetry();
  await settle();
  expect((await server.app.store.read.messages.find(accountId, id))?.traceparent).toBeUndefined();
  expect(exporter.getFinishedSpans()).toEqual([]);
});

test('a send without a trace starts one, also with a test key', async () => {
  const exporter = startTelemetry();
  const { server, accountId, api, key } = await withOpenWindow();
  const testKey = await key({ mode: 'test' });
  const { id } = (await api('POST', '/messages', { body, key: testKey })).body.data;
  const [request] = exporter.getFinishedSpans();
  const { traceId, spanId } = request?.spanContext() ?? {};
  expect(request?.parentSpanContext).toBeUndefined();
  const message = await server.app.store.read.messages.find(accountId, id);
  expect(message?.traceparent).toBe(`00-${traceId}-${spanId}-01`);
  expect(trace.getActiveSpan()).toBeUndefined();
});
