import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/*
 * Spans of OpenTelemetry, from the accepted request to the delivered webhook. The API package does nothing until the
 * operator's process registers an SDK. Spans contain IDs and channels, but no recipients and no texts.
 */

/** The part of a span that its worker measures. */
interface TracedWork {
  name: string;
  kind: SpanKind;
  attributes: Attributes;
}

const tracer = () => trace.getTracer('@wigwag/server');

/**
 * Returns the position of a span in its trace, as in the header `traceparent`. It is stored with the message, so that the
 * worker continues the trace. Returns undefined if no SDK is registered.
 */
export function traceparentOf(span: Span): string | undefined {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return isSpanContextValid(span.spanContext())
    ? `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
    : undefined;
}

/** Returns the context in which a stored position continues. */
function contextOf(traceparent: string): Context {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-');
  const position = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, position);
}

/** Runs a function in a span, which ends when the function does. An error marks the span with its class or code. */
function inSpan<T>(
  { name, kind, attributes }: TracedWork,
  parent: Context,
  run: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer().startActiveSpan(name, { kind, attributes }, parent, async (span) => {
    try {
      return await run(span);
    } catch (error) {
      fail(span, codeOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Returns the code of an API error, or the class of another one. Its message may contain a recipient. */
const codeOf = (error: unknown): string =>
  error instanceof Error ? String('code' in error ? error.code : error.name) : 'Error';

const fail = (span: Span, type: string): void => {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR, message: type });
};

/**
 * Accepts a send in a span. It continues the trace of an HTTP instrumentation, or else that of the request's headers.
 *
 * @param operation such as `POST /messages`
 */
export function traceRequest<T>(
  operation: string,
  headers: Readonly<Record<string, unknown>>,
  run: (span: Span) => Promise<T>,
): Promise<T> {
  const active = context.active();
  const parent = trace.getSpan(active) ? active : propagation.extract(active, headers);
  const attributes = { 'messaging.system': 'wigwag', 'messaging.operation.type': 'create' };
  return inSpan({ name: operation, kind: SpanKind.SERVER, attributes }, parent, run);
}

/** Marks the span of an accepted send with the message. */
export const noteMessage = (span: Span, id: string): void => void span.setAttribute('messaging.message.id', id);

/** A message or delivery that may have a trace. */
interface Traced {
  id: string;
  traceparent?: string | undefined;
}

const messageAttributes = ({ id, channel }: { id: string; channel: string }, type: 'send' | 'process'): Attributes => ({
  'messaging.system': 'wigwag',
  'messaging.operation.type': type,
  'messaging.destination.name': channel,
  'messaging.message.id': id,
});

/**
 * Sends a message to its provider in a span of the message's trace. Without a trace, it only sends the message.
 *
 * @param problemOf returns what marks the span as failed; undefined if the result is a success
 */
export const traceSend = <T>(
  message: Traced & { channel: string },
  send: () => Promise<T>,
  problemOf: (result: T) => string | undefined,
): Promise<T> =>
  continued(message.traceparent, send, problemOf, {
    name: `send ${message.channel}`,
    kind: SpanKind.CLIENT,
    attributes: messageAttributes(message, 'send'),
  });

/** Makes one attempt of a delivery in a span of the message's trace. */
export const traceDelivery = <T>(
  { id, event, traceparent }: Traced & { event: string },
  attempt: number,
  deliver: () => Promise<T>,
  problemOf: (result: T) => string | undefined,
): Promise<T> =>
  continued(traceparent, deliver, problemOf, {
    name: `deliver ${event}`,
    kind: SpanKind.CLIENT,
    attributes: { 'wigwag.delivery.id': id, 'wigwag.delivery.attempt': attempt },
  });

/** Records that a callback of the provider reported a status. */
export function traceStatus(message: Traced & { channel: string }, status: string): void {
  const { channel, traceparent } = message;
  if (traceparent !== undefined) {
    const attributes = { ...messageAttributes(message, 'process'), 'wigwag.status': status };
    tracer().startSpan(`callback ${channel}`, { kind: SpanKind.CONSUMER, attributes }, contextOf(traceparent)).end();
  }
}

function continued<T>(
  traceparent: string | undefined,
  run: () => Promise<T>,
  problemOf: (result: T) => string | undefined,
  work: TracedWork,
): Promise<T> {
  if (traceparent === undefined) {
    return run();
  }
  return inSpan(work, contextOf(traceparent), async (span) => {
    const result = await run();
    const problem = problemOf(result);
    if (problem !== undefined) {
      fail(span, problem);
    }
    return result;
  });
}
