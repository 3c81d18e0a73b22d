import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { VERSION } from './generated/version.ts';
import { waitingFor } from './messages/wait-until.ts';
import { isApiError } from './request/api-error.ts';
import { mergedHeaders } from './request/merged-headers.ts';
import { type Reply, replyOf } from './request/reply.ts';
import type { SendOptions } from './request/send-options.ts';
import type { Wigwag } from './wigwag.ts';

/**
 * Adds a span of OpenTelemetry to each send of a client, with all its attempts, and sends its context in `traceparent`. Lookups
 * and other calls get no span. Does nothing if the app has registered no OpenTelemetry SDK.
 *
 * @returns the same client
 */
export function traced(wigwag: Wigwag): Wigwag {
  const { messages } = wigwag;
  Object.assign(messages, {
    send: inSpan('send', messages.send),
    sendTemplate: inSpan('send template', messages.sendTemplate),
  });
  // These methods keep the `send` that they were made with.
  Object.assign(messages, waitingFor(messages));
  return wigwag;
}

type TracedSend<Body> = (body: Body, options?: SendOptions) => Reply<{ id: string }>;

const inSpan =
  <Body extends { channel?: string | undefined }>(name: string, send: TracedSend<Body>): TracedSend<Body> =>
  (body, options) => {
    const tracer = trace.getTracer('@wigwag/sdk', VERSION);
    const attributes = { 'messaging.system': 'wigwag', 'messaging.operation.type': 'send' };
    return tracer.startActiveSpan(name, { kind: SpanKind.PRODUCER, attributes }, (span) => {
      span.setAttribute('messaging.destination.name', body.channel ?? 'whatsapp');
      const headers: Record<string, string> = {};
      propagation.inject(context.active(), headers);
      const call = { ...options, headers: mergedHeaders(headers, options?.headers) };
      const answer = send(body, call).withResponse();
      return replyOf(
        answer
          .then(
            ({ data }) => {
              span.setAttribute('messaging.message.id', data.id);
              return answer;
            },
            (error: unknown) => {
              // The message of an error can contain a recipient, so the span has only its kind.
              const type = isApiError(error) ? error.code : ((error as Error | undefined)?.name ?? 'Error');
              span.setAttribute('error.type', type);
              span.setStatus({ code: SpanStatusCode.ERROR, message: type });
              throw error;
            },
          )
          .finally(() => span.end()),
      );
    });
  };
