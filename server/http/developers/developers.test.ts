import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { document, ERRORS, type ErrorCode, OPERATIONS, type Schema } from '@wigwag/openapi';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { createTestServer } from '../../testing/server.ts';

const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) {
  process.stderr.write('Skipped: the command on the reference page needs curl on this machine.\n');
}

const PUBLISHED = readFileSync(createRequire(import.meta.url).resolve('@wigwag/openapi/openapi.json'));
const CODES = Object.keys(ERRORS) as ErrorCode[];

async function createSite(publicUrl?: string, config: { dashboard?: boolean } = {}) {
  const { server, api, liveKey, testKey } = await createTestServer({ config: { publicUrl, ...config } });
  const get = async (path: string) => {
    const response = await fetch(server.origin + path, { redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { origin: server.origin, api, get, liveKey, testKey };
}

/** Returns the text of a page, without its markup. */
const wordsOf = (text: string): string =>
  text
    .replaceAll('<wbr>', '')
    // Colors of code
    .replace(/<\/?span[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/[ \n]+/g, ' ');

const mainOf = (text: string): string => /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? '';

/** Returns the example on the page of a code: status line, headers and body. */
const exampleOn = (text: string) => {
  const [, example = ''] = /<pre tabindex="0"><code>([\s\S]*?)<\/code>/.exec(text) ?? [];
  const [head = '', body = ''] = example.split('\n\n');
  return { head, body: JSON.parse(wordsOf(body)) };
};

test('the page of each code shows its meaning, cause and fix, whether to retry, and the operations that return it', async () => {
  const { get, origin } = await createSite();
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document as unknown as AnySchema, 'document');
  const isEnvelope = ajv.compile({ $ref: 'document#/components/schemas/ErrorEnvelope' } as Schema);
  for (const code of CODES) {
    const { status, headers, text } = await get(`/developers/errors/${code}`);
    expect([code, status, headers.get('content-type')]).toEqual([code, 200, 'text/html; charset=utf-8']);
    const words = wordsOf(text);
    const { reason, fix, http } = ERRORS[code];
    const { head, body } = exampleOn(text);
    for (const part of [`Example message ${body.error.message}`, reason, fix].map((sentence) =>
      sentence.replaceAll('`', ' ').replace(/ +/g, ' ').replaceAll(' .', '.').replaceAll(' ,', ','),
    )) {
      expect(words.replaceAll(' .', '.').replaceAll(' ,', ',')).toContain(part);
    }
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${http} \\w`));
    expect([code, isEnvelope(body), isEnvelope.errors]).toEqual([code, true, null]);
    expect(body.error).toMatchObject({ code, http, docs: `${origin}/developers/errors/${code}` });
    expect(body.error.message).not.toMatch(/undefined|\{(?!\{)[a-z_]+\}/);
    const unbroken = text.replaceAll('<wbr>', '');
    for (const { id, errors, method, path, versioned } of OPERATIONS) {
      const target = versioned ? `operations/${id}` : 'openapi.json';
      const link = `/developers/${target}"><code>${method.toUpperCase()} ${path}</code>`;
      expect([code, id, unbroken.includes(link)]).toEqual([code, id, errors.includes(code)]);
    }
  }
});

test.each([
  ['WINDOW_CLOSED', 'No. The answer stays the same'],
  ['RATE_LIMITED', 'Yes. Wait for the number of seconds in the header Retry-After'],
  ['MEDIA_UPLOAD_FAILED', 'Yes. Retry the request after 30 s, 2 min and 5 min. If'],
  ['PROVIDER_UNAVAILABLE', 'Yes. Retry the request after 30 s, 2 min and 5 min, with the same Idempotency-Key'],
])('%s: whether to retry the request', async (code, advice) => {
  const { get } = await createSite();
  expect(wordsOf((await get(`/developers/errors/${code}`)).text)).toContain(advice);
});

test('the example of an error includes its headers', async () => {
  const { get } = await createSite();
  expect(exampleOn((await get('/developers/errors/RATE_LIMITED')).text).head).toContain('Retry-After: 1');
  expect(exampleOn((await get('/developers/errors/METHOD_NOT_ALLOWED')).text).head).toContain('Allow: POST');
});

test('an error links to its page', async () => {
  const { api } = await createSite();
  const { body } = await api('GET', '/me', { key: null });
  const page = await fetch(body.error.docs);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('<h1><code>MISSING_<wbr>API_<wbr>KEY</code></h1>');
});

test('the list of errors links to each of them', async () => {
  const { get } = await createSite();
  const { status, text } = await get('/developers/errors');
  expect(status).toBe(200);
  expect([...mainOf(text).matchAll(/href="\/developers\/errors\/(\w+)"/g)].map(([, code]) => code)).toEqual(CODES);
});

test('codes in lower case redirect to the page, and unknown ones suggest the nearest', async () => {
  const { get } = await createSite();
  const lower = await get('/developers/errors/window_closed');
  expect([lower.status, lower.headers.get('location')]).toEqual([301, '/developers/errors/WINDOW_CLOSED']);
  const unknown = await get('/developers/errors/WINDOW_CLOSD');
  expect(unknown.status).toBe(404);
  expect(unknown.headers.get('content-type')).toBe('text/html; charset=utf-8');
  const offered = [...mainOf(unknown.text).matchAll(/<li><a href="\/developers\/errors\/(\w+)"/g)].map(
    ([, code]) => code,
  );
  expect(offered).toHaveLength(5);
  expect(offered[0]).toBe('WINDOW_CLOSED');
});

test('text from a URL is shown but never executed', async () => {
  const { get } = await createSite();
  const { status, text } = await get(`/developers/errors/${encodeURIComponent('<img src=x onerror="alert(1)">')}`);
  expect(status).toBe(404);
  expect(text).not.toContain('<img');
  expect(wordsOf(text)).toContain('There is no error <img src=x onerror="alert(1)">');
  expect((await get('/developers/errors/__proto__')).status).toBe(404);
  expect((await get('/developers/errors/toString')).status).toBe(404);
  expect((await get('/developers/errors/%ff')).status).toBe(404);
});

test('a key that was pasted into the URL is not repeated', async () => {
  const { get } = await createSite();
  const key = `ww_live_${'a'.repeat(41)}`;
  expect((await get(`/developers/errors/${key}`)).text).not.toContain('aaaa');
});

test.each([
  '/developers',
  '/developers/operations/sendMessage',
  '/developers/operations/nothing',
  '/developers/errors',
  '/developers/errors/WINDOW_CLOSED',
  '/developers/errors/NONE',
  '/developers/webhooks',
])('%s loads nothing from other hosts and runs no inline script', async (path) => {
  const { get } = await createSite();
  const { headers, text } = await get(path);
  const policy = headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(text).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(text).not.toMatch(/<script>|<script [^>]*>[^<]|<style| style="| on\w+="/);
  const sources = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, source]) => source);
  expect(sources.filter((source) => !/^(\/developers|#|data:,$)/.test(String(source)))).toEqual([]);
});

/** The files of a page, with their types. */
const TYPES: Record<string, RegExp> = {
  'inter.woff2': /^font\/woff2$/,
  'jetbrains-mono.woff2': /^font\/woff2$/,
  'page.js': /^text\/javascript/,
  'pages.css': /^text\/css/,
  'search.js': /^text\/javascript/,
  'search.json': /^application\/json/,
  'try-it.js': /^text\/javascript/,
};

test('files are cached forever at a URL that changes with them', async () => {
  const { get } = await createSite();
  const { text } = await get('/developers/operations/getMe');
  const files = [...text.matchAll(/"(\/developers\/assets\/[^"]*)"/g)].map(([, path]) => String(path));
  expect(files.map((path) => path.split('/').at(-1)).sort()).toEqual(Object.keys(TYPES).sort());
  for (const path of files) {
    const { status, headers } = await get(path);
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toMatch(TYPES[String(path.split('/').at(-1))] ?? 'one of these');
    expect((await get(path.replace(/assets\/\w+/, 'assets/0'))).status).toBe(404);
  }
  const [css = ''] = files.filter((path) => path.endsWith('.css'));
  const fonts = [...(await get(css)).text.matchAll(/url\("?\.\.\/([^)"]*)/g)].map(
    ([, font]) => `/developers/assets/${font}`,
  );
  expect(fonts).toHaveLength(2);
  expect(files).toEqual(expect.arrayContaining(fonts));
  const version = String(files[0]).split('/')[3];
  for (const name of ['constructor', 'index.js', '..%2f..%2fpackage.json']) {
    expect((await get(`/developers/assets/${version}/${name}`)).status).toBe(404);
  }
});

test('links begin with the path prefix of a proxy, if there is one', async () => {
  const { get } = await createSite('https://shop.example/wigwag');
  for (const path of ['', '/operations/sendMessage', '/errors/WINDOW_CLOSED', '/webhooks'].map(
    (one) => `/developers${one}`,
  )) {
    const links = [...(await get(path)).text.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, to]) => to);
    expect(links.filter((to) => !String(to).startsWith('/wigwag/developers'))).toEqual([]);
    expect(links.length).toBeGreaterThan(4);
  }
  expect((await get('/developers/')).headers.get('location')).toBe('/wigwag/developers');
  expect((await get('/developers/errors/not_found')).headers.get('location')).toBe(
    '/wigwag/developers/errors/NOT_FOUND',
  );
});

test('the reference lists every operation, and explains keys, limits and pages', async () => {
  const { get } = await createSite();
  const text = (await get('/developers')).text.replaceAll('<wbr>', '');
  for (const { id, method, path } of OPERATIONS.filter(({ versioned }) => versioned)) {
    const link = `<a href="/developers/operations/${id}"><b class="method">${method.toUpperCase()}</b> <code>${path}</code></a>`;
    expect(text).toContain(link);
  }
  const words = wordsOf(text);
  for (const part of [
    'curl "$WIGWAG_BASE_URL/me"',
    'Authorization: Bearer',
    'ww_test_',
    'Rate limits',
    'Idempotency-Key',
  ]) {
    expect(words).toContain(part);
  }
});

test('the page of an operation shows its samples, and the examples of each status', async () => {
  const { get, origin } = await createSite();
  type OperationSummaries = {
    operationId: string;
    responses: Record<string, { content?: Record<string, { examples?: object }> }>;
  };
  const paths: Record<string, OperationSummaries>[] = Object.values(JSON.parse(PUBLISHED.toString()).paths);
  const operations = paths.flatMap((methods) => Object.values(methods).filter(({ operationId }) => operationId));
  expect(operations).toHaveLength(37);
  for (const { operationId: id, responses: described } of operations) {
    const statuses = Object.keys(described).map(Number);
    const contents = Object.entries(described).filter(([status]) => Number(status) >= 400);
    const errors = contents.flatMap(([, { content }]) => Object.keys(content?.['application/json']?.examples ?? {}));
    const { status, text } = await get(`/developers/operations/${id}`);
    expect([id, status]).toEqual([id, 200]);
    const responses = [...text.matchAll(/data-status="(\d+)"/g)].map(([, shown]) => Number(shown));
    expect([id, responses.sort()]).toEqual([id, [...statuses].sort()]);
    const codes = [...text.matchAll(/<h3><a href="\/developers\/errors\/(\w+)">/g)].map(([, code]) => code);
    expect([id, codes.sort()]).toEqual([id, [...errors].sort()]);
    for (const [, code = '', example = ''] of text.matchAll(
      /<h3><a href="\/developers\/errors\/(\w+)">[\s\S]*?<pre tabindex="0"><code>([\s\S]*?)<\/code>/g,
    )) {
      const { error } = JSON.parse(wordsOf(example));
      const docs = `${origin}/developers/errors/${code}`;
      expect([id, error]).toMatchObject([id, { code, http: ERRORS[code as ErrorCode].http, docs }]);
    }
  }
});

test('every link of the reference, the errors and the webhooks leads to a page and a part of it', async () => {
  const { get } = await createSite();
  const texts = new Map<string, string>();
  const read = async (path: string) => {
    if (!texts.has(path)) {
      const { status, text } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      texts.set(path, text);
    }
    return texts.get(path) ?? '';
  };
  const operations = OPERATIONS.flatMap(({ id, versioned }) => (versioned ? id : []));
  for (const path of [
    ...['/developers', '/developers/webhooks', '/developers/errors'],
    ...[...operations, 'streamEvents'].map((id) => `/developers/operations/${id}`),
    ...CODES.map((code) => `/developers/errors/${code}`),
  ]) {
    for (const [, href = ''] of (await read(path)).matchAll(/ href="((?:\/|#)[^"]*)"/g)) {
      const [page, part] = href.split('#');
      const text = await read(page || path);
      expect([path, href, !part || text.includes(` id="${part}"`)]).toEqual([path, href, true]);
    }
  }
});

test('an unknown operation gets a page with all operations', async () => {
  const { get } = await createSite();
  const { status, text } = await get(`/developers/operations/ww_live_${'a'.repeat(41)}`);
  expect(status).toBe(404);
  expect(text).toContain('href="/developers/operations/getMe"');
  expect(text).not.toContain('aaaa');
});

test.each([undefined, 'https://shop.example'])(
  'the document is the same to the byte as in the package, whatever the address (%s)',
  async (publicUrl) => {
    const { origin } = await createSite(publicUrl);
    const served = await (await fetch(`${origin}/developers/openapi.json`)).arrayBuffer();
    expect(Buffer.from(served).equals(PUBLISHED)).toBe(true);
  },
);

test('the addresses in the document lead to this server, also through a proxy that adds a prefix', async () => {
  for (const [publicUrl, prefix] of [
    ['https://shop.example', ''],
    ['https://shop.example/wigwag', '/wigwag'],
  ]) {
    const { get } = await createSite(publicUrl);
    const { servers, paths } = JSON.parse((await get('/developers/openapi.json')).text);
    expect([servers[0].url, servers[1].url]).toEqual([`${prefix}/api/v1`, 'http://127.0.0.1:3000/api/v1']);
    expect(paths['/developers/events'].servers[0].url).toBe(prefix || '/');
  }
});

test.skipIf(!hasCurl)('the command that shows how to authenticate works unchanged', async () => {
  const { get, origin, liveKey, testKey } = await createSite();
  const { info } = JSON.parse((await get('/developers/openapi.json')).text);
  const [, command = ''] = /```sh\n(curl [\s\S]*?)```/.exec(info.description) ?? [];
  for (const [key, mode] of [
    [liveKey, 'live'],
    [testKey, 'test'],
  ]) {
    const { stdout } = await promisify(execFile)('sh', ['-c', command], {
      env: { PATH: process.env.PATH, WIGWAG_API_KEY: key, WIGWAG_BASE_URL: `${origin}/api/v1` },
    });
    expect(JSON.parse(stdout)).toMatchObject({ success: true, data: { key: { mode } } });
  }
});

test('the page about webhooks shows events, headers, retry delays and limits', async () => {
  const { get } = await createSite();
  const words = wordsOf((await get('/developers/webhooks')).text);
  for (const part of [
    'message.received : A customer sent a message',
    'message.status : The status of a message changed',
    'template.status : A template was approved or rejected',
    'X-Service-Signature',
    'X-Service-Event',
    'X-Service-Delivery-Id',
    'X-Service-Attempt',
    'webhook-signature',
    'within 10 seconds',
    'by more than 5 min',
    'not received after 1 min, 5 min, 30 min, 2 h and 12 h',
    'After 50 failed attempts in a row',
    '410 disables it immediately',
  ]) {
    expect(words).toContain(part);
  }
});

test.each([
  [true, '/wigwag/dashboard/'],
  [false, '/wigwag/developers'],
])(
  'GET / leads a browser to a page, with the dashboard (%s) to %s, and programs get NOT_FOUND',
  async (dashboard, page) => {
    const { origin } = await createSite('https://shop.example/wigwag', { dashboard });
    const ask = (accept: string) => fetch(`${origin}/`, { headers: { accept }, redirect: 'manual' });
    const browser = await ask('text/html,application/xhtml+xml,*/*;q=0.8');
    expect([browser.status, browser.headers.get('location')]).toEqual([302, page]);
    const program = await ask('*/*');
    const { error } = (await program.json()) as { error: { code: string } };
    expect([program.status, error.code]).toEqual([404, 'NOT_FOUND']);
  },
);
