import { codeOf, isLink, isSend, isSendTemplate, next, refused } from '../mutants/spoil.ts';
import { below, eachObject, eachText, renamed } from './rewrite.ts';
import type { Variation } from './variation.ts';

/** Lists whose name and default order the specification leaves open. */
const OPEN_ORDER = /^\/(opt-outs|blocked-numbers|labels|agents|flows|flows\/\d+\/runs)$/;

/** Message IDs consist of digits. The number of digits is open. */
const longer = (text: string): string => text.replace(/^(msg_(?:in_)?)(\d+)$/, '$19$200000000000000007');
const shorter = (text: string): string => text.replace(/(msg_(?:in_)?)9(\d+)00000000000000007/g, '$1$2');

const LONG = 'c'.repeat(1500);

const withoutNulls = (json: unknown): void =>
  eachObject(json, (record) => {
    for (const [name, value] of Object.entries(record)) {
      if (value === null) {
        delete record[name];
      }
    }
  });

/** Valid behavior where the specification is silent or ambiguous. */
export const OPEN: readonly Variation[] = [
  {
    name: 'IDs in another format',
    near: ['2.1/request-id', '2.2', '4.2/get', '6/envelope-id', '6/status-id', '6/received-id', '6/header-delivery'],
    request: (asked) => {
      asked.path = shorter(asked.path);
    },
    answer: ({ json, headers }) => {
      eachText(json, (text, name) =>
        name === 'request_id' ? text.replace(/^req_.*/, `req_01J${headers['x-request-id']?.slice(4)}`) : longer(text),
      );
      headers['x-request-id'] = `req_01J${headers['x-request-id']?.slice(4)}`;
    },
    delivery: ({ json, headers }) => {
      json.id = `whd_01J-${json.id.slice(4)}`;
      headers['x-service-delivery-id'] = json.id;
      eachText(json.data, longer);
      return 'sign';
    },
  },
  {
    name: 'cursors with special characters',
    near: ['4.7/filter-pages', '4.5/search-pages'],
    request: ({ query }) => {
      const cursor = query.get('cursor');
      if (cursor?.startsWith('p+/=&?')) {
        query.set('cursor', cursor.slice(6));
      }
    },
    answer: ({ json }) => {
      const page = json?.data?.pagination;
      if (page?.next_cursor) {
        page.next_cursor = `p+/=&?${page.next_cursor}`;
      }
    },
  },
  {
    name: 'cursors are long',
    near: ['4.7/filter-pages', '4.5/search-pages'],
    request: ({ query }) => {
      query.has('cursor') && query.set('cursor', query.get('cursor')?.slice(LONG.length) ?? '');
    },
    answer: ({ json }) => {
      const page = json?.data?.pagination;
      if (page?.next_cursor) {
        page.next_cursor = `${LONG}${page.next_cursor}`;
      }
    },
  },
  {
    name: 'IDs of flows are texts',
    near: ['4.8/get', '4.8/patch', '4.8/delete', '4.8/runs', '2.11/is-active'],
    request: (asked) => {
      asked.path = asked.path.replace(/^\/flows\/flow-/, '/flows/');
    },
    answer: ({ json }, { path }) => {
      if (path.startsWith('/flows')) {
        eachObject(json?.data, (record) => {
          for (const name of 'is_active' in record ? ['id'] : ['flow_id']) {
            record[name] &&= `flow-${record[name]}`;
          }
        });
      }
    },
  },
  {
    name: 'contacts, conversations and flows are not returned by writes',
    near: ['4.5/create', '4.5/patch', '4.7/patch', '4.8/create', '4.8/patch', '3.4'],
    answer: below(/^\/(contacts|conversations|flows)(\/|$)/, (_, answer, { method }) => {
      if (method !== 'GET') {
        answer.json.data = {};
      }
    }),
  },
  {
    name: 'the last page still has a cursor',
    near: ['2.1/agents-empty', '2.1/contacts-pagination', '4.7/filter-pages', '4.5/search-pages'],
    answer: ({ json }) => {
      const page = json?.data?.pagination;
      if (page && page.has_more === false && 'next_cursor' in page) {
        page.next_cursor = 'end';
      }
    },
  },
  {
    name: 'other error texts',
    near: ['2.1/error', '2.4/variables-error', '7/placeholders', '7/method', '2.4/language'],
    answer: ({ json }) => {
      if (json?.error) {
        Object.assign(json.error, { reason: 'Neden', fix: 'Düzeltin', docs: 'https://docs.example.com/hatalar#kod' });
      }
    },
  },
  {
    name: 'errors without param',
    near: ['2.1/error-param', '7/validation', '2.3/to'],
    answer: ({ json }) => {
      delete json?.error?.param;
    },
  },
  {
    name: 'errors lists strings',
    near: ['7/validation', '7/VALIDATION'],
    answer: ({ json }) => {
      const errors = json?.error?.errors;
      if (Array.isArray(errors)) {
        json.error.errors = errors.map(({ field, message }) => `${field} ${message}`);
      }
    },
  },
  {
    name: 'errors lists JSON pointers',
    near: ['7/validation', '7/VALIDATION'],
    answer: ({ json }) => {
      const errors = json?.error?.errors;
      if (Array.isArray(errors)) {
        json.error.errors = errors.map(({ field, message }) => ({
          pointer: `/${field.replaceAll('.', '/')}`,
          detail: message,
        }));
      }
    },
  },
  {
    name: 'other codes where the specification gives none',
    near: [
      '4.5/get-404',
      '4.7/detail-404',
      '4.8/get-404',
      '4.8/valid',
      '4.8/delete',
      '4.8/test',
      '7/flow',
      '7/contact',
      '7/conversation',
      '7/status-of',
      '2.11/button',
    ],
    answer: (answer) => {
      const other = {
        CONTACT_NOT_FOUND: 'NOT_FOUND',
        CONVERSATION_NOT_FOUND: 'NOT_FOUND',
        FLOW_NOT_FOUND: 'FLOW_MISSING',
        FLOW_INVALID: 'VALIDATION_FAILED',
        FLOW_HAS_RUNS: 'FLOW_IN_USE',
        FLOW_NOT_TESTABLE: 'WINDOW_CLOSED_FOR_TEST',
      }[codeOf(answer) ?? ''];
      if (other !== undefined) {
        answer.json.error.code = other;
        if (other === 'VALIDATION_FAILED') {
          const { param, message } = answer.json.error;
          answer.json.error.errors = [{ field: param, message }];
        }
      }
    },
  },
  {
    name: 'null fields are missing',
    near: ['2.1/contacts', '2.2', '2.7', '2.8', '4.2/get', '4.7/messages', '4.2/body', '4.5/body'],
    answer: ({ json }) => withoutNulls(json?.data),
  },
  {
    name: 'null fields are missing in events',
    near: ['6/received', '6/message', '6/status', '6/template', '3.1/test'],
    delivery: ({ json }) => {
      const { error, rejection_reason } = json.data.message ?? json.data.template ?? {};
      withoutNulls(json);
      if (json.event === 'message.status' && error === null) {
        json.data.message.error = null; // §6: null or an object
      }
      if (json.event === 'template.status' && rejection_reason === null) {
        json.data.template.rejection_reason = null;
      }
      return 'sign';
    },
  },
  {
    name: 'live messages have test false',
    near: ['2.2/test', '2.2/send', '5.7/live', '5.7/simulated', '4.10'],
    answer: ({ json }, asked) => {
      if (json?.data?.id && (isSend(asked) || isSendTemplate(asked) || isLink(asked))) {
        json.data.test ??= false;
      }
    },
    delivery: ({ json }) => {
      json.test ??= false;
      return 'sign';
    },
  },
  {
    name: 'only the envelope has test',
    near: ['3.1/test', '5.7'],
    delivery: ({ json }) => {
      delete json.data.message?.test;
      return 'sign';
    },
  },
  {
    name: 'only the message has test',
    near: ['3.1/test', '5.7'],
    delivery: ({ json }) => {
      delete json.test;
      return 'sign';
    },
  },
  {
    name: 'lists have other names',
    near: ['2.12', '4.5/search', '4.6/opt', '4.8/list', '4.8/filter', '4.7/messages', '2.1/labels-empty', '4.9/labels'],
    answer: ({ json }, { path }) => {
      if (json?.data?.pagination && path !== '/conversations') {
        renamed({
          contacts: 'items',
          opt_outs: 'items',
          blocked_numbers: 'items',
          labels: 'items',
          agents: 'items',
          flows: 'items',
          runs: 'items',
          messages: 'items',
          templates: 'items',
        })(json.data);
      }
    },
  },
  {
    name: 'lists without a default order start with the oldest record',
    near: ['4.8/list', '4.8/filter', '2.10/opt', '2.12/labels'],
    request: ({ method, path, query }) => {
      if (method === 'GET' && OPEN_ORDER.test(path) && !query.has('order')) {
        query.set('order', 'asc');
      }
    },
  },
  {
    name: 'a limit over 100 is capped',
    near: ['8/page-labels-over-100'],
    request: ({ method, query }) => {
      if (method === 'GET' && Number(query.get('limit')) > 100) {
        query.set('limit', '100');
      }
    },
  },
  {
    name: 'a limit of 0 means no limit',
    near: ['8/page-labels-limit-0'],
    request: ({ method, query }) => {
      if (method === 'GET' && query.get('limit') === '0') {
        query.delete('limit');
      }
    },
  },
  {
    name: 'templates are not paginated',
    near: ['4.3', '2.5'],
    answer: below(/^\/templates$/, (data) => {
      delete data.pagination;
    }),
  },
  {
    name: 'records are nested one level deeper',
    near: ['2.9', '4.5', '2.11/is-active', '4.8/get', '4.8/patch', '4.8/create', '3.4'],
    answer: ({ json, status }, { path, method }) => {
      if (status < 300 && json?.data && /^\/(contacts|flows)(\/[^/]+)?$/.test(path) && !json.data.pagination) {
        json.data = method === 'DELETE' ? {} : { [path.split('/')[1]?.slice(0, -1) ?? '']: json.data };
      }
    },
  },
  {
    name: 'contacts have other fields',
    near: ['2.9', '4.5/get', '2.8/detail', '4.7/detail', '4.5/search'],
    answer: (answer, asked) => {
      if (asked.path.startsWith('/contacts') || asked.path.startsWith('/conversations')) {
        const change = renamed({
          id: 'contact_id',
          opted_out: 'opt_out.is_opted_out',
          blocked: 'is_blocked',
          created_at: 'since',
        });
        // The variation leaves agents unchanged. Their records contain only an ID and a name (§2.8).
        eachObject(answer.json?.data, (record) => Object.keys(record).join() !== 'id,name' && change(record));
      }
    },
  },
  {
    name: 'writes to and deletions from lists return no record',
    near: ['4.6', '2.10'],
    answer: below(/^\/(opt-outs|blocked-numbers)/, (_, answer, { method }) => {
      if (method !== 'GET') {
        answer.json.data = {};
      }
    }),
  },
  {
    name: 'an upload returns only the media ID',
    near: ['4.4', '2.6', '2.3/media-by-id', '8/type'],
    answer: below(/^\/media$/, ({ id }, answer) => {
      answer.json.data = { id };
    }),
  },
  {
    name: 'channels have another format',
    near: ['4.1', '1/connections'],
    answer: below(/^\/channels$/, (data) => {
      eachObject(data, (record) => {
        if (record.channel) {
          renamed({ channel: 'name', window_hours: 'window.hours' })(record);
          if (Array.isArray(record.capabilities)) {
            const known = ['text', 'media', 'location', 'interactive', 'template'];
            record.capabilities = Object.fromEntries(known.map((one) => [one, record.capabilities.includes(one)]));
          }
        }
      });
    }),
  },
  {
    name: 'stats have other names',
    near: ['2.12', '4.9/stats'],
    answer: below(/^\/stats$/, (data, answer) => {
      const { messages, conversations } = data;
      const { incoming, outgoing, delivered, read, failed } = messages;
      answer.json.data = {
        inbound_count: incoming,
        outbound_count: outgoing,
        outbound: { delivered_count: delivered, read_count: read, failed_count: failed },
        rates: { delivered: messages.delivered_rate, read: messages.read_rate, failed: messages.failed_rate },
        conversations_by_status: Object.entries(conversations).map(([status, count]) => ({ status, count })),
      };
    }),
  },
  {
    name: 'rates in stats are fractions of 1',
    near: ['2.12/stats'],
    answer: below(/^\/stats$/, ({ messages }) => {
      for (const name of ['delivered_rate', 'read_rate', 'failed_rate']) {
        messages[name] /= 100;
      }
    }),
  },
  {
    name: 'the duration of a webhook test is in seconds',
    near: ['4.10'],
    answer: below(/^\/webhooks\/test$/, (data) => {
      renamed({ status_code: 'http_status', duration_ms: 'duration' })(data);
      data.duration /= 1000;
      delete data.delivery_id;
    }),
  },
  {
    name: 'agents and labels show only their name',
    near: ['2.12', '4.9', '2.8/agent', '3.2/agent'],
    answer: below(/^\/(agents|labels)$/, (data) => {
      eachObject(data, (record) => {
        delete record.is_active;
        delete record.color;
      });
    }),
  },
  {
    name: 'runs show only their person and status',
    near: ['4.8/runs'],
    answer: below(/\/runs$/, (data) => {
      data.runs = data.runs.map(({ id, phone, status }: Record<string, unknown>) => ({ id, phone, status }));
    }),
  },
  {
    name: 'a flow is not shown as bot',
    near: ['3.2/bot', '4.7/filter-status', '4.7/patch-status', '2.12/stats-conversations'],
    request: ({ path, query }) => {
      if (path === '/conversations' && query.get('status') === 'bot') {
        query.set('phone', '905990000000'); // an unknown person
      }
    },
    answer: ({ json }, { path }) => {
      if (path.startsWith('/conversations')) {
        eachText(json?.data, (text, name) => (name === 'status' && text === 'bot' ? 'open' : text));
      }
    },
  },
  {
    name: 'to accepts only digits',
    near: ['1/whatsapp-to', '2.8/phone', '2.10/phone', '4.2/query-to', '2.3/to'],
    answer: (answer, asked) => {
      const to = asked.json?.to ?? asked.query.get('to') ?? asked.query.get('phone');
      const channel = asked.json?.channel ?? 'whatsapp';
      const sends = isSend(asked) || isSendTemplate(asked) || isLink(asked);
      if (sends && channel === 'whatsapp' && answer.status === 202 && /\D|^0/.test(to)) {
        refused(answer, 422, 'RECIPIENT_INVALID');
      }
    },
  },
  {
    name: 'a media header must be given',
    near: ['2.4/header', '2.10/opt-out', '1/marketing', '4.6/opt-out-delete', '7/TEMPLATE_HEADER'],
    answer: (answer, asked) => {
      const name = asked.json?.name ?? asked.query.get('name') ?? asked.query.get('template');
      if (answer.status === 202 && name === 'promo_spring' && !asked.json?.header) {
        refused(answer, 422, 'TEMPLATE_HEADER_MISSING');
      }
    },
  },
  {
    name: 'a replayed response has a new request ID',
    near: ['4.2/idempotent', '4.2/repeat', '2.1/request-id'],
    answer: ({ json, headers }) => {
      if (headers['idempotent-replayed'] && json?.data) {
        json.request_id = `req_again${next()}`;
        headers['x-request-id'] = json.request_id;
      }
    },
  },
  {
    name: 'HEAD works like GET, and OPTIONS supports CORS',
    near: ['7/METHOD', '7/method', '9'],
    answer: (answer, { method }) => {
      if (answer.status === 405 && ['HEAD', 'OPTIONS'].includes(method)) {
        answer.status = 204;
        answer.json = undefined;
      }
    },
  },
  {
    name: 'newer file formats are refused',
    near: ['8/type', '4.4'],
    answer: (answer, { path, raw }) => {
      if (path === '/media' && answer.status === 201 && /openxmlformats|audio\/mp4/.test(raw.toString('latin1'))) {
        refused(answer, 415, 'MEDIA_TYPE_UNSUPPORTED');
      }
    },
  },
];
