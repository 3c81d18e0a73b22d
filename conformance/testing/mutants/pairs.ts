import type { Mutant, ProxiedRequest, ProxiedResponse } from './mutant.ts';
import { accepted, at, codeOf, data, eachString, isLink, isSend, isSendTemplate, next, refused } from './spoil.ts';

const isFlow = ({ path }: ProxiedRequest): boolean => path.startsWith('/flows');
const isFlowTest = ({ method, path }: ProxiedRequest): boolean =>
  method === 'POST' && /^\/flows\/[^/]+\/test$/.test(path);
const isTest = ({ headers, query, path }: ProxiedRequest): boolean =>
  /_test_/.test(`${headers.authorization} ${query.get('api_key')} ${path}`);
const isAnySend = (asked: ProxiedRequest): boolean => isSend(asked) || isSendTemplate(asked) || isLink(asked);
const sends = ({ path }: ProxiedRequest): boolean => path === '/provider/sends';

/** Returns the success of a send with a test key. */
const simulated = (answer: ProxiedResponse): void => {
  accepted(answer, 202, { id: `msg_${next()}`, status: 'sent', test: true });
  answer.headers['x-service-mode'] = 'test';
};

/** Notes the keys of each account. */
const notesKeys: Mutant['controlAnswer'] = ({ json }, { path, notes }) => {
  if (path === '/accounts' && json?.live_key) {
    notes.set(json.test_key, json.live_key);
    notes.set(json.live_key, json.test_key);
    notes.set(`account ${json.account_id}`, json.live_key);
  }
};

/** Fields of sends of templates. */
const OF_TEMPLATES = ['header', 'buttons', 'variables', 'language'];

/** A conflict is not noticed if the bodies differ only in these fields. */
const conflictIgnores = (...fields: string[]): Mutant => ({
  name: `a conflict ignores ${fields.join(', ')}`,
  caughtBy: ['7/idempotency-conflict-each-field'],
  variants: fields.map((name) =>
    OF_TEMPLATES.includes(name)
      ? `sendTemplate, ${name}`
      : `send, ${name === 'interactive' ? 'interactive title' : name}`,
  ),
  alsoIn: ['7'],
  answer: (answer, asked) => {
    const key = asked.headers['idempotency-key'];
    if (!key || !(isSend(asked) || isSendTemplate(asked))) {
      return;
    }
    const rest = JSON.stringify({ ...asked.json, ...Object.fromEntries(fields.map((name) => [name, 0])) });
    const note = `${asked.headers.authorization} ${asked.path} ${key} ${rest}`;
    if (answer.status === 202) {
      asked.notes.set(note, answer.json.data.id);
    } else if (codeOf(answer) === 'IDEMPOTENCY_CONFLICT' && asked.notes.has(note)) {
      accepted(answer, 202, { id: asked.notes.get(note), status: 'queued' });
    }
  },
});

// biome-ignore lint/suspicious/noExplicitAny: mutants reach into bodies as they like
const stepsOf = ({ json }: ProxiedRequest): any[] => (Array.isArray(json?.steps) ? json.steps : []);

/** Adds what the clock is moved by, because the proxy sees no time. */
const notesTime = (_: unknown, { path, json, notes }: ProxiedRequest): void => {
  if (path === '/clock/advance') {
    notes.set('seconds', String(Number(notes.get('seconds') ?? 0) + json.seconds));
  }
};

/** A repeat gets the first response for this long after the last repeat, instead of the first request. */
const extended =
  (seconds: number, nameOf: (asked: ProxiedRequest) => string | undefined) =>
  (answer: ProxiedResponse, asked: ProxiedRequest): void => {
    const name = nameOf(asked);
    if (name === undefined || answer.status !== 202) {
      return;
    }
    const { notes } = asked;
    const at = Number(notes.get('seconds') ?? 0);
    const first = JSON.parse(notes.get(name) ?? 'null');
    const isRepeat = first !== null && at - first.at < seconds;
    if (isRepeat) {
      accepted(answer, 202, first.data);
      answer.headers['idempotent-replayed'] = 'true';
    }
    notes.set(name, JSON.stringify({ at, data: answer.json.data }));
  };

/** Returns how often a person was added to this list, and counts this request if it adds one. */
function timesAdded({ method, path, json, headers, notes }: ProxiedRequest): number {
  const [, list = '', phone = json?.phone] = /^\/(opt-outs|blocked-numbers)(?:\/(.*))?$/.exec(path) ?? [];
  const name = `added ${headers.authorization} ${list} ${phone}`;
  const times = Number(notes.get(name) ?? 0);
  if (list !== '' && method === 'POST') {
    notes.set(name, String(times + 1));
  }
  return times;
}

const FILTERS = ['status', 'is_active', 'channel', 'agent_id', 'unread', 'phone', 'from', 'to', 'template_id'];

/** Mistakes where two features meet: each is right alone. */
export const PAIRS: readonly Mutant[] = [
  ...['text', 'media', 'caption', 'filename', 'latitude', 'longitude', 'address', 'interactive', 'connection_id'].map(
    (name) => conflictIgnores(name),
  ),
  ...OF_TEMPLATES.map((name) => conflictIgnores(name)),
  conflictIgnores('caption', 'filename', 'header', 'buttons'),
  {
    name: "a live send replays a test key's answer",
    caughtBy: ['5.7/live-after-test'],
    alsoIn: ['5.7'],
    controlAnswer: notesKeys,
    request: (asked) => {
      const key = /Bearer (.+)/.exec(asked.headers.authorization ?? '')?.[1] ?? '';
      const what = `${asked.headers['idempotency-key']} ${JSON.stringify(asked.json)}`;
      if (isSend(asked) && asked.headers['idempotency-key']) {
        if (isTest(asked)) {
          asked.notes.set(what, key);
        } else if (asked.notes.has(what)) {
          asked.headers.authorization = `Bearer ${asked.notes.get(what)}`;
        }
      }
    },
  },
  {
    name: "a live link replays a test key's answer",
    caughtBy: ['5.7/live-after-test'],
    alsoIn: ['5.7'],
    request: (asked) => {
      const key = /Bearer (.+)/.exec(asked.headers.authorization ?? '')?.[1] ?? '';
      if (isLink(asked) && key) {
        const what = `link ${asked.query}`;
        if (isTest(asked)) {
          asked.notes.set(what, key);
        } else if (asked.notes.has(what)) {
          asked.headers.authorization = `Bearer ${asked.notes.get(what)}`;
        }
      }
    },
  },
  {
    name: 'a flow test with a test key is sent',
    caughtBy: ['5.7/flow-test-not-sent'],
    controlAnswer: notesKeys,
    request: (asked) => {
      const key = /Bearer (.+)/.exec(asked.headers.authorization ?? '')?.[1] ?? '';
      if (isFlowTest(asked) && isTest(asked) && asked.notes.has(key)) {
        asked.headers.authorization = `Bearer ${asked.notes.get(key)}`;
      }
    },
  },
  ...(
    [
      ['RECIPIENT_BLOCKED', '5.7/validates-blocked'],
      ['RECIPIENT_OPTED_OUT', '5.7/validates-opted-out'],
      ['CONNECTION_NOT_FOUND', '5.7/validates-connection'],
      ['CHANNEL_FEATURE_UNSUPPORTED', '5.7/validates-features'],
    ] as const
  ).map(
    ([code, clause]): Mutant => ({
      name: `${code} is not checked with a test key`,
      caughtBy: [clause],
      alsoIn: ['1', '2', '4', '7'],
      answer: (answer, asked) => {
        if (isAnySend(asked) && isTest(asked) && codeOf(answer) === code) {
          simulated(answer);
        }
      },
    }),
  ),
  {
    name: 'an Idempotency-Key of 0 is missing',
    caughtBy: ['4.2/idempotency-values'],
    request: ({ headers, query }) => {
      if (headers['idempotency-key'] === '0') {
        delete headers['idempotency-key'];
      }
      if (query.get('idempotency_key') === '0') {
        query.delete('idempotency_key');
      }
    },
  },
  {
    name: 'the case of an Idempotency-Key does not matter',
    caughtBy: ['4.2/idempotency-keys-differ'],
    request: ({ headers }) => {
      if (headers['idempotency-key']) {
        headers['idempotency-key'] = headers['idempotency-key'].toLowerCase();
      }
    },
  },
  {
    name: 'a repeated link in another language is a repeat',
    caughtBy: ['4.2/repeat-each-parameter'],
    variants: ['language, query'],
    answer: (answer, asked) => {
      const note = `${asked.headers.authorization} ${asked.path} ${asked.query.get('to')} language`;
      if (isLink(asked) && answer.status === 202) {
        const before = asked.notes.get(note);
        asked.notes.set(note, answer.json.data.id);
        answer.json.data.id = before ?? answer.json.data.id;
      }
    },
    controlAnswer: (answer, asked) => {
      if (sends(asked) && Array.isArray(answer.json)) {
        const seen = new Set();
        answer.json = answer.json.filter(({ to, type, payload }) => {
          const what = `${to} ${payload?.template?.name === 'multi_lang'}`;
          const isRepeat = type === 'template' && payload?.template?.name === 'multi_lang' && seen.has(what);
          seen.add(what);
          return !isRepeat;
        });
      }
    },
  },
  {
    name: 'a link without parameters is a look-up',
    caughtBy: ['4.2/query-none'],
    request: (asked) => {
      if (isLink(asked) && asked.query.size === 0 && asked.path === '/messages/template') {
        asked.path = '/messages/msg_404';
      }
    },
  },
  {
    name: 'a Content-Type with parameters is refused',
    caughtBy: ['7/content-type-parameters'],
    request: ({ headers }) => {
      if (/json *;/i.test(headers['content-type'] ?? '')) {
        delete headers['content-type'];
      }
    },
  },
  {
    name: 'only texts extend the window',
    caughtBy: ['1/window-each-kind', '2.7/last-inbound-at-each-kind'],
    variants: ['image on whatsapp'],
    control: (asked) => {
      const { type, from } = asked.json ?? {};
      const note = `wrote ${asked.json?.account_id} ${from?.id}`;
      if (asked.path === '/inbound') {
        if (type !== 'text' && asked.notes.has(note)) {
          asked.path = '/settle';
          asked.raw = Buffer.alloc(0);
        }
        asked.notes.set(note, 'yes');
      }
    },
  },
  {
    name: 'a message from anyone extends all windows',
    caughtBy: ['1/window-one-person'],
    control: (asked) => {
      if (asked.path === '/inbound' && asked.json.channel === 'whatsapp' && asked.json.type === 'text') {
        const note = `first ${asked.json.account_id}`;
        asked.json.from.id = asked.notes.get(note) ?? asked.json.from.id;
        asked.notes.set(note, asked.json.from.id);
      }
    },
  },
  {
    name: 'a retry has the present status',
    caughtBy: ['6/retry-same-event'],
    delivery: ({ json, notes }) => {
      const { message } = json.data;
      if (json.event !== 'message.status' || !message) {
        return undefined;
      }
      if (json.attempt === 1) {
        notes.set(`status ${message.id}`, message.status);
      } else {
        message.status = notes.get(`status ${message.id}`);
      }
      return 'sign';
    },
  },
  {
    name: 'a retry has a new created_at',
    caughtBy: ['6/retry-created-at'],
    alsoIn: ['6'],
    delivery: ({ json }) => {
      if (json.attempt > 1) {
        json.created_at = new Date(Date.parse(json.created_at) + 60_000).toISOString();
      }
      return 'sign';
    },
  },
  {
    name: 'a campaign that fails triggers events',
    caughtBy: ['6/status-campaign-each'],
    controlAnswer: notesKeys,
    control: async ({ path, json, notes, server }) => {
      if (path === '/provider/next' && json.outcome === 'fail') {
        notes.set(`fails ${json.account_id}`, 'yes');
      }
      if (path === '/campaigns' && notes.has(`fails ${json.account_id}`)) {
        await fetch(`${server}/messages/template`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${notes.get(`account ${json.account_id}`)}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({ to: json.recipients[0].phone, name: json.template }),
        });
      }
    },
  },
  {
    name: 'dollar signs in values of flows are patterns',
    caughtBy: ['2.11/values-placeholders'],
    controlAnswer: ({ json }, asked) => {
      for (const send of sends(asked) && Array.isArray(json) ? json : []) {
        const body = send.payload?.interactive?.body;
        if (body) {
          body.text = body.text.replaceAll('$&', '{{1}}').replaceAll('$$', '$');
        }
      }
    },
  },
  {
    name: 'values in URLs are encoded as form data, but & is not',
    caughtBy: ['2.11/values-placeholders'],
    alsoIn: ['2.11'],
    controlAnswer: ({ json }, asked) => {
      for (const send of sends(asked) && Array.isArray(json) ? json : []) {
        const parameters = send.payload?.interactive?.action?.parameters;
        if (parameters?.url) {
          parameters.url = parameters.url.replaceAll('%26', '&').replaceAll('%3B', ';');
        }
      }
    },
  },
  {
    name: 'the text of a button is cut inside an emoji',
    caughtBy: ['2.11/button-text-cut-whole'],
    controlAnswer: ({ json }, asked) => {
      for (const send of sends(asked) && Array.isArray(json) ? json : []) {
        eachString(send.payload, (text) => (/^x{19}[\ud800-\udbff]/.test(text) ? text.slice(0, 20) : text));
      }
    },
  },
  {
    name: 'the limit of 1,024 holds for reply buttons only',
    caughtBy: ['2.11/limits-each-step-refused'],
    variants: ['a text of 1,025'],
    alsoIn: ['2.11', '8'],
    request: (asked) => {
      for (const step of isFlow(asked) ? stepsOf(asked) : []) {
        if (Array.isArray(step.buttons) && step.buttons[0]?.type === 'url' && step.text) {
          step.text = step.text.slice(0, 1024);
        }
      }
    },
  },
  {
    name: 'only the first step is checked',
    caughtBy: ['2.11/limits-each-step-refused'],
    variants: ['a later step'],
    alsoIn: ['2.11', '4.8', '7'],
    request: (asked) => {
      if (isFlow(asked)) {
        const [first, ...others] = stepsOf(asked);
        const later = others.find(({ text }) => text?.length > 1024 && text.length < 4096);
        if (first && later) {
          later.text = later.text?.slice(0, 1024);
        }
      }
    },
  },
  {
    name: 'the extension is the end of the URL',
    caughtBy: ['2.11/type-inferred-url'],
    variants: ['query'],
    answer: (answer, asked) => {
      if (isFlow(asked) && stepsOf(asked).some(({ media_url: url }) => typeof url === 'string' && /[?#]/.test(url))) {
        refused(answer, 422, 'FLOW_INVALID');
      }
    },
  },
  {
    name: 'plain minutes are seconds',
    caughtBy: ['2.11/delay-length'],
    request: (asked) => {
      for (const step of isFlow(asked) ? stepsOf(asked) : []) {
        if (/^[1-9]\d*$/.test(String(step.delay))) {
          step.delay = `${Math.ceil(Number(step.delay) / 60)}m`;
        }
      }
    },
  },
  ...(['quiet_start', 'quiet_end'] as const).map(
    (name): Mutant => ({
      name: `${name} 0 is missing`,
      caughtBy: ['2.11/quiet-0-nothing-sent'],
      alsoIn: ['2.11'],
      request: (asked) => {
        if (isFlow(asked) && asked.json?.[name] === 0) {
          delete asked.json.quiet_start;
          delete asked.json.quiet_end;
        }
      },
    }),
  ),
  {
    name: 'agent_id null stops a run',
    caughtBy: ['2.11/run-continues'],
    answer: (_, asked) => {
      if (asked.method === 'PATCH' && asked.json?.agent_id === null) {
        asked.notes.set(`unassigned ${asked.path.split('/').at(-1)}`, 'yes');
      }
    },
    controlAnswer: (answer, asked) => {
      if (sends(asked) && Array.isArray(answer.json)) {
        const count = new Map<string, number>();
        answer.json = answer.json.filter(({ to }) => {
          count.set(to, (count.get(to) ?? 0) + 1);
          return !asked.notes.has(`unassigned ${to}`) || (count.get(to) ?? 0) <= 2;
        });
      }
    },
  },
  {
    name: 'a step is sent after the window has closed',
    caughtBy: ['2.11/window-stops'],
    request: (asked) => {
      if (isFlow(asked) && asked.json?.quiet_start !== undefined && stepsOf(asked).at(-1)?.delay === '23h') {
        asked.notes.set('late step', String(stepsOf(asked).at(-1)?.text));
      }
    },
    control: ({ path, json, notes }) => {
      if (path === '/clock/advance' && notes.has('late step')) {
        notes.set('moved', String(Number(notes.get('moved') ?? 0) + json.seconds));
      }
    },
    controlAnswer: ({ json }, asked) => {
      const text = asked.notes.get('late step');
      if (sends(asked) && Array.isArray(json) && json.length > 0 && text && Number(asked.notes.get('moved')) > 90_000) {
        json.push({ ...json.at(-1), type: 'text', payload: { text: { body: text } } });
      }
    },
  },
  {
    name: 'a flow test counts in messages_sent',
    caughtBy: ['4.8/test-not-counted'],
    answer: (answer, asked) => {
      if (isFlowTest(asked) && answer.status === 200) {
        asked.notes.set(`tested ${asked.path.split('/')[2]}`, 'yes');
      }
      data(at(/^\/flows\/[^/]+\/stats$/), (of) => {
        of.messages_sent += asked.notes.has(`tested ${asked.path.split('/')[2]}`) ? 2 : 0;
      })(answer, asked);
    },
  },
  {
    name: "another account's agent can be assigned",
    caughtBy: ['5.2/reference-agent'],
    alsoIn: ['4.7', '7'],
    answer: (answer, { method, path, json }) => {
      if (method === 'PATCH' && path.startsWith('/conversations/') && Number.isInteger(json?.agent_id)) {
        if (answer.status === 422 && json.agent_id < 999_999_999) {
          accepted(answer, 200, { agent: { id: json.agent_id, name: 'Grace' } });
        }
      }
    },
  },
  {
    name: "another account's template can be sent",
    caughtBy: ['5.2/reference-template'],
    answer: (answer, asked) => {
      if (isAnySend(asked) && codeOf(answer) === 'TEMPLATE_NOT_FOUND' && /only_theirs/.test(`${asked.json?.name}`)) {
        accepted(answer, 202, { id: `msg_${next()}`, status: 'queued' });
      }
    },
  },
  {
    name: "another account's template can start a flow",
    caughtBy: ['5.2/reference-template'],
    control: ({ path, json, notes }) => {
      if (path === '/templates' && json.name === 'only_theirs') {
        notes.set('theirs', 'yes');
      }
    },
    answer: (answer, asked) => {
      if (isFlow(asked) && answer.status >= 400 && asked.notes.has('theirs') && asked.json?.template_id) {
        accepted(answer, asked.method === 'POST' ? 201 : 200, { id: 1 });
      }
    },
  },
  {
    name: 'unblocking removes the opt-out',
    caughtBy: ['2.10/lists-separate'],
    request: async ({ method, path, headers, server }) => {
      if (method === 'DELETE' && path.startsWith('/blocked-numbers/')) {
        await fetch(server + path.replace('blocked-numbers', 'opt-outs'), {
          method,
          headers: { authorization: headers.authorization ?? '' },
        });
      }
    },
  },
  {
    name: 'a block is also an opt-out',
    caughtBy: ['2.10/lists-separate'],
    alsoIn: ['2.9', '4.6'],
    request: async ({ method, path, headers, server, json }) => {
      if (method === 'POST' && path === '/blocked-numbers') {
        await fetch(`${server}/opt-outs`, {
          method,
          headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
          body: JSON.stringify({ phone: json?.phone }),
        });
      }
    },
  },
  {
    name: 'unread_count 0 is not written',
    caughtBy: ['4.7/patch-zero'],
    alsoIn: ['4.7'],
    request: ({ method, path, json }) => {
      if (method === 'PATCH' && path.startsWith('/conversations/') && json?.unread_count === 0) {
        delete json.unread_count;
      }
    },
  },
  {
    name: 'variables are swapped where the text is right',
    caughtBy: ['2.4/variables-order'],
    alsoIn: ['2.4', '4.2'],
    request: (asked) => {
      if (isSendTemplate(asked) && Array.isArray(asked.json?.variables) && asked.json.variables.length === 2) {
        asked.notes.set(`text ${asked.json.to}`, `Hi ${asked.json.variables.join(', your order ')} is on its way.`);
        asked.json.variables.reverse();
      }
    },
    controlAnswer: ({ json }, asked) => {
      for (const send of sends(asked) && Array.isArray(json) ? json : []) {
        send.payload.preview = asked.notes.get(`text ${send.to}`);
      }
    },
  },
  {
    name: 'filters are lost after the first page',
    caughtBy: ['2.1/filters-on-each-page'],
    alsoIn: ['4.7'],
    request: ({ method, query }) => {
      for (const name of method === 'GET' && query.has('cursor') ? FILTERS : []) {
        query.delete(name);
      }
    },
  },
  {
    name: 'two dynamic buttons get the text of each other',
    caughtBy: ['2.4/buttons-each'],
    request: ({ json }) => {
      if (json?.buttons?.length === 2) {
        const [one, other] = json.buttons;
        [one.text, other.text] = [other.text, one.text];
      }
    },
  },
  {
    name: 'dynamic buttons get texts in the order of the list',
    caughtBy: ['2.4/buttons-each'],
    request: (asked) => {
      if (isSendTemplate(asked) && asked.json?.buttons?.length === 2) {
        const [one, other] = asked.json.buttons;
        [one.index, other.index] = [one.index, other.index].sort();
      }
    },
  },
  {
    name: 'a repeated link begins its 60 seconds again',
    caughtBy: ['4.2/repeat-not-extended'],
    controlAnswer: notesTime,
    answer: extended(60, (asked) =>
      isLink(asked) && !asked.query.has('idempotency_key')
        ? `link ${asked.headers.authorization} ${asked.path} ${asked.query}`
        : undefined,
    ),
  },
  {
    name: 'a repeat with an Idempotency-Key begins its 24 hours again',
    caughtBy: ['8/idempotency-not-extended'],
    controlAnswer: notesTime,
    answer: extended(86_400, ({ headers, path }) =>
      headers['idempotency-key'] ? `${headers.authorization} ${path} ${headers['idempotency-key']}` : undefined,
    ),
  },
  {
    name: 'a second opt-out of a person gives INTERNAL_ERROR',
    caughtBy: ['4.6/opt-out-twice'],
    answer: (answer, asked) => {
      if (timesAdded(asked) > 0 && asked.method === 'POST' && asked.path === '/opt-outs') {
        refused(answer, 500, 'INTERNAL_ERROR');
      }
    },
  },
  {
    name: 'DELETE removes one of two entries for a person',
    caughtBy: ['4.6/opt-out-twice', '4.6/block-twice'],
    request: (asked) => {
      if (timesAdded(asked) > 1 && asked.method === 'DELETE') {
        asked.method = 'GET';
        asked.path = '/me';
      }
    },
  },
  {
    name: 'inbound events name the first connection of the channel',
    caughtBy: ['6/received-connection-id'],
    variants: ['another connection of whatsapp'],
    controlAnswer: ({ json }, { path, notes }) => {
      if (path === '/accounts') {
        notes.set(`connections ${json.company_id}`, JSON.stringify(json.connections));
      }
    },
    delivery: ({ json, notes }) => {
      const { channel } = json.data.message ?? {};
      if (json.event !== 'message.received') {
        return undefined;
      }
      json.data.message.connection_id = JSON.parse(notes.get(`connections ${json.company_id}`) ?? '{}')[channel];
      return 'sign';
    },
  },
  {
    name: 'escapes in the URL of a file are escaped again',
    caughtBy: ['2.3/media-by-url'],
    variants: ['escapes and a query'],
    request: ({ json }) => {
      if (typeof json?.media?.url === 'string') {
        json.media.url = json.media.url.replaceAll('%', '%25');
      }
    },
  },
];
