import type { Mutant } from './mutant.ts';
import {
  accepted,
  at,
  codeOf,
  data,
  eachString,
  isLink,
  isList,
  isSend,
  isSendTemplate,
  next,
  refused,
} from './spoil.ts';

const isEmpty = (value: unknown): boolean => value === '' || value === '0';
const isUpload = at(/^\/media$/, 'POST');
const isFlowSave = ({ method, path }: { method: string; path: string }): boolean =>
  ['POST', 'PATCH'].includes(method) && /^\/flows(\/\d+)?$/.test(path);
/** Whether a text has a character that takes two units of UTF-16. */
const hasPair = (text: unknown): boolean => typeof text === 'string' && [...text].length < text.length;

/** Values that a server takes for missing, wrong or equal because of how they are spelled. */
export const SPELLINGS: readonly Mutant[] = [
  {
    name: 'a longitude of 0 counts as missing',
    caughtBy: ['2.3/values-coordinates'],
    request: (asked) => {
      if (isSend(asked) && asked.json?.longitude === 0) {
        delete asked.json.longitude;
      }
    },
  },
  {
    name: 'the text "0" counts as empty',
    caughtBy: ['2.3/values-text'],
    request: (asked) => {
      if (isSend(asked) && asked.json?.text === '0') {
        delete asked.json.text;
      }
    },
  },
  {
    name: 'the template variable "0" counts as missing',
    caughtBy: ['2.4/values-variables'],
    request: (asked) => {
      const { variables } = asked.json ?? {};
      if (isSendTemplate(asked) && Array.isArray(variables)) {
        asked.json.variables = variables.filter((value: unknown) => !isEmpty(value));
      }
    },
  },
  {
    name: 'var1=0 in a link counts as missing',
    caughtBy: ['4.2/values-query'],
    request: (asked) => {
      if (isLink(asked) && asked.query.get('var1') === '0') {
        asked.query.delete('var1');
      }
    },
  },
  {
    name: 'the text length counts bytes',
    caughtBy: ['8/text-characters'],
    alsoIn: ['2', '1'],
    answer: (answer, asked) => {
      if (isSend(asked) && answer.status === 202 && Buffer.byteLength(String(asked.json?.text ?? '')) > 4096) {
        refused(answer, 422, 'VALIDATION_FAILED');
      }
    },
  },
  {
    name: 'a visitor ID may have web_ anywhere',
    caughtBy: ['1/web-to-other'],
    request: (asked) => {
      if (isSend(asked) && asked.json?.channel === 'web' && /.web_/.test(String(asked.json.to))) {
        asked.json.to = `web_${next()}`;
      }
    },
  },
  {
    name: 'JSON with a charset in its Content-Type is refused',
    caughtBy: ['7/content-type-parameters'],
    answer: (answer, asked) => {
      if (asked.method !== 'GET' && /json *;/i.test(asked.headers['content-type'] ?? '')) {
        refused(answer, 400, 'INVALID_JSON');
      }
    },
  },
  {
    name: 'a Content-Type in capitals is refused',
    caughtBy: ['7/content-type-parameters'],
    answer: (answer, asked) => {
      if (asked.method !== 'GET' && /[A-Z]/.test((asked.headers['content-type'] ?? '').split(';')[0] ?? '')) {
        refused(answer, 400, 'INVALID_JSON');
      }
    },
  },
  {
    name: 'a body of null gives INTERNAL_ERROR',
    caughtBy: ['7/validation-no-object'],
    answer: (answer, asked) => {
      if (answer.status >= 400 && asked.raw.toString().trim() === 'null') {
        refused(answer, 500, 'INTERNAL_ERROR');
      }
    },
  },
  {
    name: 'a body that is an array gives INTERNAL_ERROR',
    caughtBy: ['7/validation-no-object'],
    answer: (answer, asked) => {
      if (answer.status === 422 && Array.isArray(asked.json)) {
        refused(answer, 500, 'INTERNAL_ERROR');
      }
    },
  },
  {
    name: 'a NUL character in a text gives INTERNAL_ERROR',
    caughtBy: ['7/unusual-texts'],
    answer: (answer, asked) => {
      if (asked.method !== 'GET' && JSON.stringify(asked.json ?? '').includes('\\u0000')) {
        refused(answer, 500, 'INTERNAL_ERROR');
      }
    },
  },
  {
    name: 'half a surrogate pair in a text gives INTERNAL_ERROR',
    caughtBy: ['7/unusual-texts'],
    answer: (answer, asked) => {
      if (asked.method !== 'GET' && /\\ud[89a-f]/i.test(JSON.stringify(asked.json ?? ''))) {
        refused(answer, 500, 'INTERNAL_ERROR');
      }
    },
  },
  {
    name: 'an agent_id beyond 64 bits gives INTERNAL_ERROR',
    caughtBy: ['7/unusual-numbers'],
    answer: (answer, { query, json, method }) => {
      const given = query.get('agent_id') ?? (method === 'PATCH' ? json?.agent_id : undefined);
      if (Math.abs(Number(given ?? 0)) > 2 ** 53) {
        refused(answer, 500, 'INTERNAL_ERROR');
      }
    },
  },
  {
    name: 'a flow ID that is no integer gives INTERNAL_ERROR',
    caughtBy: ['7/unusual-paths'],
    answer: (answer, { path }) => {
      const id = /^\/flows\/([^/]+)/.exec(path)?.[1];
      if (id !== undefined && !/^\d{1,15}$/.test(id)) {
        refused(answer, 500, 'INTERNAL_ERROR');
      }
    },
  },
  {
    name: 'a path with an invalid percent sign gives INTERNAL_ERROR',
    caughtBy: ['7/unusual-paths'],
    answer: (answer, { path }) => {
      if (/%(?![0-9a-f]{2})/i.test(path)) {
        refused(answer, 500, 'INTERNAL_ERROR');
      }
    },
  },
  {
    name: 'a phone with %2B in the path is not found',
    caughtBy: ['2.8/phone-plus'],
    alsoIn: ['2', '4'],
    answer: (answer, { path }) => {
      if (answer.status === 200 && path.includes('%2B')) {
        refused(answer, 404, 'NOT_FOUND');
      }
    },
  },
  {
    name: 'limit is read up to the first character that is no digit',
    caughtBy: ['8/page-limit-number'],
    variants: ['contacts'],
    request: ({ query }) => {
      const limit = query.get('limit');
      if (limit !== null && /^\d+\D/.test(limit)) {
        query.set('limit', String(Number.parseInt(limit, 10)));
      }
    },
  },
  {
    name: 'limit=0 gives the default',
    caughtBy: ['8/page-contacts-limit-0'],
    request: ({ query }) => {
      if (query.get('limit') === '0') {
        query.delete('limit');
      }
    },
  },
  {
    name: 'force=false deletes a flow with its runs',
    caughtBy: ['4.8/delete-runs-force-false'],
    alsoIn: ['7'],
    request: ({ method, path, query }) => {
      if (method === 'DELETE' && path.startsWith('/flows/') && query.has('force')) {
        query.set('force', 'true');
      }
    },
  },
  {
    name: 'is_active=false lists the active flows',
    caughtBy: ['4.8/filter-active-false'],
    alsoIn: ['3.4'],
    request: ({ path, query }) => {
      if (path === '/flows' && query.has('is_active')) {
        query.set('is_active', 'true');
      }
    },
  },
  {
    name: 'stop_on_reply: false counts as missing',
    caughtBy: ['2.11/stop-on-reply-false'],
    alsoIn: ['4.8'],
    request: (asked) => {
      if (isFlowSave(asked) && asked.json?.stop_on_reply === false) {
        delete asked.json.stop_on_reply;
      }
    },
  },
  {
    name: 'PATCH of stop_on_agent: false changes nothing',
    caughtBy: ['4.8/patch-each-field'],
    variants: ['stop_on_agent to false'],
    request: (asked) => {
      if (asked.method === 'PATCH' && isFlowSave(asked) && asked.json?.stop_on_agent === false) {
        delete asked.json.stop_on_agent;
      }
    },
  },
  {
    name: 'quiet_start: 0 counts as missing',
    caughtBy: ['2.11/quiet-0-nothing-sent'],
    alsoIn: ['4.8'],
    request: (asked) => {
      if (isFlowSave(asked) && asked.json?.quiet_start === 0) {
        delete asked.json.quiet_start;
        delete asked.json.quiet_end;
      }
    },
  },
  {
    name: 'unread_count: 0 in a PATCH counts as missing',
    caughtBy: ['4.7/patch-zero'],
    alsoIn: ['2.8', '3.2', '7'],
    request: ({ method, path, json }) => {
      if (method === 'PATCH' && path.startsWith('/conversations/') && json?.unread_count === 0) {
        delete json.unread_count;
      }
    },
  },
  {
    name: 'the idempotency key ignores case',
    caughtBy: ['4.2/idempotency-keys-differ'],
    alsoIn: ['7', '8'],
    request: ({ headers }) => {
      if (headers['idempotency-key']) {
        headers['idempotency-key'] = headers['idempotency-key'].toLowerCase();
      }
    },
  },
  {
    name: 'the idempotency key is cut to 32 characters',
    caughtBy: ['4.2/idempotency-keys-differ'],
    alsoIn: ['7', '8'],
    request: ({ headers }) => {
      if (headers['idempotency-key']) {
        headers['idempotency-key'] = headers['idempotency-key'].slice(0, 32);
      }
    },
  },
  {
    name: 'characters after a key are ignored',
    caughtBy: ['5.6/malformed'],
    alsoIn: ['5', '7'],
    request: ({ headers }) => {
      headers.authorization = (headers.authorization ?? '').slice(0, 'Bearer '.length + 49);
      if (headers.authorization === '') {
        delete headers.authorization;
      }
    },
  },
  {
    name: 'keys ignore case',
    caughtBy: ['5.6/unknown-case'],
    alsoIn: ['5', '7'],
    request: ({ headers, notes }) => {
      const key = headers.authorization ?? '';
      const known = notes.get(key.toLowerCase());
      if (key !== '' && known === undefined) {
        notes.set(key.toLowerCase(), key);
      } else if (known !== undefined) {
        headers.authorization = known;
      }
    },
  },
  {
    name: 'a query in UTF-8 is read as Latin-1',
    caughtBy: ['4.2/query-encoding'],
    alsoIn: ['1'],
    request: (asked) => {
      if (isLink(asked)) {
        for (const [name, value] of [...asked.query]) {
          asked.query.set(name, Buffer.from(value).toString('latin1'));
        }
      }
    },
  },
  {
    name: 'var1 and var3 count as two variables',
    caughtBy: ['4.2/query-vars-gap-later'],
    request: (asked) => {
      const third = asked.query.get('var3');
      if (isLink(asked) && third !== null && !asked.query.has('var2')) {
        asked.query.delete('var3');
        asked.query.set('var2', third);
      }
    },
  },
  {
    name: 'the search takes % and _ for wildcards',
    caughtBy: ['4.5/search-wildcards'],
    request: ({ path, query }) => {
      if (path === '/contacts' && /[%_]/.test(query.get('search') ?? '')) {
        query.delete('search');
      }
    },
  },
  {
    name: 'numbers in text fields of a contact lose their leading zeros',
    caughtBy: ['2.9/values'],
    alsoIn: ['1', '2', '4.5'],
    answer: (answer, { path }) => {
      if (path.startsWith('/contacts')) {
        eachString(answer.json?.data, (text) => (/^0\d+$/.test(text) ? text.replace(/^0+/, '') : text));
      }
    },
  },
  {
    name: 'a text with an emoji loses it in the history',
    caughtBy: ['4.7/values-history'],
    alsoIn: ['1', '2'],
    answer: data(at(/^\/conversations\/[^/]+\/messages$/), (of) => {
      eachString(of, (text) => (hasPair(text) ? text.replace(/[\ud800-\udfff]+/g, '?') : text));
    }),
  },
  {
    name: 'uploads with parameters in their type are refused',
    caughtBy: ['4.4/upload-type-parameters'],
    answer: (answer, asked) => {
      if (isUpload(asked) && /\r\ncontent-type: [^\r\n;]+;/i.test(asked.raw.toString('latin1'))) {
        refused(answer, 415, 'MEDIA_TYPE_UNSUPPORTED');
      }
    },
  },
  {
    name: 'uploads with a name that is not ASCII are refused',
    caughtBy: ['4.4/upload-any-name'],
    answer: (answer, asked) => {
      if (isUpload(asked) && /filename="[^"]*[\x80-\xff]/.test(asked.raw.toString('latin1'))) {
        refused(answer, 422, 'VALIDATION_FAILED');
      }
    },
  },
  {
    name: 'VALIDATION_FAILED names only the first field',
    caughtBy: ['7/validation-errors-each'],
    alsoIn: ['2', '4'],
    answer: (answer) => {
      const errors = answer.json?.error?.errors ?? answer.json?.errors;
      if (Array.isArray(errors)) {
        errors.splice(1);
      }
    },
  },
  {
    name: 'HEAD of a link sends',
    caughtBy: ['4.2/head-sends-nothing'],
    request: async (asked) => {
      if (asked.method === 'HEAD' && asked.path.startsWith('/messages/template')) {
        await fetch(`${asked.server}${asked.path}?${asked.query}`, { headers: asked.headers });
      }
    },
  },
  {
    name: 'a method that no path has gives NOT_FOUND',
    caughtBy: ['7/METHOD_NOT_ALLOWED'],
    answer: (answer, { method }) => {
      if (codeOf(answer) === 'METHOD_NOT_ALLOWED' && ['PUT', 'OPTIONS', 'TRACE', 'HEAD'].includes(method)) {
        refused(answer, 404, 'NOT_FOUND');
      }
    },
  },
  {
    name: 'Retry-After is 0',
    caughtBy: ['8/excess-retry-after'],
    alsoIn: ['4.2', '7'],
    answer: (answer) => {
      if (answer.status === 429) {
        answer.headers['retry-after'] = '0';
      }
    },
  },
  {
    name: 'next_cursor is a number',
    caughtBy: ['2.1/contacts-pagination'],
    alsoIn: ['2', '4', '8'],
    answer: data(isList, ({ pagination }) => {
      if (typeof pagination?.next_cursor === 'string') {
        pagination.next_cursor = 7;
      }
    }),
  },
  {
    name: 'an unknown channel sends on whatsapp',
    caughtBy: ['2.3/channel-unknown'],
    alsoIn: ['2', '4', '7'],
    request: (asked) => {
      if (
        isSend(asked) &&
        typeof asked.json?.channel === 'string' &&
        !/^(whatsapp|instagram|messenger|web)$/.test(asked.json.channel)
      ) {
        delete asked.json.channel;
      }
    },
  },
  {
    name: 'a channel in capitals is accepted',
    caughtBy: ['2.3/channel-case'],
    alsoIn: ['2', '4', '7'],
    request: (asked) => {
      if (asked.method === 'POST' && typeof asked.json?.channel === 'string') {
        asked.json.channel = asked.json.channel.toLowerCase();
      }
    },
  },
  {
    name: 'a link reaches people on the opt-out list',
    caughtBy: ['7/RECIPIENT_OPTED_OUT'],
    alsoIn: ['1', '2', '4', '5'],
    answer: (answer, asked) => {
      if (isLink(asked) && codeOf(answer) === 'RECIPIENT_OPTED_OUT') {
        accepted(answer, 202, { id: `msg_9${next()}`, status: 'queued' });
      }
    },
  },
];
