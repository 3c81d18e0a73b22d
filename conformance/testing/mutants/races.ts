import type { Mutant, ProxiedRequest } from './mutant.ts';
import { accepted, at, codeOf, data, isLink, isSend, isSendTemplate, next, refused } from './spoil.ts';

const isFlow = ({ path }: ProxiedRequest): boolean => /^\/flows\/[^/]+$/.test(path);
const isHistory = at(/^\/conversations\/[^/]+\/messages$/);
/** How many requests of one name are open, and how many were open at the same time. */
const open = new Map<string, { now: number; most: number }>();
const keyed = (asked: ProxiedRequest): string | undefined =>
  (isSend(asked) || isSendTemplate(asked)) && asked.headers['idempotency-key']
    ? `${asked.headers.authorization} ${asked.headers['idempotency-key']}`
    : undefined;
const unkeyed = (asked: ProxiedRequest): string | undefined =>
  isLink(asked) ? `${asked.headers.authorization} ${asked.path} ${asked.query}` : undefined;
const upsert = ({ method, path, headers, json }: ProxiedRequest): string | undefined =>
  method === 'POST' && path === '/contacts' ? `${headers.authorization} ${json?.phone}` : undefined;
/** The name of each request, because a mutant may change the request. */
const names = new WeakMap<ProxiedRequest, string>();
/** Returns whether a request with this name is open. */
function beginsAs(asked: ProxiedRequest, name: string | undefined): boolean {
  if (name === undefined) {
    return false;
  }
  names.set(asked, name);
  const { now, most } = open.get(name) ?? { now: 0, most: 0 };
  open.set(name, { now: now + 1, most: Math.max(most, now + 1) });
  return now > 0;
}
/** Returns whether requests with the name of this one were open at the same time. */
function ends(asked: ProxiedRequest): boolean {
  const name = names.get(asked);
  const counts = name === undefined ? undefined : open.get(name);
  if (name === undefined || counts === undefined) {
    return false;
  }
  open.set(name, { ...counts, now: counts.now - 1 });
  return counts.most > 1;
}

/** Mistakes with two requests at once, with the order of two records, and with what another account owns. */
export const RACES: readonly Mutant[] = [
  {
    name: 'two sends at once with one Idempotency-Key are both sent',
    caughtBy: ['4.2/idempotent-at-once'],
    alsoIn: ['6', '7', '8'],
    request: (asked) => {
      if (beginsAs(asked, keyed(asked))) {
        delete asked.headers['idempotency-key'];
      }
    },
    answer: (_, asked) => {
      ends(asked);
    },
  },
  {
    name: 'a flow that is deleted with its runs still sends their steps',
    caughtBy: ['4.8/delete-force'],
    variants: ['with a step due'],
    request: (asked) => {
      const { method, path, query } = asked;
      if (method === 'DELETE' && isFlow(asked) && query.get('force') === 'true') {
        asked.notes.set(`gone ${path}`, 'yes');
        asked.method = 'GET';
        query.delete('force');
      }
    },
    answer: (answer, asked) => {
      if (asked.notes.get(`gone ${asked.path}`) === 'told') {
        refused(answer, 404, 'NOT_FOUND');
      } else if (asked.notes.has(`gone ${asked.path}`)) {
        asked.notes.set(`gone ${asked.path}`, 'told');
      }
    },
  },
  {
    name: 'a redirect of a receiver counts as delivered',
    caughtBy: ['6/retry-302', '4.10/refused-502'],
    reply: (replied) => {
      if (replied.status === 302) {
        replied.status = 200;
      }
    },
  },
  {
    name: 'two equal links at once are both sent',
    caughtBy: ['4.2/repeat-at-once'],
    alsoIn: ['8'],
    request: (asked) => {
      if (beginsAs(asked, unkeyed(asked))) {
        asked.query.set('idempotency_key', `race-${next()}`);
      }
    },
    answer: (_, asked) => {
      ends(asked);
    },
  },
  {
    name: 'two upserts of a contact at once both return 201',
    caughtBy: ['4.5/upsert-at-once'],
    request: (asked) => {
      beginsAs(asked, upsert(asked));
    },
    answer: (answer, asked) => {
      if (ends(asked) && answer.status === 200) {
        answer.status = 201;
      }
    },
  },
  {
    name: 'a link accepts a connection of another account',
    caughtBy: ['5.2/reference-connection'],
    answer: (answer, asked) => {
      const isOfOther = /^wa_\d{1,6}$/.test(asked.query.get('connection_id') ?? '');
      if (isLink(asked) && isOfOther && codeOf(answer) === 'CONNECTION_NOT_FOUND') {
        accepted(answer, 202, { id: `msg_9${next()}`, status: 'queued' });
      }
    },
  },
  {
    name: 'an agent of another account can be assigned',
    caughtBy: ['5.2/reference-agent'],
    answer: (answer, { method, path, json }) => {
      if (
        method === 'PATCH' &&
        path.startsWith('/conversations/') &&
        answer.status === 422 &&
        Number.isInteger(json?.agent_id)
      ) {
        accepted(answer, 200, { phone: path.split('/')[2], status: 'open', agent: { id: json.agent_id, name: 'Ada' } });
      }
    },
  },
  {
    name: 'a link ignores the IP addresses of its key',
    caughtBy: ['5.4/query-ip', '5.4/path-ip'],
    alsoIn: ['5', '7'],
    answer: (answer, asked) => {
      if (isLink(asked) && codeOf(answer) === 'IP_NOT_ALLOWED') {
        accepted(answer, 202, { id: `msg_9${next()}`, status: 'queued' });
      }
    },
  },
  {
    name: 'the key in a path needs no scope',
    caughtBy: ['5.4/path-scope'],
    alsoIn: ['5', '7'],
    answer: (answer, { path }) => {
      if (/^\/messages\/template\/./.test(path) && codeOf(answer) === 'SCOPE_DENIED') {
        accepted(answer, 202, { id: `msg_9${next()}`, status: 'queued' });
      }
    },
  },
  {
    name: 'a revoked key still works where it was used before',
    caughtBy: ['5.2/revoked-at-once'],
    alsoIn: ['5', '7'],
    answer: (answer, { headers, notes }) => {
      const key = headers.authorization ?? '';
      if (answer.status < 300) {
        notes.set(key, JSON.stringify(answer.json));
      }
      const last = notes.get(key);
      if (codeOf(answer) === 'API_KEY_REVOKED' && last !== undefined) {
        answer.status = 200;
        answer.json = JSON.parse(last);
      }
    },
  },
  {
    name: 'the offset of before is ignored',
    caughtBy: ['4.7/messages-before-offset'],
    request: (asked) => {
      const before = asked.query.get('before');
      if (isHistory(asked) && before !== null) {
        asked.query.set('before', before.replace(/[+-]\d\d:\d\d$/, 'Z'));
      }
    },
  },
  {
    name: 'has_more of the history counts both directions',
    caughtBy: ['4.7/messages-direction-more'],
    answer: (answer, asked) => {
      if (isHistory(asked) && asked.query.has('direction') && answer.json?.data?.pagination) {
        const { messages, pagination } = answer.json.data;
        pagination.has_more = true;
        pagination.before ??= messages.at(-1)?.created_at ?? messages.at(-1)?.at ?? '2026-01-01T00:00:00+00:00';
      }
    },
  },
  {
    name: 'the history drops the second of two messages of one moment',
    caughtBy: ['4.7/messages-before-complete'],
    request: (asked) => {
      const before = asked.query.get('before');
      if (isHistory(asked) && before !== null) {
        asked.query.set('before', before.replace(/\.(\d{3})\d*/, '.$1'));
      }
    },
  },
  {
    name: 'a template that is sent becomes the last message of direction in',
    caughtBy: ['2.8/last-message-template'],
    answer: data(at(/^\/conversations$/), (of) => {
      for (const { last_message } of of.conversations) {
        if (last_message?.message?.type === 'template') {
          last_message.direction = 'in';
        }
      }
    }),
  },
  {
    name: 'opting out again after a removal has no effect',
    caughtBy: ['4.6/opt-out-again'],
    request: (asked) => {
      const key = asked.headers.authorization ?? '';
      if (asked.method === 'DELETE' && asked.path.startsWith('/opt-outs/')) {
        asked.notes.set(`${key} ${asked.path.split('/')[2]}`, 'removed');
      }
      if (asked.method === 'POST' && asked.path === '/opt-outs' && asked.notes.has(`${key} ${asked.json?.phone}`)) {
        asked.method = 'GET';
        asked.notes.set(`${key} again`, String(asked.json?.phone));
      }
    },
    answer: (answer, asked) => {
      if (asked.path === '/opt-outs' && asked.method === 'GET' && asked.raw.length > 0) {
        accepted(answer, 201, { phone: asked.json?.phone, source: null, created_at: '2026-01-01T00:00:00+00:00' });
      }
    },
  },
  {
    name: 'a message of a test key can be read with a live key of another account',
    caughtBy: ['5.2/records-of-others'],
    alsoIn: ['4.2', '7'],
    answer: (answer, asked) => {
      if (isSend(asked) && answer.json?.data?.test) {
        asked.notes.set(answer.json.data.id, JSON.stringify({ ...answer.json.data, external_id: null, error: null }));
      }
      const known = asked.method === 'GET' ? asked.notes.get(asked.path.slice('/messages/'.length)) : undefined;
      if (known !== undefined && answer.status === 404) {
        accepted(answer, 200, JSON.parse(known));
      }
    },
  },
  {
    name: 'request IDs of errors repeat',
    caughtBy: ['2.1/request-id-unique'],
    alsoIn: ['2', '7'],
    answer: (answer) => {
      if (answer.json?.error?.request_id) {
        answer.json.error.request_id = 'req_00000000000000000001';
        answer.headers['x-request-id'] = 'req_00000000000000000001';
      }
    },
  },
  {
    name: 'the Allow header and the list of methods are missing from 405',
    caughtBy: ['7/method-allowed-listed'],
    answer: (answer) => {
      if (answer.status === 405) {
        delete answer.headers.allow;
        const { code, http, docs, request_id, message } = answer.json?.error ?? {};
        const text = String(message).replace(/\b(GET|POST|PATCH|DELETE|PUT)\b/g, 'it');
        answer.json = { success: false, error: { code, http, message: text, reason: 'r', fix: 'f', docs, request_id } };
      }
    },
  },
  {
    name: 'a link without its variables is a repeat of another one',
    caughtBy: ['4.2/repeat-other-variables'],
    alsoIn: ['5', '6', '7', '8'],
    answer: (answer, asked) => {
      if (isLink(asked) && answer.status === 202 && !asked.query.has('idempotency_key')) {
        const name = `link ${asked.headers.authorization} ${asked.path} ${asked.query.get('to')} ${asked.query.get('name')} ${asked.query.get('api_key')}`;
        const first = asked.notes.get(name);
        if (first !== undefined && first !== JSON.stringify(answer.json)) {
          answer.json = JSON.parse(first);
          answer.headers['idempotent-replayed'] = 'true';
        }
        asked.notes.set(name, JSON.stringify(answer.json));
      }
    },
  },
  {
    name: 'a blocked recipient receives the messages of test keys',
    caughtBy: ['5.7/validates-blocked'],
    alsoIn: ['1', '2', '5', '7'],
    answer: (answer, asked) => {
      if (codeOf(answer) === 'RECIPIENT_BLOCKED' && /_test_/.test(asked.headers.authorization ?? '')) {
        accepted(answer, 202, { id: `msg_9${next()}`, status: 'sent', test: true });
        answer.headers['x-service-mode'] = 'test';
      }
    },
  },
  {
    name: 'an opted-out person gets marketing with test keys',
    caughtBy: ['5.7/validates-opted-out'],
    alsoIn: ['1', '2', '5', '7'],
    answer: (answer, asked) => {
      if (codeOf(answer) === 'RECIPIENT_OPTED_OUT' && /_test_/.test(asked.headers.authorization ?? '')) {
        accepted(answer, 202, { id: `msg_9${next()}`, status: 'sent', test: true });
        answer.headers['x-service-mode'] = 'test';
      }
    },
  },
  {
    name: 'a flow may use the template_id of another account',
    caughtBy: ['5.2/reference-template'],
    alsoIn: ['2.11', '4.8'],
    answer: (answer, { method, path, json }) => {
      if (
        method === 'POST' &&
        path === '/flows' &&
        answer.status >= 400 &&
        Number.isInteger(json?.template_id) &&
        json.template_id < 1e6
      ) {
        accepted(answer, 201, { ...json, id: next(), is_active: false });
      }
    },
  },
  {
    name: 'a receiver that returns 204 counts as failed',
    caughtBy: ['6/ok-204'],
    alsoIn: ['4.10', '8'],
    reply: (replied) => {
      if (replied.status > 200 && replied.status < 300) {
        replied.status = 500;
      }
    },
  },
  {
    name: 'the signature is of the body with escaped characters',
    caughtBy: ['6/signature-value'],
    alsoIn: ['4.10'],
    delivery: (delivery) => {
      const isAscii = /^[\x20-\x7e]*$/.test(delivery.raw.toString('latin1'));
      if (!isAscii) {
        const [time, mac = ''] = (delivery.headers['x-service-signature'] ?? '').split('v1=');
        delivery.headers['x-service-signature'] = `${time}v1=${[...mac].reverse().join('')}`;
      }
      return undefined;
    },
  },
  {
    name: 'the attempt in the body of a retry is 1',
    caughtBy: ['6/envelope-attempt-counts', '6/header-attempt'],
    delivery: ({ json }) => {
      if (json?.attempt > 1) {
        json.attempt = 1;
        return 'sign';
      }
      return undefined;
    },
  },
  {
    name: 'events of messages without an error have no field error',
    caughtBy: ['6/status-error-null'],
    alsoIn: ['2.2', '3', '6'],
    delivery: ({ json }) => {
      if (json?.event === 'message.status' && json.data.message.error === null) {
        delete json.data.message.error;
        return 'sign';
      }
      return undefined;
    },
  },
  {
    name: 'statuses of web chat name the channel whatsapp',
    caughtBy: ['5.7/simulated-channels'],
    alsoIn: ['6', '3', '1'],
    delivery: ({ json }) => {
      if (json?.event === 'message.status' && json.data.message.channel === 'web') {
        json.data.message.channel = 'whatsapp';
        return 'sign';
      }
      return undefined;
    },
  },
  {
    name: 'from without to is ignored in stats',
    caughtBy: ['4.9/stats-from-alone'],
    request: ({ path, query }) => {
      if (path === '/stats' && !query.has('to')) {
        query.delete('from');
      }
    },
  },
  {
    name: 'to without from is ignored in stats',
    caughtBy: ['4.9/stats-to-alone'],
    request: ({ path, query }) => {
      if (path === '/stats' && !query.has('from')) {
        query.delete('to');
      }
    },
  },
  {
    name: 'runs of a person are found only by digits',
    caughtBy: ['4.8/runs-filter-spelling'],
    request: ({ path, query }) => {
      const phone = query.get('phone');
      if (path.endsWith('/runs') && phone !== null && !/^[1-9]\d+$/.test(phone)) {
        query.set('phone', '905000000000');
      }
    },
  },
  {
    name: 'the simulated event read has no test flag',
    caughtBy: ['5.7/simulated-read'],
    alsoIn: ['2.2', '3', '6'],
    delivery: ({ json }) => {
      if (json?.event === 'message.status' && json.data.message.test && json.data.message.status === 'read') {
        delete json.test;
        delete json.data.message.test;
        return 'sign';
      }
      return undefined;
    },
  },
  {
    name: 'caption is lost beside media.id',
    caughtBy: ['2.3/caption-by-id'],
    request: (asked) => {
      if (isSend(asked) && asked.json?.media?.id) {
        delete asked.json.caption;
      }
    },
  },
  {
    name: 'reply_to is lost in media messages',
    caughtBy: ['2.3/reply-to'],
    request: (asked) => {
      if (isSend(asked) && asked.json?.media) {
        delete asked.json.reply_to;
      }
    },
  },
  {
    name: 'reply_to is lost in interactive messages',
    caughtBy: ['2.3/reply-to'],
    request: (asked) => {
      if (isSend(asked) && asked.json?.interactive) {
        delete asked.json.reply_to;
      }
    },
  },
  {
    name: 'the descriptions of list rows are lost',
    caughtBy: ['2.3/values-interactive'],
    variants: ['the description of a row'],
    request: (asked) => {
      for (const { rows = [] } of isSend(asked) ? (asked.json?.interactive?.sections ?? []) : []) {
        for (const row of rows) {
          delete row.description;
        }
      }
    },
  },
  {
    name: 'the name of a location is lost',
    caughtBy: ['2.3/location-name'],
    request: (asked) => {
      if (isSend(asked) && asked.json?.type === 'location') {
        delete asked.json.name;
      }
    },
  },
];
