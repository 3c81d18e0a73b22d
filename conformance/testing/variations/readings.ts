import type { ProxiedRequest } from '../mutants/mutant.ts';
import { accepted, codeOf, isLink, isSend, isSendTemplate, next, refused } from '../mutants/spoil.ts';
import { eachText } from './rewrite.ts';
import type { Variation } from './variation.ts';

const isConversation = (path: string): boolean => path.startsWith('/conversations/');
const isFlowTest = ({ method, path }: ProxiedRequest): boolean =>
  method === 'POST' && /^\/flows\/[^/]+\/test$/.test(path);
const NO_RUNS = { entered: 0, running: 0, done: 0, stopped: 0, messages_sent: 0, funnel: [] };

/** Other readings of sentences that READINGS.md lists. */
export const READINGS: readonly Variation[] = [
  {
    name: 'a repeated POST is not marked',
    near: ['4.2/template-idempotent', '4.2/idempotent-same-id', '4.2/idempotent-header'],
    answer: ({ headers }, asked) => {
      if (isSend(asked) || isSendTemplate(asked)) {
        delete headers['idempotent-replayed'];
      }
    },
  },
  {
    name: 'the path variant has no aliases',
    near: ['4.2/path-aliases', '4.2/path-to', '4.2/path-repeat'],
    answer: (answer, asked) => {
      if (isLink(asked) && asked.path !== '/messages/template' && asked.query.has('phone')) {
        refused(answer, 422, 'VALIDATION_FAILED');
        answer.json.error.errors = [{ param: 'phone', message: 'm' }];
      }
    },
  },
  {
    name: 'unknown values of filters are ignored',
    near: ['4.3/status-unknown', '4.7/filter-channel-unknown', '4.9/stats-from-form', '4.8/filter-active-boolean'],
    request: ({ method, query }) => {
      for (const [name, value] of method === 'GET' ? [...query] : []) {
        if (['MAYBE', 'FUN', 'asleep', 'perhaps', 'yesterday', 'sideways', 'seven'].includes(value)) {
          query.delete(name);
        }
      }
    },
  },
  {
    name: 'the history has only a cursor',
    near: ['4.7/messages-has-more', '4.7/messages-before'],
    answer: ({ json }, { path }) => {
      if (path.endsWith('/messages') && json?.data?.pagination) {
        json.data.pagination = { before: json.data.pagination.before };
      }
    },
  },
  {
    name: 'a repeated POST shows the current status',
    near: ['4.2/idempotent-status', '4.2/idempotent-same-id', '4.2/template-idempotent'],
    answer: ({ headers, json }, asked) => {
      if ((isSend(asked) || isSendTemplate(asked)) && headers['idempotent-replayed'] === 'true' && json?.data) {
        json.data.status = 'sent';
      }
    },
  },
  {
    name: 'the parts of interactive are optional',
    near: ['2.3/buttons-', '2.3/list-'],
    answer: (answer, asked) => {
      const { kind, buttons, sections } = asked.json?.interactive ?? {};
      const isBare = (kind === 'button' && buttons === undefined) || (kind === 'list' && sections === undefined);
      if (isSend(asked) && answer.status === 422 && isBare) {
        accepted(answer, 202, { id: `msg_${9e9 + next()}`, status: 'sent', test: true });
      }
    },
  },
  {
    name: 'unread=false does not filter',
    near: ['4.7/filter', '4.7/list-200'],
    request: ({ path, query }) => {
      if (path === '/conversations' && query.get('unread') === 'false') {
        query.delete('unread');
      }
    },
  },
  {
    name: 'a conversation that is closed or assigned counts as read',
    near: ['4.7/filter', '4.7/patch', '3.2'],
    request: ({ method, path, json }) => {
      if (
        method === 'PATCH' &&
        isConversation(path) &&
        (json?.status === 'closed' || Number.isInteger(json?.agent_id))
      ) {
        json.unread_count ??= 0;
      }
    },
  },
  {
    name: 'a flow that does not exist has no runs',
    near: ['4.8/runs', '4.8/stats-200', '4.8/delete', '4.8/get-404'],
    answer: (answer, { method, path }) => {
      const [, of] = /^\/flows\/[^/]+\/(runs|stats)$/.exec(path) ?? [];
      if (method === 'GET' && of !== undefined && answer.status === 404) {
        const pagination = { limit: 25, count: 0, has_more: false, next_cursor: null };
        const stats = { ...NO_RUNS, stop_reasons: { reply: 0, agent: 0, window: 0 } };
        accepted(answer, 200, of === 'runs' ? { runs: [], pagination } : stats);
      }
    },
  },
  {
    name: 'the number of a flow test can be a JSON number',
    near: ['4.8/test'],
    request: (asked) => {
      if (isFlowTest(asked) && typeof asked.json?.to === 'number') {
        asked.json.to = String(asked.json.to);
      }
    },
  },
  {
    name: 'GET /stats counts flow tests',
    near: ['4.8/test', '4.9/stats-200'],
    answer: ({ status, json }, asked) => {
      if (isFlowTest(asked) && status === 200) {
        asked.notes.set(`tested ${asked.headers.authorization}`, 'yes');
      } else if (asked.path === '/stats' && asked.notes.has(`tested ${asked.headers.authorization}`) && json?.data) {
        json.data.messages.outgoing += 2;
      }
    },
  },
  {
    name: 'a message counts under its present status only',
    near: ['2.12/stats-outgoing', '2.12/stats-delivered', '2.12/stats-read', '2.12/stats-rates'],
    answer: ({ status, json }, { path }) => {
      if (path === '/stats' && status === 200) {
        const { messages } = json.data;
        messages.delivered -= messages.read;
        messages.delivered_rate = messages.outgoing > 0 ? (100 * messages.delivered) / messages.outgoing : 0;
      }
    },
  },
  {
    name: 'the name and the address of a place are required',
    near: ['2.3/location', '2.10/block-cuts-each-kind', '4.7/messages-each-kind', '1/window-for-each-kind'],
    answer: (answer, asked) => {
      const { type, name, address } = asked.json ?? {};
      if (isSend(asked) && type === 'location' && !(name && address) && answer.status < 500) {
        refused(answer, 422, 'VALIDATION_FAILED');
        answer.json.error.errors = [{ field: name ? 'address' : 'name', message: 'It is missing.' }];
      }
    },
  },
  {
    name: 'closing a conversation unassigns its agent',
    near: ['2.1/filters-on-each-page', '4.7/filter-agent', '4.7/patch-status', '3.2/agent'],
    request: ({ method, path, json }) => {
      if (method === 'PATCH' && isConversation(path) && json?.status === 'closed' && json.agent_id === undefined) {
        json.agent_id = null;
      }
    },
  },
  {
    name: 'a type that contradicts the extension is refused',
    near: ['2.11/type'],
    answer: (answer, { path, json }) => {
      const contradicts = /"type":"video","media_url":"[^"]*\.jpg"/.test(JSON.stringify(json ?? null));
      if (answer.status < 300 && path.startsWith('/flows') && contradicts) {
        refused(answer, 422, 'FLOW_INVALID');
      }
    },
  },
  {
    name: 'a choice on a page takes two sends',
    near: ['2.3/choice', '2.3/kinds-whole', '1/window-for-each-kind'],
    controlAnswer: ({ json }, { path }) => {
      for (const send of path.startsWith('/provider/sends') && Array.isArray(json) ? [...json] : []) {
        if (send.type === 'interactive' && send.channel !== 'whatsapp') {
          json.splice(json.indexOf(send), 0, { ...send, type: 'text', external_id: `${send.external_id}t` });
        }
      }
    },
  },
  {
    name: 'a delay can be a JSON number',
    near: ['2.11/delay', '2.11/types'],
    request: ({ path, json }) => {
      for (const step of path.startsWith('/flows') && Array.isArray(json?.steps) ? json.steps : []) {
        if (Number.isInteger(step?.delay)) {
          step.delay = String(step.delay);
        }
      }
    },
  },
  {
    name: 'the URL of media may return 404',
    near: ['7/media-url', '2.3/media-url', '2.3/media-address'],
    answer: (answer, asked) => {
      if (
        isSend(asked) &&
        codeOf(answer) === 'MEDIA_URL_INVALID' &&
        JSON.stringify(answer.json).includes('returns 404')
      ) {
        accepted(answer, 202, { id: `msg_${9e9 + next()}`, status: 'queued' });
      }
    },
  },
  {
    name: 'only the ID of a webhook event is valid on instagram and messenger',
    near: ['7/never-opened', '5.7/window-skipped', '2.3/media-url-', '2.3/text-'],
    control: ({ path, json, notes }) => {
      if (path === '/inbound') {
        notes.set(`wrote ${json.from.id}`, json.channel);
      }
    },
    answer: (answer, asked) => {
      const { channel, to } = asked.json ?? {};
      const isUnknown = ['instagram', 'messenger'].includes(channel) && !asked.notes.has(`wrote ${to}`);
      if (isSend(asked) && isUnknown && (answer.status === 202 || codeOf(answer) === 'WINDOW_NEVER_OPENED')) {
        refused(answer, 422, 'RECIPIENT_INVALID');
      }
    },
  },
  {
    name: 'the response to GET of a message has only the fields of §4.2',
    near: ['2.2/id-sent', '2.2/test-flag', '2.2/error', '2.2/external-id', '4.2/get', '4.2/body-get-message'],
    answer: ({ status, json }, { method, path }) => {
      if (method === 'GET' && path.startsWith('/messages/msg_') && status === 200) {
        const { external_id, error } = json.data;
        json.data = { status: json.data.status, external_id, error, connection: { id: 'wa_1' } };
      }
    },
  },
  {
    name: 'errors of messages in another script',
    near: ['2.2/error', '3.1/failed-error', '4.2/get-error'],
    answer: ({ json }, { path }) => {
      if (path.startsWith('/messages/msg_') && json?.data?.error) {
        eachText(json.data.error, (text) => text.replaceAll(/\p{L}+/gu, '送達不可'));
      }
    },
  },
  {
    name: 'a message fails if the provider is down',
    near: ['7/PROVIDER_UNAVAILABLE', '7/provider-unavailable-retry', '7/provider-unavailable-sent-once'],
    control: ({ path, json }) => {
      if (path === '/provider/next' && json.outcome === 'unavailable' && json.applies_to !== 'media') {
        Object.assign(json, { outcome: 'reject', code: 131026 });
      }
    },
  },
];
