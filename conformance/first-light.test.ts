import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLAUSES, type ClauseId } from './clauses.ts';
import { type Exchange, exchangeFaults } from './exchange.ts';
import { control, type Target } from './target.ts';

let server: ChildProcess;
let target: Target;

beforeAll(async () => {
  const bin = fileURLToPath(new URL('../cli/bin/wigwag.js', import.meta.url));
  const flags = ['dev', '--json', '--memory', '--port', '0', '--mock-port', '0', '--control-port', '0'];
  server = spawn(process.execPath, [bin, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: server.stdout as NodeJS.ReadableStream }), 'line');
  target = JSON.parse(line as string) as Target;
}, 30_000);

afterAll(async () => {
  server.kill('SIGTERM');
  await once(server, 'exit');
});

const declared = new Set<ClauseId>();

/** Declares the case of one clause; the report is the specification with ticks beside it. */
function clause(id: ClauseId, run: () => Promise<void>): void {
  declared.add(id);
  test(`[${id}] ${CLAUSES[id]}`, run);
}

interface Call {
  key?: string | null;
  body?: unknown;
  raw?: string;
  headers?: Record<string, string>;
}

/** Calls the API; every answer is checked, whatever the case is about. */
async function call(
  method: string,
  path: string,
  { key = target.live_key, body, raw, headers }: Call = {},
): Promise<Exchange> {
  const response = await fetch(target.base_url + path, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(raw !== undefined && { body: raw }),
  });
  const exchange = {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.json(),
  };
  expect(exchangeFaults(exchange)).toEqual([]);
  return exchange;
}

function expectError(exchange: Exchange, status: number, code: string): void {
  expect([exchange.status, exchange.body.error.code]).toEqual([status, code]);
}

let lastRecipient = 0;

/** Somebody of this case's own. */
const somebody = (): string => `9055511${String(++lastRecipient).padStart(5, '0')}`;

async function somebodyWhoWrote(): Promise<string> {
  const id = somebody();
  const { account_id } = target;
  await control(target, 'POST', '/inbound', {
    account_id,
    channel: 'whatsapp',
    from: { id, name: 'Ada' },
    type: 'text',
    text: 'Hi',
  });
  return id;
}

clause('2.1/success-envelope', async () => {
  const { status, body } = await call('GET', '/me');
  expect(status).toBe(200);
  expect(body).toEqual({ success: true, data: expect.any(Object), request_id: expect.stringMatching(/^req_.+/) });
});

clause('2.1/error-envelope', async () => {
  const { body } = await call('GET', '/messages/msg_1');
  expect(body).toMatchObject({ success: false });
  for (const field of ['code', 'message', 'reason', 'fix', 'docs', 'request_id']) {
    expect(body.error[field], field).toEqual(expect.any(String));
  }
  expect(body.error.http).toBe(404);
});

clause('2.1/request-id-header', async () => {
  const { headers, body } = await call('GET', '/nowhere');
  expect(headers['x-request-id']).toBe(body.error.request_id);
});

clause('4.2/accepted', async () => {
  const to = await somebodyWhoWrote();
  const { status, body } = await call('POST', '/messages', { body: { to, text: 'Hello' } });
  expect(status).toBe(202);
  expect(body.data).toMatchObject({ id: expect.stringMatching(/^msg_\d+$/), status: 'queued' });
});

clause('4.2/lookup', async () => {
  const to = await somebodyWhoWrote();
  const { body } = await call('POST', '/messages', { body: { to, text: 'Hello' } });
  const looked = await call('GET', `/messages/${body.data.id}`);
  expect(looked.status).toBe(200);
  expect(['queued', 'sent', 'delivered', 'read']).toContain(looked.body.data.status);
});

clause('4.2/replayed', async () => {
  const to = await somebodyWhoWrote();
  const send = () =>
    call('POST', '/messages', { body: { to, text: 'Once' }, headers: { 'idempotency-key': `once-${to}` } });
  const first = await send();
  const second = await send();
  expect(second.headers['idempotent-replayed']).toBe('true');
  expect([second.status, second.body.data]).toEqual([first.status, first.body.data]);
});

clause('5.7/test-mode', async () => {
  const { status, headers, body } = await call('POST', '/messages', {
    key: target.test_key,
    body: { to: somebody(), text: 'Hello' },
  });
  expect([status, headers['x-service-mode']]).toEqual([202, 'test']);
  expect(body.data).toMatchObject({ status: 'sent', test: true });
});

clause('6/signature', async () => {
  const received: { raw: string; header: string }[] = [];
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ raw: Buffer.concat(chunks).toString(), header: String(request.headers['x-service-signature']) });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  try {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    await control(target, 'PUT', '/webhook', { account_id: target.account_id, url });
    await somebodyWhoWrote();
    await control(target, 'POST', '/settle');
    expect(received.length).toBeGreaterThan(0);
    for (const { raw, header } of received) {
      const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
      expect(v1).toBe(createHmac('sha256', target.signing_secret).update(`${t}.${raw}`).digest('hex'));
    }
  } finally {
    await control(target, 'PUT', '/webhook', { account_id: target.account_id, url: null });
    receiver.closeAllConnections();
    receiver.close();
  }
});

clause('7/INVALID_API_KEY', async () => {
  for (const key of [
    'nonsense',
    `${target.live_key}x`,
    target.live_key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
  ]) {
    expectError(await call('GET', '/me', { key }), 401, 'INVALID_API_KEY');
  }
});

clause('7/INVALID_JSON', async () => {
  const json = { 'content-type': 'application/json' };
  expectError(await call('POST', '/messages', { raw: '{"to":', headers: json }), 400, 'INVALID_JSON');
  expectError(await call('POST', '/messages', { raw: '{}', headers: { 'content-type': '' } }), 400, 'INVALID_JSON');
});

clause('7/MESSAGE_NOT_FOUND', async () => {
  expectError(await call('GET', '/messages/msg_404'), 404, 'MESSAGE_NOT_FOUND');
});

clause('7/METHOD_NOT_ALLOWED', async () => {
  const exchange = await call('DELETE', '/messages');
  expectError(exchange, 405, 'METHOD_NOT_ALLOWED');
  expect(JSON.stringify(exchange.body) + (exchange.headers.allow ?? '')).toContain('POST');
});

clause('7/MISSING_API_KEY', async () => {
  expectError(await call('GET', '/me', { key: null }), 401, 'MISSING_API_KEY');
});

clause('7/RECIPIENT_INVALID', async () => {
  expectError(
    await call('POST', '/messages', { body: { to: 'not-a-number', text: 'Hello' } }),
    422,
    'RECIPIENT_INVALID',
  );
});

clause('7/WINDOW_NEVER_OPENED', async () => {
  expectError(await call('POST', '/messages', { body: { to: somebody(), text: 'Hello' } }), 409, 'WINDOW_NEVER_OPENED');
});

clause('8/rate-headers', async () => {
  for (const { headers } of [await call('GET', '/me'), await call('GET', '/me', { key: 'nonsense' })]) {
    expect(Number(headers['x-ratelimit-limit'])).toBeGreaterThan(0);
    expect(Number(headers['x-ratelimit-remaining'])).toBeGreaterThanOrEqual(0);
    expect(Number(headers['x-ratelimit-burst'])).toBeGreaterThanOrEqual(10);
  }
});

clause('9/unversioned', async () => {
  const response = await fetch(`${target.base_url.replace(/\/v1$/, '')}/me`, {
    headers: { authorization: `Bearer ${target.live_key}` },
  });
  expect([response.status, ((await response.json()) as Exchange['body']).error.code]).toEqual([404, 'NOT_FOUND']);
});

test('every clause has a case', () => {
  expect([...declared].sort()).toEqual(Object.keys(CLAUSES).sort());
});
