import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { expect, test } from 'vitest';
import { startTelemetry } from '../lab/testing/telemetry.ts';
import { createObservedClient, refusal, skipWaits, success, thrownBy } from './testing.ts';
import { traced } from './traced.ts';

const SENT = success(202, { id: 'msg_1', status: 'queued' });
const MESSAGE = { to: '905551112233', text: 'Hello' };

test('a send has one span for all its attempts, in the trace of the app, and sends its context', async () => {
  const exporter = startTelemetry();
  const { logger } = skipWaits();
  const client = await createObservedClient([refusal('INTERNAL_ERROR'), SENT], { logger });
  const wigwag = traced(client.wigwag);
  const parent = trace.getTracer('app').startSpan('order');
  await context.with(trace.setSpan(context.active(), parent), () =>
    wigwag.messages.send(MESSAGE, { headers: { 'x-order': '1' } }),
  );
  const [span, ...more] = exporter.getFinishedSpans();
  expect(more).toEqual([]);
  expect(span).toMatchObject({
    name: 'send',
    kind: SpanKind.PRODUCER,
    attributes: {
      'messaging.system': 'wigwag',
      'messaging.operation.type': 'send',
      'messaging.destination.name': 'whatsapp',
      'messaging.message.id': 'msg_1',
    },
  });
  expect(span?.spanContext().traceId).toBe(parent.spanContext().traceId);
  const { traceId, spanId } = span?.spanContext() ?? {};
  expect(client.requests.map(({ headers }) => headers.traceparent)).toEqual(
    Array(2).fill(`00-${traceId}-${spanId}-01`),
  );
  expect(client.requests.map(({ headers }) => headers['x-order'])).toEqual(['1', '1']);
});

test('a refused send marks its span, without the recipient', async () => {
  const exporter = startTelemetry();
  const { wigwag } = await createObservedClient(refusal('WINDOW_CLOSED'));
  expect(await thrownBy(traced(wigwag).messages.send(MESSAGE))).toMatchObject({ code: 'WINDOW_CLOSED' });
  const [span] = exporter.getFinishedSpans();
  expect(span).toMatchObject({ status: { code: SpanStatusCode.ERROR }, attributes: { 'error.type': 'WINDOW_CLOSED' } });
  expect(JSON.stringify([span?.attributes, span?.status, span?.events])).not.toContain(MESSAGE.to);
});

test('sendAndWait and sendTemplate have a span, and polling has none', async () => {
  const exporter = startTelemetry();
  const delivered = success(200, { id: 'msg_1', status: 'delivered', external_id: null, error: null, test: false });
  const { wigwag, requests } = await createObservedClient([SENT, delivered, SENT]);
  const client = traced(wigwag);
  expect(await client.messages.sendAndWait(MESSAGE)).toMatchObject({ status: 'delivered' });
  await client.messages.sendTemplate({ to: MESSAGE.to, name: 'hello_world' });
  expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(['send', 'send template']);
  expect(requests.map(({ headers }) => headers.traceparent !== undefined)).toEqual([true, false, true]);
});

test('without an OpenTelemetry SDK nothing changes', async () => {
  const { wigwag, requests } = await createObservedClient(SENT);
  const { data, requestId } = await traced(wigwag).messages.send(MESSAGE).withResponse();
  expect([data.id, requestId]).toEqual(['msg_1', '']);
  expect(requests[0]?.headers.traceparent).toBeUndefined();
});
