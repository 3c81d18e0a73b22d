import { type ReceivedDelivery, signatureOf } from '../receiver.ts';
import { type Observer, TIME_WITH_OFFSET, valueCheck } from './observer.ts';
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

const SIGNATURE = /^t=(\d+),v1=([0-9a-f]{64})$/i;

const check = valueCheck<ReceivedDelivery>;

export const DELIVERY_OBSERVERS: readonly Observer<ReceivedDelivery>[] = [
  {
    clause: '6/post',
    ...check(
      'the method',
      ({ headers }) => headers[':method'],
      (value) => value === 'POST',
      'POST',
    ),
  },
  {
    clause: '6/json-body',
    ...check(
      'the delivery',
      ({ headers, body }) => ({ 'content-type': headers['content-type'] ?? '(missing)', body }),
      (_, { headers, body }) =>
        body !== null && typeof body === 'object' && /^application\/json\b/i.test(headers['content-type'] ?? ''),
      'a Content-Type of JSON, and a JSON object',
    ),
  },
  {
    clause: '6/envelope-id',
    ...check(
      'id',
      ({ body }) => body?.id,
      (value) => /^whd_.+/.test(String(value)),
      'whd_<id>',
    ),
  },
  {
    clause: '6/envelope-event',
    ...check(
      'event',
      ({ body }) => body?.event,
      (value) => String(value) in EVENTS,
      Object.keys(EVENTS),
    ),
  },
  {
    clause: '6/envelope-api-version',
    ...check(
      'api_version',
      ({ body }) => body?.api_version,
      (value) => value === 'v1',
      'v1',
    ),
  },
  {
    clause: '6/envelope-created-at',
    ...check(
      'created_at',
      ({ body }) => body?.created_at,
      (value) => TIME_WITH_OFFSET.test(String(value)),
      'ISO 8601 with a UTC offset',
    ),
  },
  {
    clause: '6/envelope-company-id',
    ...check('company_id', ({ body }) => body?.company_id, Number.isInteger, 'an integer'),
  },
  {
    clause: '6/envelope-attempt',
    ...check(
      'attempt',
      ({ body }) => body?.attempt,
      (value) => Number.isInteger(value) && Number(value) >= 1,
      'an integer from 1',
    ),
  },
  {
    clause: '6/envelope-data',
    ...check(
      'data',
      ({ body }) => body?.data,
      (value) => value !== null && typeof value === 'object' && !Array.isArray(value),
      'an object',
    ),
  },
  { clause: '6/message-received-fields', faults: eventSchema('message.received') },
  { clause: '6/message-status-fields', faults: eventSchema('message.status') },
  { clause: '6/template-status-fields', faults: eventSchema('template.status') },
  {
    clause: '6/signature-form',
    ...check(
      'X-Service-Signature',
      ({ headers }) => headers['x-service-signature'],
      (value) => SIGNATURE.test(String(value)),
      't=<unix_seconds>,v1=<hex>',
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
    ...check(
      'X-Service-Event',
      ({ headers }) => headers['x-service-event'],
      (value, { body }) => value === body?.event,
      ({ body }: ReceivedDelivery) => body?.event,
    ),
  },
  {
    clause: '6/header-delivery-id',
    ...check(
      'X-Service-Delivery-Id',
      ({ headers }) => headers['x-service-delivery-id'],
      (value, { body }) => value === body?.id,
      ({ body }: ReceivedDelivery) => body?.id,
    ),
  },
  {
    clause: '6/header-attempt',
    ...check(
      'X-Service-Attempt',
      ({ headers }) => headers['x-service-attempt'],
      (value, { body }) => value === String(body?.attempt),
      ({ body }: ReceivedDelivery) => String(body?.attempt),
    ),
  },
];
