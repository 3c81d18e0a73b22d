import { kindOf } from './kind-of.ts';
import { RANKS } from './messages/message-status.ts';
import { requireBaseUrl, requireHeaderValue, requireKey } from './options.ts';

/** Refuses an invalid value. @throws {TypeError} */
function requireOption(name: string, value: unknown, isRight: unknown, what: string): void {
  if (!isRight) {
    const kind = typeof value === 'object' ? kindOf(value) : String(value);
    throw new TypeError(`${name} must be ${what}, not ${kind}.`);
  }
}

/** Checks the value of the option `name`. @throws {TypeError} */
type ArgumentCheck = (name: string, value: unknown) => void;

/** Requires a number of at least `min`. NaN fails, because every comparison with it is false. */
const number =
  (min = 0): ArgumentCheck =>
  (name, value) =>
    requireOption(name, value, typeof value === 'number' && value >= min, `a number >= ${min}`);

const kind =
  (what: string, ...kinds: string[]): ArgumentCheck =>
  (name, value) =>
    requireOption(name, value, kinds.includes(kindOf(value)), what);

const text = kind('a string', 'string');

/** Requires a string that also passes another check. */
const textThat =
  (require: (name: string, value: string) => void): ArgumentCheck =>
  (name, value) => {
    text(name, value);
    require(name, value as string);
  };
const callback = kind('a function', 'function');
const list = kind('an array', 'Array');

/** The value may be a key, so the message contains only its kind. */
export const requireObject: ArgumentCheck = (name, value) =>
  requireOption(name, kindOf(value), kindOf(value) === 'Object', 'an object');

/** Headers that the SDK sets from its options and the body. */
const OWN_HEADERS = /^(authorization|content-type|content-length|idempotency-key|last-event-id)$/i;

const headers: ArgumentCheck = (name, value) => {
  const isHeaders = kindOf(value) === 'Headers';
  if (!isHeaders) {
    requireObject(name, value);
  }
  for (const [header, each] of isHeaders ? (value as Headers) : Object.entries(value as object)) {
    if (OWN_HEADERS.test(header)) {
      throw new TypeError(`${name} must not contain ${header}: the SDK sets it from its options and the body.`);
    }
    if (each !== undefined) {
      requireHeaderValue(`${name}['${header}']`, each);
      // The platform refuses invalid names.
      new Headers([[header, each]]);
    }
  }
};

/** Options of fetch that the SDK sets itself. */
const OWN_FETCH_OPTIONS = ['method', 'headers', 'body', 'signal', 'redirect', 'duplex'];

const fetchOptions: ArgumentCheck = (name, value) => {
  requireObject(name, value);
  const own = OWN_FETCH_OPTIONS.find((option) => option in (value as object));
  if (own) {
    throw new TypeError(`${name} must not contain ${own}: the SDK sets it.`);
  }
};

const CALL = {
  timeout: number(1),
  maxRetries: number(),
  signal: kind('an AbortSignal', 'AbortSignal'),
  headers,
  fetchOptions,
};
const SEND = { ...CALL, idempotencyKey: textThat(requireHeaderValue) };
const WAIT = {
  until: (name: string, value: unknown) => requireOption(name, value, Object.hasOwn(RANKS, String(value)), 'a status'),
  waitTimeout: number(),
  interval: number(),
  onStatus: callback,
};
const VERIFY = { tolerance: number() };
const secret: ArgumentCheck = (name, value) => {
  for (const each of [value].flat()) {
    requireOption(
      name,
      kindOf(each),
      each === undefined || typeof each === 'string',
      'a string or an array of strings',
    );
  }
};
const HANDLER = { ...VERIFY, secret, onEvent: callback, onError: callback };

const EVENTS = {
  channel: text,
  retry: number(1),
  signal: CALL.signal,
  headers,
  onConnect: callback,
  onDisconnect: callback,
};
const STREAM = { ...EVENTS, after: text };

/** The options of each function and class that takes options. */
const RULES = {
  client: {
    ...CALL,
    signal: undefined,
    apiKey: textThat(requireKey),
    app: textThat(requireHeaderValue),
    baseUrl: textThat(requireBaseUrl),
    fetch: callback,
    logger: callback,
  },
  admin: {
    ...CALL,
    signal: undefined,
    token: textThat(requireKey),
    app: textThat(requireHeaderValue),
    url: textThat(requireBaseUrl),
    fetch: callback,
    logger: callback,
  },
  call: CALL,
  send: SEND,
  request: { ...SEND, params: requireObject, query: requireObject, body: () => {} },
  upload: { ...CALL, onProgress: callback },
  sendAndWait: { ...SEND, ...WAIT },
  waitUntil: { ...CALL, ...WAIT },
  toArray: { limit: number() },
  events: { ...EVENTS, lastEventId: text, events: list },
  stream: STREAM,
  waitForReply: { ...STREAM, waitTimeout: number() },
  constructEvent: { ...VERIFY, now: number() },
  generateTestHeader: { timestamp: number() },
  handler: HANDLER,
  hapiRoute: { ...HANDLER, path: text },
  fastifyPlugin: { ...HANDLER, path: text },
  StatusTracker: { capacity: number() },
  mock: { baseUrl: text },
} satisfies Record<string, Record<string, ArgumentCheck | undefined>>;

/**
 * Requires that all options are known and valid.
 *
 * @param of the function or class that takes the options
 * @throws {TypeError} naming the unknown or invalid option
 */
export function checkOptions(of: keyof typeof RULES, options: unknown): void {
  requireObject('options', options);
  const rules = new Map(Object.entries<ArgumentCheck | undefined>(RULES[of]).filter(([, rule]) => rule));
  for (const [name, value] of Object.entries(options as object)) {
    const rule = rules.get(name);
    if (!rule) {
      throw new TypeError(`The option ${name} does not exist. ${suggestion(name, [...rules.keys()])}`);
    }
    value === undefined || rule(name, value);
  }
}

/** Suggests the option that a misspelled name means. Case is ignored, and up to a third of the letters may differ. */
function suggestion(name: string, known: readonly string[]): string {
  const [nearest] = known
    .map((each) => ({ each, edits: editsBetween(name.toLowerCase(), each.toLowerCase()) }))
    .filter(({ each, edits }) => edits <= each.length / 3)
    .sort((a, b) => a.edits - b.edits);
  return nearest ? `Did you mean ${nearest.each}?` : `The options are ${known.join(', ')}.`;
}

/** Returns the Levenshtein distance: the number of letters to insert, delete or replace. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (let column = 1; column <= b.length; column += 1) {
      const [left = 0, above = 0, diagonal = 0] = [next[column - 1], row[column], row[column - 1]];
      next.push(Math.min(left + 1, above + 1, diagonal + (b[column - 1] === letter ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/**
 * Checks the arguments of `wigwag.request`.
 *
 * @throws {TypeError} if an argument would be sent as something else, or not be sent
 */
export function checkRequest(path: unknown, options: unknown): void {
  text('path', path);
  checkOptions('request', options);
  const { params = {}, query, body } = options as { params?: object; query?: object; body?: unknown };
  checkPathValues('params.', params);
  for (const [name, value] of Object.entries(query ?? {})) {
    requireOption(
      `query.${name}`,
      value,
      typeof value !== 'object' || IN_QUERY.includes(kindOf(value)),
      'a string, a number or an array',
    );
  }
  if (query && (path as string).includes('?')) {
    throw new TypeError('path must not contain ? together with the option query.');
  }
  requireOption('body', kindOf(body), IN_JSON.includes(kindOf(body)), 'data for JSON');
}

const IN_QUERY = ['Array', 'Object', 'null'];
const IN_JSON = [...IN_QUERY, 'string', 'number', 'boolean', 'undefined'];

/** @throws {TypeError} for a value that a path cannot contain. A missing value gets a more precise error later. */
function checkPathValues(prefix: string, values: object): void {
  for (const [name, value] of Object.entries(values)) {
    const isRight = ['string', 'number', 'undefined', 'null'].includes(kindOf(value));
    requireOption(prefix + name, value, isRight, 'a string or a number');
  }
}

/**
 * Checks the arguments of a resource method.
 *
 * @param kind the word after the route, which says what the method takes
 * @param inPath the values of the path
 * @throws {TypeError} if an argument would be sent as something else, or not be sent
 */
export function checkCall(
  kind: string | undefined,
  takesBody: boolean,
  inPath: object,
  input: unknown,
  options: unknown,
): void {
  checkPathValues('', inPath);
  checkOptions(kind === 'send' || kind === 'upload' ? kind : 'call', options);
  if (kind === 'upload') {
    checkUpload(input);
  } else if (input !== undefined && takesBody) {
    requireObject('the body', input);
  } else if (input !== undefined && (kind === 'list' || kind === 'query')) {
    requireObject('the query', input);
    for (const [name, value] of Object.entries(input as object)) {
      // A Date would be missing from the address.
      const isRight = typeof value !== 'object' || value === null || Array.isArray(value);
      requireOption(name, value, isRight, 'a string or a number');
    }
  }
}

const FILE = 'a Blob, bytes, a stream, { path } or the Response of a fetch';

function checkUpload(upload: unknown): void {
  requireObject('the upload', upload);
  const { file, ...fields } = upload as { file: unknown };
  for (const [name, value] of Object.entries(fields)) {
    requireOption(name, value, typeof value === 'string' || value === undefined, 'a string');
  }
  if (kindOf(file) === 'Response') {
    const { ok, status, body, bodyUsed } = file as Response;
    if (!ok || !body) {
      throw new TypeError(`file is a Response with status ${status} and no file. Check \`response.ok\` first.`);
    }
    requireUnread(bodyUsed || body.locked);
  } else if (kindOf(file) === 'ReadableStream') {
    requireUnread((file as ReadableStream).locked);
  } else {
    // The message must not contain the text, because the text may be the content of the upload.
    requireOption('file', typeof file === 'string' ? 'string' : file, isFile(file), FILE);
  }
}

function requireUnread(isRead: boolean): void {
  if (isRead) {
    throw new TypeError(
      'file was already read: a stream or a Response can be read only once. Pass a new one, or a Blob.',
    );
  }
}

const isFile = (file: unknown): boolean =>
  typeof file === 'object' &&
  file !== null &&
  (isBlob(file) ||
    ArrayBuffer.isView(file) ||
    kindOf(file) === 'ArrayBuffer' ||
    'getReader' in file ||
    Symbol.asyncIterator in file ||
    ('path' in file && typeof file.path === 'string'));

/** The runtime accepts Blobs of another window, but writes the name of a Blob that a library implements in place of its bytes. */
const isBlob = (file: object): boolean =>
  ['Blob', 'File'].includes(kindOf(file)) && new Blob([file as Blob]).size === (file as Blob).size;

/** Requires a chunk of bytes. @throws {TypeError} */
export const checkFileChunk = (chunk: unknown): void =>
  requireOption('each chunk of file', kindOf(chunk), ArrayBuffer.isView(chunk), 'bytes (a Uint8Array)');

/**
 * Checks the arguments for verifying a delivery. A parsed body passes, because it gets a more precise error later.
 *
 * @throws {TypeError}
 */
export function checkDelivery(rawBody: unknown, headers: unknown, secrets: unknown): void {
  const kind = kindOf(rawBody);
  requireOption(
    'rawBody',
    kind,
    ['string', 'number', 'boolean', 'null', 'Object', 'Array', 'Uint8Array'].includes(kind),
    'a string or a Uint8Array',
  );
  const isRequest = kindOf(Object(headers).headers) !== 'undefined' && typeof Object(headers).headers !== 'string';
  requireOption(
    'headers',
    isRequest ? 'the request' : kindOf(headers),
    !isRequest && !Array.isArray(headers) && ['string', 'undefined', 'object'].includes(typeof headers),
    'the headers of the request or the value of X-Service-Signature',
  );
  secret('secret', secrets);
}
