import type { Mutant, Replied } from './mutant.ts';
import { next } from './spoil.ts';

const withStatus = (from: number, to: number) => (replied: Replied) => {
  replied.status = replied.status === from ? to : replied.status;
};

export const EVENTS: readonly Mutant[] = [
  {
    name: 'the signature covers other bytes',
    caughtBy: ['6/signature-value'],
    alsoIn: ['4.10', '5.9'],
    delivery: (delivery) => {
      delivery.json.sent_at = 'now';
      return undefined;
    },
  },
  {
    name: 'X-Service-Attempt is always 1',
    caughtBy: ['6/header-attempt'],
    delivery: ({ headers, json }) => {
      headers['x-service-attempt'] = json.attempt > 1 ? '1' : '2';
      return undefined;
    },
  },
  {
    name: 'no X-Service-Event',
    caughtBy: ['6/header-event'],
    delivery: ({ headers }) => {
      delete headers['x-service-event'];
      return undefined;
    },
  },
  {
    name: 'documents without mime_type',
    caughtBy: ['6/received-media-mime-type'],
    delivery: ({ json }) => {
      if (json.data.message?.type === 'document') {
        delete json.data.message.media.mime_type;
      }
      return 'sign';
    },
  },
  {
    name: 'another company_id',
    caughtBy: ['6/envelope-company-id-own'],
    delivery: ({ json }) => {
      json.company_id += 1;
      return 'sign';
    },
  },
  {
    name: 'no api_version',
    caughtBy: ['6/envelope-api-version', '9/webhook-v1'],
    delivery: ({ json }) => {
      delete json.api_version;
      return 'sign';
    },
  },
  {
    name: 'read triggers no event',
    caughtBy: ['3.1/delivered-read', '6/status-read'],
    alsoIn: ['5.7', '3.1'],
    delivery: ({ json }) => (json.data?.message?.status === 'read' ? 'swallow' : undefined),
  },
  { name: 'every event is sent twice', caughtBy: ['6/received-once'], alsoIn: ['4.10', '9'], delivery: () => 'twice' },
  {
    name: 'a retry has a new ID',
    caughtBy: ['6/envelope-id-retry'],
    delivery: ({ json, headers }) => {
      json.id = `whd_${next()}`;
      headers['x-service-delivery-id'] = json.id;
      return 'sign';
    },
  },
  {
    name: 'test events are not flagged',
    caughtBy: ['5.7/simulated-sent', '3.1/test-flagged'],
    delivery: ({ json }) => {
      delete json.test;
      delete json.data?.message?.test;
      return 'sign';
    },
  },
  {
    name: 'failed deliveries are not retried',
    caughtBy: ['6/retry-500', '6/retry-5'],
    alsoIn: ['4.10', '7', '8'],
    reply: withStatus(500, 200),
  },
  {
    name: '410 is treated like other failures',
    caughtBy: ['6/disabled-410'],
    alsoIn: ['7'],
    reply: withStatus(410, 500),
  },
  {
    name: 'the log has 500 bytes of a response',
    caughtBy: ['6/log-answer-characters'],
    reply: (replied) => {
      replied.body = replied.body.subarray(0, 500);
    },
  },
  {
    name: 'a button reply loses its button',
    caughtBy: ['6/received-button-title', '2.3/choice-button'],
    delivery: ({ json }) => {
      if (json.data?.message) {
        delete json.data.message.button;
      }
      return 'sign';
    },
  },
  {
    name: 'inbound IDs have another format',
    caughtBy: ['6/received-id', '2.2/id-inbound'],
    delivery: ({ json }) => {
      if (json.event === 'message.received') {
        json.data.message.id = json.data.message.id.replace('msg_in_', 'msg_');
      }
      return 'sign';
    },
  },
  {
    name: 'created_at is in local time',
    caughtBy: ['6/envelope-created-at'],
    delivery: ({ json }) => {
      json.created_at = new Date(Date.parse(json.created_at) + 10_800_000).toISOString();
      return 'sign';
    },
  },
  {
    name: 'the signature time is in milliseconds',
    caughtBy: ['6/signature-time'],
    alsoIn: ['8'],
    delivery: ({ headers }) => {
      const time = /^t=(\d+)/.exec(headers['x-service-signature'] ?? '')?.[1];
      headers['x-service-signature'] = `t=${time}000,v1=`;
      return 'sign';
    },
  },
  {
    name: 'delivered is sent twice',
    caughtBy: ['6/status-once'],
    alsoIn: ['2.2', '4.10'],
    delivery: ({ json }) => (json.data?.message?.status === 'delivered' ? 'twice' : undefined),
  },
  {
    name: 'an approval is sent twice',
    caughtBy: ['6/template-once'],
    alsoIn: ['4.10', '9'],
    delivery: ({ json }) => (json.event === 'template.status' ? 'twice' : undefined),
  },
  {
    name: 'inbound locations are sent twice',
    caughtBy: ['6/received-once'],
    delivery: ({ json }) => (json.data?.message?.type === 'location' ? 'twice' : undefined),
  },
  {
    name: 'company_id is a string',
    caughtBy: ['6/envelope-company-id'],
    delivery: ({ json }) => {
      json.company_id = String(json.company_id);
      return 'sign';
    },
  },
  {
    name: 'rejection_reason is lost',
    caughtBy: ['3.3/event-rejected', '6/template-rejected'],
    delivery: ({ json }) => {
      if (json.data?.template) {
        delete json.data.template.rejection_reason;
      }
      return 'sign';
    },
  },
];
