import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { DEFAULT_REQUEST_TIMEOUT_MSEC } from '@modelcontextprotocol/sdk/shared/protocol.js';
import { expect, onTestFinished, test } from 'vitest';
import { BIN, RunningCommand, scratchFolder, startDev, waitFor, wigwag } from '../../testing/cli.ts';

/** Uses the official client. */

const to = '905551112233';
/** The phone number ID of `wigwag dev`. */
const DEMO_NUMBER = '106540352242922';

async function connect(args: string[], env: Record<string, string> = {}, cwd = scratchFolder()) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BIN, 'mcp', ...args],
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: cwd, ...env },
    stderr: 'pipe',
  });
  const printed: string[] = [];
  transport.stderr?.on('data', (text) => printed.push(String(text)));
  return { ...(await connected(transport)), stderr: () => printed.join('') };
}

async function connected(transport: StdioClientTransport | StreamableHTTPClientTransport) {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  onTestFinished(() => client.close());
  // The client then refuses results that do not match the output schemas.
  await client.listTools();
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: args });
    const [{ text }] = content as [{ text: string }];
    return { isError, data: text.startsWith('{') ? JSON.parse(text) : text };
  };
  return { client, call };
}

const settings = (info: { base_url: string }, key: string) => ({ WIGWAG_BASE_URL: info.base_url, WIGWAG_API_KEY: key });

test('`wigwag mcp --dev` works out of the box: an agent reads, confirms a send and follows its status', async () => {
  const { client, call } = await connect(['--dev']);
  expect(client.getServerVersion()?.name).toBe('wigwag');
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'get_account',
    'list_channels',
    'send_message',
    'send_template',
    'get_message',
    'list_templates',
    'find_contacts',
    'get_contact',
    'check_window',
    'list_conversations',
    'read_conversation',
    'list_flows',
    'get_flow_stats',
    'wait_for_reply',
    'simulate_customer_message',
  ]);
  const send = tools.find(({ name }) => name === 'send_message');
  // By default, the call ends before clients give up.
  expect(tools.at(-2)?.inputSchema).toMatchObject({
    properties: { timeout_seconds: { default: expect.toSatisfy((it) => it * 1_000 < DEFAULT_REQUEST_TIMEOUT_MSEC) } },
  });
  // Texts and arguments are those of the API document.
  expect(send?.description).toContain('Accepts the message and responds immediately.');
  expect(send?.inputSchema).toMatchObject({
    type: 'object',
    required: ['to'],
    properties: {
      type: { enum: ['text', 'image', 'video', 'audio', 'document', 'location', 'interactive'] },
      to: { description: expect.stringContaining('On whatsapp') },
      confirm: { type: 'boolean' },
    },
  });
  expect(JSON.stringify(tools)).not.toMatch(/\$ref|§/);
  // Tools that only read are marked. Those that write to a person cannot be undone or repeated.
  const write = { readOnlyHint: false, idempotentHint: false };
  const annotated = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
  const { send_message, send_template, simulate_customer_message, ...others } = annotated;
  expect([send_message, send_template]).toEqual(
    Array(2).fill({ ...write, destructiveHint: true, openWorldHint: true }),
  );
  expect(simulate_customer_message).toEqual({ ...write, destructiveHint: false, openWorldHint: false });
  expect(Object.values(others)).toEqual(
    Array(12).fill({ readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true }),
  );

  const template = { to, name: 'hello_world' };
  expect(await call('send_template', template)).toMatchObject({
    isError: true,
    data: { message: 'Nothing was sent.', fix: expect.stringContaining('confirm: true') },
  });
  expect(await call('send_template', { ...template, Confirm: true })).toMatchObject({
    isError: true,
    data: { message: 'send_template has no argument Confirm.', fix: expect.stringContaining('confirm') },
  });
  const { isError, data } = await call('send_template', { ...template, confirm: true });
  expect([isError, data.status]).toEqual([false, 'queued']);
  expect((await call('get_message', { id: data.id })).data).toMatchObject({ id: data.id });
  expect((await call('list_templates', { status: 'APPROVED', limit: 2 })).data.templates).toHaveLength(2);
});

/** Connects to `wigwag mcp --dev` over each transport. */
const TRANSPORTS = {
  stdio: () => connect(['--dev', '--allow-sends']),
  'streamable HTTP': async () => {
    const server = new RunningCommand(['mcp', '--dev', '--allow-sends', '--http', '--port', '0']);
    const url = await server.until('the address', () => /^http:\S+\/mcp/.exec(server.stdout)?.[0]);
    return { ...(await connected(new StreamableHTTPClientTransport(new URL(url)))), stderr: () => server.stderr };
  },
};

test.each(Object.keys(TRANSPORTS) as (keyof typeof TRANSPORTS)[])(
  'with --dev an agent also acts as the customer, over %s, and every result matches its output schema',
  async (transport) => {
    const { client, call, stderr } = await TRANSPORTS[transport]();
    const { tools } = await client.listTools();
    for (const { outputSchema } of tools) {
      expect(outputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) });
    }
    const address = await waitFor('the address of the API', () => /http:\S+\/api\/v1/.exec(stderr())?.[0]);
    expect(client.getInstructions()).toContain(address);
    expect((await call('send_message', { to, text: 'Hello' })).data.code).toBe('WINDOW_NEVER_OPENED');
    for (const channel of ['whatsapp', 'instagram', 'messenger', 'web']) {
      const { data } = await call('simulate_customer_message', { channel, text: `Hello on ${channel}` });
      expect(data).toEqual({ channel, person: expect.any(String), external_id: expect.any(String) });
      const sent = await call('send_message', { channel, to: data.person, text: 'Hello' });
      expect([channel, sent.isError, sent.data.status]).toEqual([channel, false, 'queued']);
      await call('get_message', { id: sent.data.id });
    }
    const grace = '905554443322';
    const waiting = call('wait_for_reply', { phone: grace, after: new Date(0).toISOString() });
    await call('simulate_customer_message', { person: grace, text: 'Is it here?' });
    expect((await waiting).data.reply).toMatchObject({ text: 'Is it here?' });
    for (const [name, args] of [
      ['get_account', {}],
      ['list_channels', {}],
      ['send_template', { to: grace, name: 'hello_world' }],
      ['list_templates', {}],
      ['find_contacts', {}],
      ['get_contact', { phone: grace }],
      ['check_window', { id: grace }],
      ['list_conversations', {}],
      ['read_conversation', { phone: grace }],
      ['list_flows', {}],
    ] as const) {
      expect([name, await call(name, args)]).toEqual([name, { isError: false, data: expect.any(Object) }]);
    }
    expect(await call('simulate_customer_message', { channel: 'fax', text: 'x' })).toMatchObject({
      isError: true,
      data: { message: 'channel is unknown.', fix: expect.stringContaining('messenger') },
    });
  },
);

test('a refusal has the code and the fix of the API', async () => {
  const { call } = await connect(['--dev', '--allow-sends']);
  expect(await call('send_message', { to: '905550000000', text: 'Hello' })).toMatchObject({
    isError: true,
    data: { code: 'WINDOW_NEVER_OPENED', fix: expect.stringMatching(/template/) },
  });
  expect(await call('send_message', { to, text: 'Hello', colour: 'red' })).toMatchObject({
    isError: true,
    data: { message: 'send_message has no argument colour.', fix: expect.stringContaining('text') },
  });
  for (const [tool, args] of [
    ['get_account', { constructor: 1 }],
    ['wait_for_reply', { phone: to, timeout: 300 }],
  ] as const) {
    const { isError, data } = await call(tool, args);
    expect([isError, data.message, data.fix]).toEqual([
      true,
      expect.stringContaining(`${tool} has no argument`),
      expect.any(String),
    ]);
  }
  expect(await call('get_message', {})).toMatchObject({ isError: true, data: { fix: expect.any(String) } });
  expect(await call('delete_everything')).toMatchObject({
    isError: true,
    data: { message: 'There is no tool delete_everything.', fix: expect.stringContaining('send_message') },
  });
});

test('wait_for_reply returns a message that arrives, one that has arrived, or null', async () => {
  const { info, customerWrites } = await startDev();
  const { call } = await connect([], settings(info, info.test_key));
  const before = new Date(Date.now() - 60_000).toISOString();
  expect((await call('wait_for_reply', { phone: to, timeout_seconds: 1 })).data).toEqual({ reply: null });
  const waiting = call('wait_for_reply', { phone: `+${to}`, after: before, timeout_seconds: 60 });
  await customerWrites('It fits');
  expect((await waiting).data.reply).toMatchObject({ text: 'It fits' });
  expect((await call('wait_for_reply', { phone: to, after: before })).data.reply).toMatchObject({ text: 'It fits' });
  const after = new Date(Date.now() + 60_000).toISOString();
  expect((await call('wait_for_reply', { phone: to, after, timeout_seconds: 1 })).data).toEqual({ reply: null });
  expect((await call('wait_for_reply', { phone: to, timeout_seconds: 1_000 })).isError).toBe(true);
});

test('wait_for_reply recognizes the customer in every spelling that a send accepts, and ignores groups', async () => {
  const { info, customerWrites } = await startDev();
  const inGroup = { channel: 'whatsapp', type: 'text', text: 'To the group', extra: { group_id: '120363' } };
  const writesInGroup = () =>
    fetch(`${info.mock_provider_url}/_mock/receive`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...inGroup, business_id: DEMO_NUMBER, from: { id: to } }),
    }).then(({ status }) => expect(status).toBe(200));
  const { call } = await connect(['--live'], settings(info, info.live_key));
  for (const phone of ['0555 111 22 33', '00905551112233', '90/555/111-22-33']) {
    const waiting = call('wait_for_reply', { phone, timeout_seconds: 20 });
    let isOver = false;
    const reply = waiting.then(({ data }) => {
      isOver = true;
      return data.reply;
    });
    // The call does not show when it begins to listen, so the customers write until it ends.
    while (!isOver) {
      // The last digits are the same.
      await customerWrites('Not mine', '905561112233');
      await writesInGroup();
      await customerWrites('Mine');
    }
    expect([phone, (await reply)?.text]).toEqual([phone, 'Mine']);
  }
});

test('more calls can wait for a reply than a key can have event streams', async () => {
  const { info, customerWrites } = await startDev();
  const { client, call } = await connect([], settings(info, info.test_key));
  const after = new Date(Date.now() - 60_000).toISOString();
  const people = Array.from({ length: 15 }, (_, index) => String(905551110000 + index));
  const waiting = people.map((phone) => call('wait_for_reply', { phone, after, timeout_seconds: 60 }));
  for (const phone of people) {
    await customerWrites(`From ${phone}`, phone);
  }
  expect((await Promise.all(waiting)).map(({ data }) => data.reply?.text)).toEqual(
    people.map((phone) => `From ${phone}`),
  );
  const cancelled = new AbortController();
  const call16 = client.callTool({ name: 'wait_for_reply', arguments: { phone: to } }, undefined, {
    signal: cancelled.signal,
  });
  cancelled.abort();
  await expect(call16).rejects.toThrow();
  expect((await call('wait_for_reply', { phone: people[0], after })).data.reply).toMatchObject({ direction: 'in' });
});

test('without a server, the fix says whether a send may be repeated', async () => {
  const env = settings({ base_url: 'http://127.0.0.1:1/api/v1' }, 'ww_test_key');
  const { call } = await connect([], env);
  const template = { to, name: 'hello_world', confirm: true };
  expect(await call('send_template', template)).toMatchObject({
    isError: true,
    data: { message: expect.stringContaining('cannot be reached'), fix: expect.stringContaining('read_conversation') },
  });
  for (const [tool, args] of [
    ['get_account', {}],
    ['wait_for_reply', { phone: to }],
  ] as const) {
    expect(await call(tool, args)).toMatchObject({ isError: true, data: { fix: expect.stringContaining('runs') } });
  }
});

test('mcp exits at the end of stdin, even if stdin does not close', async () => {
  const cwd = scratchFolder();
  const env = { PATH: process.env.PATH ?? '', HOME: cwd };
  const child = spawn(process.execPath, [BIN, 'mcp', '--dev'], { cwd, env, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a live key of another server at the address of an earlier `wigwag dev` is refused without --live', async () => {
  const earlier = await startDev([]);
  const { cwd } = earlier;
  const { port } = new URL(earlier.info.base_url);
  const { body } = await earlier.control('POST', '/keys', { account_id: earlier.info.account_id, mode: 'live' });
  for (const env of [{}, { WIGWAG_API_KEY: body.key }] as Record<string, string>[]) {
    const { call } = await connect([], env, cwd);
    expect((await call('get_account')).data).toMatchObject({ key: { mode: 'live' } });
  }
  await earlier.dev.stop();
  const { info } = await startDev(['--memory', '--port', port]);
  const { code, stderr } = await wigwag(['mcp'], { cwd, env: { WIGWAG_API_KEY: info.live_key } });
  expect([code, stderr]).toEqual([2, expect.stringContaining('use a ww_test_ key, or add --live')]);
});

test('a live key is refused without --live', async () => {
  const { info } = await startDev();
  const env = settings(info, info.live_key);
  const { code, stdout, stderr } = await wigwag(['mcp'], { env });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('use a ww_test_ key, or add --live');
  expect(stderr).not.toContain(info.live_key);
  const { call } = await connect(['--live'], env);
  expect((await call('get_account')).data).toMatchObject({ key: { mode: 'live' } });
});

test('streamable HTTP serves the same tools, only to programs on this machine', async () => {
  const { info } = await startDev();
  const server = new RunningCommand(['mcp', '--http', '--port', '0'], { env: settings(info, info.test_key) });
  const url = await server.until('the address', () => /^http:\S+/.exec(server.stdout)?.[0]);
  const { client, call } = await connected(new StreamableHTTPClientTransport(new URL(url)));
  expect((await client.listTools()).tools).toHaveLength(14);
  expect((await call('get_account')).data).toMatchObject({ key: { mode: 'test' } });
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const page = await fetch(url, { method: 'POST', body, headers: { ...headers, origin: 'https://evil.example' } });
  expect([page.status, await page.json()]).toEqual([
    403,
    { jsonrpc: '2.0', error: { code: -32_000, message: expect.stringContaining('https://evil.example') }, id: null },
  ]);
  expect((await fetch(url.replace('/mcp', '//'), { method: 'POST' })).status).toBe(404);
  expect((await server.stop()).code).toBe(0);
});

test('other commands do not load the SDK of the protocol', async () => {
  const hook = `import { registerHooks } from 'node:module';
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('@modelcontextprotocol/')) throw new Error('loads ' + specifier);
    return next(specifier, context);
  },
});`;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}` };
  for (const args of [['--version'], ['--help'], ['mcp', '--help']]) {
    expect([args, (await wigwag(args, { env })).code]).toEqual([args, 0]);
  }
  expect((await wigwag(['mcp', '--dev'], { env })).stderr).toContain('loads @modelcontextprotocol/');
});
