import { at, isLink, isSend, isSendTemplate } from '../mutants/spoil.ts';
import { eachObject, eachText } from './rewrite.ts';
import type { Variation } from './variation.ts';

const isStopList = (path: string): boolean => /^\/(opt-outs|blocked-numbers)(\/|$)/.test(path);
const isSendOrLink = (asked: Parameters<typeof isSend>[0]): boolean =>
  isSend(asked) || isSendTemplate(asked) || isLink(asked);
const plus = (json: unknown): void =>
  eachText(json, (text, name) => (name === 'phone' && /^[1-9]\d+$/.test(text) ? `+${text}` : text));
const spaced = (text: string): string => text.replace(/^\+?(\d\d)(\d{3})(\d{3})(\d\d)(\d\d)$/, '+$1 $2 $3 $4 $5');

/** Valid details of single responses and deliveries. */
export const DETAILS: readonly Variation[] = [
  {
    name: 'Retry-After is a date',
    near: ['7/rate-limited', '8/excess'],
    answer: ({ status, headers }) => {
      if (status === 429) {
        headers['retry-after'] = new Date(Date.now() + 60_000).toUTCString();
      }
    },
  },
  {
    name: 'Retry-After is longer than necessary',
    near: ['7/rate-limited', '8/excess', '8/retry-after-honoured'],
    answer: ({ status, headers }) => {
      if (status === 429) {
        headers['retry-after'] = '60';
      }
    },
  },
  {
    name: 'Allow also lists HEAD and OPTIONS',
    near: ['7/method', '7/METHOD'],
    answer: ({ status, headers }) => {
      if (status === 405) {
        headers.allow = `OPTIONS, HEAD, ${headers.allow ?? ''}`;
      }
    },
  },
  {
    name: 'a 401 has WWW-Authenticate, and a 201 has Location',
    near: ['5.6', '4.5/create', '4.8/create'],
    answer: ({ status, headers }) => {
      if (status === 401) {
        headers['www-authenticate'] = 'Bearer realm="api"';
      }
      if (status === 201) {
        headers.location = '/api/v1/elsewhere';
      }
    },
  },
  {
    name: 'Content-Type has more parameters',
    near: ['1/json', '4.1'],
    answer: ({ headers }) => {
      headers['content-type'] = headers['content-type']?.replace(/;.*/, '; profile="v1"; charset="UTF-8"') ?? '';
    },
  },
  {
    name: 'times to the nanosecond',
    near: ['1/timestamps', '2.7/closes-at', '4.7/messages-before', '6/status-occurred'],
    request: ({ query }) => {
      const before = query.get('before');
      if (before !== null) {
        query.set('before', before.replace(/(\.\d{6})\d{3}/, '$1'));
      }
    },
    answer: ({ json }) =>
      eachText(json, (text) => text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6})(?!\d)/, '$1000')),
  },
  {
    name: 'the signature has capital hexadecimal digits',
    near: ['6/signature'],
    delivery: ({ headers }) => {
      headers['x-service-signature'] = (headers['x-service-signature'] ?? '').replace(/[0-9a-f]{64}/, (hex) =>
        hex.toUpperCase(),
      );
      return undefined;
    },
  },
  {
    name: 'deliveries have Content-Type without charset, and more headers',
    near: ['6/json', '6/post', '6/header'],
    delivery: ({ headers }) => {
      headers['content-type'] = 'application/json';
      headers['x-service-region'] = 'eu-1';
      headers.from = 'ops@api.example';
      return undefined;
    },
  },
  {
    name: 'adding a listed person again returns 200',
    near: ['4.6', '2.10/opt-out', '2.10/block'],
    answer: (answer, { method, path, json, headers, notes }) => {
      const key = `${headers.authorization} ${path} ${String(json?.phone).replace(/\D/g, '')}`;
      if (method === 'POST' && isStopList(path) && answer.status === 201) {
        answer.status = notes.has(key) ? 200 : 201;
        notes.set(key, 'listed');
      }
      if (method === 'DELETE' && isStopList(path)) {
        notes.delete(`${headers.authorization} /${path.split('/')[1]} ${path.replace(/%[0-9a-f]{2}|\D/gi, '')}`);
      }
    },
  },
  {
    name: 'removing a person who is not listed returns 404',
    near: ['4.6/opt-out-delete', '4.6/block-delete', '2.10/lists'],
    answer: (answer, { method, path }) => {
      if (method === 'DELETE' && isStopList(path) && answer.json?.data?.removed === false) {
        answer.status = 404;
        const { request_id } = answer.json;
        const error = { code: 'NOT_FOUND', http: 404, message: 'm', reason: 'r', fix: 'f', docs: 'https://d.example/' };
        answer.json = { success: false, error: { ...error, request_id } };
      }
    },
  },
  {
    name: 'a closed window has no closing time',
    near: ['2.7', '4.5/window'],
    answer: ({ json }) => {
      if (json?.data?.window_open === false) {
        json.data.closes_at = null;
      }
    },
  },
  {
    name: 'the last message of a template has no text',
    near: ['2.8/last-message'],
    answer: ({ json }) => {
      const { conversations } = json?.data ?? {};
      for (const { last_message } of Array.isArray(conversations) ? conversations : []) {
        if (last_message?.message?.type === 'template') {
          last_message.text = null;
        }
      }
    },
  },
  {
    name: 'the funnel counts steps from 0 and has rates with many decimals',
    near: ['2.11/stats-funnel', '4.8/stats-200', '4.8/test-not-counted'],
    answer: ({ json }) => {
      for (const step of json?.data?.funnel ?? []) {
        step.step -= 1;
        step.rate = step.rate === 0 ? 0 : step.rate - 0.0000001;
      }
    },
  },
  {
    name: 'phones are shown with a plus',
    near: ['2.8/phone', '2.9', '4.5/get', '4.6', '4.7/filter', '4.8/runs-filter'],
    answer: ({ json }) => plus(json?.data),
  },
  {
    name: 'phones are shown with spaces',
    near: ['2.8/phone', '4.5/get', '4.6', '4.7/list'],
    answer: ({ json }) => eachText(json?.data, (text, name) => (name === 'phone' ? spaced(text) : text)),
  },
  {
    name: 'only sends have X-Service-Mode',
    near: ['5.7'],
    answer: ({ headers }, asked) => {
      if (!isSendOrLink(asked)) {
        delete headers['x-service-mode'];
      }
    },
  },
  {
    name: 'GET /me shows the end of the key',
    near: ['4.1/me', '5.2/not-shown'],
    answer: ({ json }, asked) => {
      if (at(/^\/me$/)(asked) && json?.data) {
        json.data.key_ends_in = asked.headers.authorization?.slice(-4);
      }
    },
  },
  {
    name: 'media IDs have special characters',
    near: ['2.3/media-by-id', '2.4/header-media', '4.4', '5.7/validates-media'],
    request: ({ json }) => {
      eachObject(json, (record) => {
        for (const name of ['id', 'media_id']) {
          const value = record[name];
          if (typeof value === 'string' && value.startsWith('m/+=&? ')) {
            record[name] = value.slice(7);
          }
        }
      });
    },
    answer: ({ json, status }, { path }) => {
      if (path === '/media' && status === 201) {
        json.data.id = `m/+=&? ${json.data.id}`;
      }
    },
  },
  {
    name: 'company_id is a large integer',
    near: ['6/envelope-company'],
    controlAnswer: ({ json }) => {
      if (json?.company_id !== undefined) {
        json.company_id += 4_000_000_000_000;
      }
    },
    delivery: ({ json }) => {
      json.company_id += 4_000_000_000_000;
      return 'sign';
    },
  },
  {
    name: 'an invalid body gives INVALID_JSON if it is no object',
    near: ['7/validation-no-object', '7/INVALID_JSON'],
    answer: (answer, { method, raw }) => {
      if (method === 'POST' && answer.status === 422 && /^\s*[[\d"tn]/.test(raw.toString())) {
        answer.status = 400;
        Object.assign(answer.json.error, { code: 'INVALID_JSON', http: 400 });
        delete answer.json.error.errors;
      }
    },
  },
];
