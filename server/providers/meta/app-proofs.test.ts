import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createTestServer } from '../../testing/server.ts';

const REQUIRED = 'API calls from the server require an appsecret_proof argument';
const PNG = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
);

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('latin1');
}

/** Starts Meta's Graph API for an app whose setting "Require App Secret" is on. */
async function startStrictGraph() {
  const calls: { url: string; proof: string | undefined }[] = [];
  const state = { secret: '' };
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const url = request.url ?? '';
    const token = String(request.headers.authorization).replace('Bearer ', '');
    const proof = /appsecret_proof(?:=|":"|"\r\n\r\n)(\w+)/.exec(url + body)?.[1];
    const right = createHmac('sha256', state.secret).update(token).digest('hex');
    calls.push({ url, proof });
    const message = proof === undefined ? REQUIRED : 'Invalid appsecret_proof provided in the API argument';
    const answer =
      proof === right
        ? { id: '42', messages: [{ id: `wamid.${calls.length}` }], message_id: `m_${calls.length}`, data: [{}] }
        : { error: { message, type: 'GraphMethodException', code: 100, fbtrace_id: 'x' } };
    response.writeHead(proof === right ? 200 : 400, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls, state };
}

test('an app that requires proofs gets one with each call, after the first call without it', async () => {
  const graph = await startStrictGraph();
  const lines: string[] = [];
  const log = { write: (line: string) => void lines.push(line) };
  const server = await createTestServer({ config: { graphUrl: graph.url }, log });
  const { api, business, customerWrites, settle, server: running, accountId } = server;
  graph.state.secret = business.app_secret;
  const proof = createHmac('sha256', business.app_secret).update(business.access_token).digest('hex');
  await customerWrites('Hi');
  const ids: string[] = [];
  for (const text of ['one', 'two']) {
    ids.push((await api('POST', '/messages', { body: { to: '905551112233', text } })).body.data.id);
    await settle();
  }
  expect(graph.calls.map((call) => call.proof)).toEqual([undefined, proof, proof]);
  for (const id of ids) {
    expect((await api('GET', `/messages/${id}`)).body.data).toMatchObject({
      external_id: expect.stringMatching(/^wamid/),
      error: null,
    });
  }

  const form = new FormData();
  form.set('file', new Blob([PNG]), 'a.png');
  expect((await api('POST', '/media', { body: form })).status).toBe(201);
  const { admin } = await import('../../index.ts');
  const connection = await admin.requireConnection(running.app, accountId, 'wa_1');
  expect((await admin.checkConnection(running.app, connection)).every(({ ok }) => ok)).toBe(true);
  expect(graph.calls.slice(3).every((call) => call.proof === proof)).toBe(true);
  expect(lines.join('')).not.toMatch(new RegExp(`${proof}|${business.app_secret}|${business.access_token}`));
});

test('a call that lacks a proof is refused once if the secret of the app is wrong', async () => {
  const graph = await startStrictGraph();
  graph.state.secret = 'the secret of another app';
  const { api, customerWrites, settle } = await createTestServer({ config: { graphUrl: graph.url } });
  await customerWrites('Hi');
  const { id } = (await api('POST', '/messages', { body: { to: '905551112233', text: 'Hello' } })).body.data;
  await settle();
  expect(graph.calls).toHaveLength(2);
  const { status, error } = (await api('GET', `/messages/${id}`)).body.data;
  expect([status, error.provider_message]).toEqual(['failed', expect.stringContaining('Invalid appsecret_proof')]);
});
