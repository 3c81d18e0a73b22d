import { type ReceivedDelivery, signatureOf } from '../receiver.ts';
import { type Observer, TIME_WITH_OFFSET } from './observer.ts';
import { schemaFaults } from './schema.ts';

const EVENTS = {
  'message.received': 'MessageReceivedEvent',
  'message.status': 'MessageStatusEvent',
  'template.status': 'TemplateStatusEvent',
} as const;

const eventSchema =
  (event: keyof typeof EVENTS): Observer<ReceivedDelivery>['faults'] =>
  ({ body }) =>
    body?.event === event ? schemaFaults(`/components/schemas/${EVENTS[event]}`, body) : undefined;

const deliveryField =
  (
    fits: (delivery: ReceivedDelivery) => boolean,
    what: (delivery: ReceivedDelivery) => string,
  ): Observer<ReceivedDelivery>['faults'] =>
  (delivery) =>
    fits(delivery) ? [] : [what(delivery)];

const SIGNATURE = /^t=(\d+),v1=([0-9a-f]{64})$/i;

export const DELIVERY_OBSERVERS: readonly Observer<ReceivedDelivery>[] = [
  {
    clause: '6/post',
    faults: deliveryField(
      ({ headers }) => headers[':method'] === 'POST',
      ({ headers }) => `the method is ${headers[':method']}`,
    ),
  },
  {
    clause: '6/json-body',
    faults: deliveryField(
      ({ headers, body }) =>
        body !== null && typeof body === 'object' && /^application\/json\b/i.test(headers['content-type'] ?? ''),
      ({ headers }) => `the Content-Type is ${headers['content-type']}, or the body is not a JSON object`,
    ),
  },
  {
    clause: '6/envelope-id',
    faults: deliveryField(
      ({ body }) => /^whd_.+/.test(body?.id),
      ({ body }) => `id is ${body?.id}`,
    ),
  },
  {
    clause: '6/envelope-event',
    faults: deliveryField(
      ({ body }) => body?.event in EVENTS,
      ({ body }) => `event is ${body?.event}`,
    ),
  },
  {
    clause: '6/envelope-api-version',
    faults: deliveryField(
      ({ body }) => body?.api_version === 'v1',
      ({ body }) => `api_version is ${body?.api_version}`,
    ),
  },
  {
    clause: '6/envelope-created-at',
    faults: deliveryField(
      ({ body }) => TIME_WITH_OFFSET.test(body?.created_at),
      ({ body }) => `created_at is ${body?.created_at}`,
    ),
  },
  {
    clause: '6/envelope-company-id',
    faults: deliveryField(
      ({ body }) => Number.isInteger(body?.company_id),
      ({ body }) => `company_id is ${body?.company_id}`,
    ),
  },
  {
    clause: '6/envelope-attempt',
    faults: deliveryField(
      ({ body }) => Number.isInteger(body?.attempt) && body.attempt >= 1,
      ({ body }) => `attempt is ${body?.attempt}`,
    ),
  },
  {
    clause: '6/envelope-data',
    faults: deliveryField(
      ({ body }) => body?.data !== null && typeof body?.data === 'object' && !Array.isArray(body.data),
      ({ body }) => `data is ${body?.data}`,
    ),
  },
  { clause: '6/message-received-fields', faults: eventSchema('message.received') },
  { clause: '6/message-status-fields', faults: eventSchema('message.status') },
  { clause: '6/template-status-fields', faults: eventSchema('template.status') },
  {
    clause: '6/signature-form',
    faults: deliveryField(
      ({ headers }) => SIGNATURE.test(String(headers['x-service-signature'])),
      ({ headers }) => `X-Service-Signature is ${headers['x-service-signature'] ?? 'missing'}`,
    ),
  },
  {
    clause: '6/signature-value',
    faults: ({ headers, raw, secret }) => {
      const [, time, v1] = SIGNATURE.exec(String(headers['x-service-signature'])) ?? [];
      return time === undefined
        ? undefined
        : v1?.toLowerCase() === signatureOf(secret, time, raw)
          ? []
          : ['v1 is not the HMAC-SHA256 of <t>.<raw body>'];
    },
    expected: ({ headers, raw, secret }) => {
      const [, time = ''] = SIGNATURE.exec(String(headers['x-service-signature'])) ?? [];
      return `t=${time},v1=${signatureOf(secret, time, raw)}`;
    },
    got: ({ headers }) => headers['x-service-signature'],
  },
  {
    clause: '6/header-event',
    faults: deliveryField(
      ({ headers, body }) => headers['x-service-event'] === body?.event,
      ({ headers }) => `X-Service-Event is ${headers['x-service-event'] ?? 'missing'}`,
    ),
  },
  {
    clause: '6/header-delivery-id',
    faults: deliveryField(
      ({ headers, body }) => headers['x-service-delivery-id'] === body?.id,
      ({ headers }) => `X-Service-Delivery-Id is ${headers['x-service-delivery-id'] ?? 'missing'}`,
    ),
  },
  {
    clause: '6/header-attempt',
    faults: deliveryField(
      ({ headers, body }) => headers['x-service-attempt'] === String(body?.attempt),
      ({ headers, body }) =>
        `X-Service-Attempt is ${headers['x-service-attempt'] ?? 'missing'}, attempt is ${body?.attempt}`,
    ),
  },
];
