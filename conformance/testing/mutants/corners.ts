import type { Mutant } from './mutant.ts';
import { accepted, at, codeOf, data, isLink, isSend, isSendTemplate, next, swapped } from './spoil.ts';

/** Mistakes in one operation, channel or field while all others are correct. */
export const CORNERS: readonly Mutant[] = [
  {
    name: 'Idempotency-Key ignores the recipient',
    caughtBy: ['7/idempotency-conflict-any-field'],
    alsoIn: ['8'],
    answer: (answer, asked) => {
      const key = `${asked.headers.authorization} ${asked.headers['idempotency-key']} ${asked.json?.text}`;
      if (isSend(asked) && answer.status === 202) {
        asked.notes.set(key, answer.json.data.id);
      }
      const id = asked.notes.get(key);
      if (isSend(asked) && codeOf(answer) === 'IDEMPOTENCY_CONFLICT' && id) {
        accepted(answer, 202, { id, status: 'queued' });
      }
    },
  },
  {
    name: 'a replayed template returns 200',
    caughtBy: ['4.2/template-idempotent'],
    alsoIn: ['4/statuses'],
    answer: (answer, asked) => {
      if (isSendTemplate(asked) && answer.headers['idempotent-replayed']) {
        answer.status = 200;
      }
    },
  },
  {
    name: 'a repeated link returns 200',
    caughtBy: ['4.2/repeat-first-response'],
    alsoIn: ['4/statuses'],
    answer: (answer, asked) => {
      if (isLink(asked) && answer.headers['idempotent-replayed']) {
        answer.status = 200;
      }
    },
  },
  {
    name: 'flows accept a key in the query',
    caughtBy: ['5.4/query-others'],
    request: ({ path, query, headers }) => {
      const key = query.get('api_key');
      if (key && path.startsWith('/flows')) {
        headers.authorization = `Bearer ${key}`;
        query.delete('api_key');
      }
    },
  },
  {
    name: 'invalid JSON in a PATCH gives VALIDATION_FAILED',
    caughtBy: ['7/invalid-json-anywhere'],
    variants: ['PATCH'],
    answer: (answer, { method }) => {
      if (method === 'PATCH') {
        swapped('INVALID_JSON', 'VALIDATION_FAILED', 422)(answer);
      }
    },
  },
  {
    name: 'var10 sorts after var1',
    caughtBy: ['4.2/query-var-10'],
    request: ({ query }) => {
      const [second, tenth] = [query.get('var2'), query.get('var10')];
      if (second !== null && tenth !== null) {
        query.set('var2', tenth);
        query.set('var10', second);
      }
    },
  },
  ...(
    [
      ['/conversations', 'agent_id', 'status', '4.7/filters-together'],
      ['/conversations', 'from', 'to', '4.7/filters-together'],
      ['/flows', 'is_active', 'template_id', '4.8/filters-together'],
      ['/templates', 'language', 'category', '4.3/filters-together'],
      ['/contacts', 'search', 'order', '4.5/search-order'],
    ] as const
  ).map(
    ([list, beside, lost, clause]): Mutant => ({
      name: `${lost} of ${list} is not read beside ${beside}`,
      caughtBy: [clause],
      alsoIn: ['2.1'],
      request: ({ path, query }) => {
        if (path === list && query.has(beside)) {
          query.delete(lost);
        }
      },
    }),
  ),
  {
    name: 'status of runs is ignored if phone is given',
    caughtBy: ['4.8/runs-filters-together'],
    request: ({ path, query }) => {
      if (path.endsWith('/runs') && query.has('phone')) {
        query.delete('status');
      }
    },
  },
  {
    name: 'PATCH of a contact ignores display_name',
    caughtBy: ['4.5/patch-each-field'],
    alsoIn: ['2.9'],
    request: ({ method, path, json }) => {
      if (method === 'PATCH' && path.startsWith('/contacts/')) {
        delete json?.display_name;
      }
    },
  },
  {
    name: 'outbound messages count as unread',
    caughtBy: ['2.8/unread-count-ours'],
    alsoIn: ['4.7'],
    answer: data(at(/^\/conversations$/), (of) => {
      for (const one of of.conversations) {
        one.unread_count += one.last_message?.direction === 'out' ? 1 : 0;
      }
    }),
  },
  {
    name: 'statuses on messenger trigger no events',
    caughtBy: ['6/status-sent', '6/status-channel'],
    delivery: ({ json }) =>
      json.event === 'message.status' && json.data.message.channel === 'messenger' ? 'swallow' : undefined,
  },
  {
    name: 'inbound files on instagram are lost',
    caughtBy: ['6/received-media-url'],
    delivery: ({ json }) => {
      if (json.data.message?.channel === 'instagram') {
        delete json.data.message.media;
      }
      return 'sign';
    },
  },
  {
    name: 'button choices on messenger are lost',
    caughtBy: ['6/received-button-payload', '2.3/choice-button'],
    delivery: ({ json }) => {
      if (json.data.message?.channel === 'messenger') {
        delete json.data.message.button;
      }
      return 'sign';
    },
  },
  {
    name: 'template events always have the language English',
    caughtBy: ['6/template-status-values'],
    delivery: ({ json }) => {
      if (json.data.template) {
        json.data.template.language = 'en_US';
      }
      return 'sign';
    },
  },
  {
    name: 'templates sent with a test key trigger no events',
    caughtBy: ['5.7/simulated-templates'],
    answer: ({ json }, asked) => {
      if (isSendTemplate(asked) && json?.data?.test) {
        asked.notes.set(json.data.id, 'test');
      }
    },
    delivery: ({ json, notes }) => (notes.has(json.data.message?.id) ? 'swallow' : undefined),
  },
  {
    name: 'messages with buttons lose reply_to',
    caughtBy: ['2.3/reply-to'],
    request: ({ json }) => {
      if (json?.type === 'interactive') {
        delete json.reply_to;
      }
    },
  },
  {
    name: 'links ignore the block list',
    caughtBy: ['2.10/block-cuts-links'],
    alsoIn: ['1'],
    answer: (answer, asked) => {
      if (isLink(asked) && codeOf(answer) === 'RECIPIENT_BLOCKED') {
        accepted(answer, 202, { id: `msg_${next()}`, status: 'queued' });
      }
    },
  },
  {
    name: 'webp is accepted',
    caughtBy: ['8/type-webp'],
    answer: (answer, { path, raw }) => {
      if (path === '/media' && answer.status === 415 && raw.includes('image/webp')) {
        accepted(answer, 201, { id: `media_${next()}` });
      }
    },
  },
  {
    name: 'flows accept any method',
    caughtBy: ['7/METHOD_NOT_ALLOWED'],
    variants: ['DELETE /flows'],
    answer: (answer, { path }) => {
      if (path === '/flows') {
        swapped('METHOD_NOT_ALLOWED', 'NOT_FOUND', 404)(answer);
      }
    },
  },
  {
    name: 'publishing a flow skips validation',
    caughtBy: ['3.4/patch-active-refused'],
    alsoIn: ['4.8'],
    answer: (answer, { method, path, json }) => {
      if (method === 'PATCH' && path.startsWith('/flows/') && json?.is_active && answer.status === 422) {
        accepted(answer, 200, { ...json, id: 1 });
      }
    },
  },
  {
    name: 'windows on instagram and messenger close after 25 hours',
    caughtBy: ['2.7/closes-at-instagram', '2.7/closes-at-messenger'],
    answer: data(at(/\/window$/), (of) => {
      if (of.closes_at && !of.can_send.template) {
        of.closes_at = new Date(Date.parse(of.closes_at) + 3_600_000).toISOString();
      }
    }),
  },
  {
    name: 'the ID of an agent is a string outside the list',
    caughtBy: ['2.8/agent-detail', '2.8/agent-patched'],
    answer: (answer, asked) => {
      const agent = /^\/conversations\/[^/]+$/.test(asked.path) && answer.json?.data?.agent;
      if (agent) {
        agent.id = String(agent.id);
      }
    },
  },
  {
    name: 'PATCH of a conversation with status ignores other fields',
    caughtBy: ['4.7/patch-together'],
    request: (asked) => {
      if (asked.method === 'PATCH' && asked.path.startsWith('/conversations/') && asked.json?.status) {
        delete asked.json.unread_count;
      }
    },
  },
  {
    name: 'no X-Service-Mode if the key is in the path',
    caughtBy: ['5.7/query-response'],
    answer: ({ headers }, { path }) => {
      if (path.startsWith('/messages/template/')) {
        delete headers['x-service-mode'];
      }
    },
  },
  {
    name: 'no X-Service-Mode on a replay',
    caughtBy: ['5.7/mode-header'],
    answer: ({ headers }) => {
      if (headers['idempotent-replayed']) {
        delete headers['x-service-mode'];
      }
    },
  },
  {
    name: 'messages with files lose reply_to',
    caughtBy: ['6/received-reply-to'],
    delivery: ({ json }) => {
      if (!json.data.message?.media || !json.data.message.reply_to) {
        return undefined;
      }
      delete json.data.message.reply_to;
      return 'sign';
    },
  },
  {
    name: 'a flow is saved for the opt-out button if the button is an index',
    caughtBy: ['4.8/valid-button-opt-out', '4.8/valid-before-saving'],
    variants: ['valid-button-opt-out, by its index'],
    request: ({ method, path, json }) => {
      if (method === 'POST' && path === '/flows' && json?.template === 'promo_spring' && json.button_index === 1) {
        json.button_index = 0;
      }
    },
  },
  {
    name: 'PATCH of a flow takes button_index 0 for missing',
    caughtBy: ['4.8/patch-button'],
    variants: ['the first button_index'],
    request: ({ method, path, json }) => {
      if (method === 'PATCH' && path.startsWith('/flows/') && json?.button_index === 0) {
        delete json.button_index;
        json.name = 'Unchanged';
      }
    },
  },
];
