import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Wigwag } from '@wigwag/sdk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestServer } from '../../server/testing/server.ts';
import { handOver } from './hand-over.mjs';

/** Waits until the bridge has done something, which takes long on a busy machine. */
const arrives = (check: () => void) => vi.waitFor(check, { timeout: 180_000, interval: 20 });

const SECRET = '8f742231b10e8888abcd99yyyzzz85a5';

interface Posted {
  channel: string;
  text: string;
  thread_ts?: string;
}

/** Accepts what `chat.postMessage` accepts: a token in the header, and JSON with a channel and a text. */
async function createSlack() {
  const posted: Posted[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Posted;
    const isKnown = request.url === '/chat.postMessage' && request.headers.authorization === 'Bearer xoxb-1';
    if (isKnown) {
      posted.push(body);
    }
    const ts = `1503435956.${String(posted.length).padStart(6, '0')}`;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(isKnown ? { ok: true, ts } : { ok: false, error: 'invalid_auth' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { posted, url: `http://127.0.0.1:${(server.address() as { port: number }).port}` };
}

async function createWorld() {
  const server = await createTestServer();
  const slack = await createSlack();
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-slack-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const wigwag = new Wigwag({ apiKey: server.liveKey, baseUrl: server.baseUrl });
  const start = async () => {
    const stateFile = join(folder, 'state.json');
    const options = { wigwag, token: 'xoxb-1', secret: SECRET, channel: 'C1', stateFile, slackUrl: slack.url };
    const bridge = await handOver({ ...options, port: 0 });
    onTestFinished(() => bridge.close());
    return bridge;
  };
  const bridge = await start();
  let events = 0;
  /** Posts a reply as Slack does. */
  const reply = async (text: string, changes: object = {}, secret = SECRET) => {
    events += 1;
    const event = {
      type: 'message',
      channel: 'C1',
      user: 'U1',
      text,
      thread_ts: '1503435956.000001',
      ts: '1',
      ...changes,
    };
    const body = JSON.stringify({ type: 'event_callback', event_id: `Ev${events}`, event });
    const time = String(Math.floor(Date.now() / 1000));
    const signature = `v0=${createHmac('sha256', secret).update(`v0:${time}:${body}`).digest('hex')}`;
    const headers = { 'x-slack-request-timestamp': time, 'x-slack-signature': signature };
    return await fetch(`http://127.0.0.1:${bridge.port}`, { method: 'POST', headers, body });
  };
  const sends = () => server.mock.sends().map(({ payload }) => payload as { to: string; text: { body: string } });
  return { ...server, ...slack, start, bridge, reply, sends };
}

test('a customer gets a thread, and replies in the thread go to the customer', async () => {
  const { customerWrites, posted, reply, settle, sends } = await createWorld();
  await customerWrites('Where is <my> order & bill?');
  await arrives(() => expect(posted).toHaveLength(2));
  expect(posted[0]?.text).toMatch(/ on whatsapp$/);
  expect(posted[1]).toMatchObject({ text: 'Where is &lt;my&gt; order &amp; bill?', thread_ts: '1503435956.000001' });
  expect((await reply('Here: <https://shop.example/1|shop.example/1> &amp; more')).status).toBe(200);
  await settle();
  expect(sends().at(-1)).toMatchObject({ to: '905551112233', text: { body: 'Here: https://shop.example/1 & more' } });
  await customerWrites('Thanks');
  await arrives(() => expect(posted).toHaveLength(3));
  expect(posted[2]).toMatchObject({ text: 'Thanks', thread_ts: '1503435956.000001' });
});

test('messages of bots, of other threads and without a valid signature are not sent', async () => {
  const { customerWrites, posted, reply, settle, sends } = await createWorld();
  await customerWrites('Hi');
  await arrives(() => expect(posted).toHaveLength(2));
  expect((await reply('I am a bot', { bot_id: 'B1' })).status).toBe(200);
  expect((await reply('Elsewhere', { thread_ts: '1.1' })).status).toBe(200);
  expect((await reply('Forged', {}, 'wrong')).status).toBe(401);
  await settle();
  expect(sends()).toEqual([]);
});

test('a refused reply is reported in the thread, and the next start resumes where the last one stopped', async () => {
  const { customerWrites, posted, reply, advance, bridge, start } = await createWorld();
  await customerWrites('Hi');
  await arrives(() => expect(posted).toHaveLength(2));
  await advance(25 * 3600);
  expect((await reply('Too late')).status).toBe(200);
  expect(posted.at(-1)?.text).toMatch(/^:warning: Not sent: /);
  await bridge.close();
  await customerWrites('Still there?');
  await start();
  await arrives(() => expect(posted.at(-1)).toMatchObject({ text: 'Still there?', thread_ts: '1503435956.000001' }));
});

test('the program names the variables that are missing', () => {
  const env = { WIGWAG_API_KEY: 'k', SLACK_SIGNING_SECRET: 's' };
  const program = join(import.meta.dirname, 'hand-over.mjs');
  const { status, stderr } = spawnSync(process.execPath, ['-C', 'wigwag-source', program], { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([
    2,
    'Set SLACK_BOT_TOKEN, SLACK_CHANNEL. docs/connectors.md says where to find the values.\n',
  ]);
});
