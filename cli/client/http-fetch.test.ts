import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { listen } from '../testing/cli.ts';
import { httpFetch } from './http-fetch.ts';

/** Sends the same request with the built-in fetch and with `httpFetch`. */
async function both(url: string, init: () => RequestInit) {
  const seen = [];
  for (const send of [httpFetch, (request: Request) => fetch(request)]) {
    const response = await send(new Request(url, init()));
    const { date: _, ...headers } = Object.fromEntries(response.headers);
    seen.push({ url: response.url, status: response.status, headers, text: await response.text() });
  }
  return seen;
}

test('httpFetch sends and returns the same as fetch', async () => {
  const url = await listen(
    createServer(async (request, response) => {
      const chunks = [];
      for await (const chunk of request) {
        chunks.push(chunk);
      }
      const status = Number(request.url?.slice(1));
      response.writeHead(status, {
        'content-type': 'text/plain',
        'x-two': ['a', 'b'],
        ...(status === 302 && { location: '/200' }),
      });
      const { method, headers } = request;
      const told = [method, headers.authorization, headers['content-type'], Buffer.concat(chunks).toString('base64')];
      response.end(status === 204 ? '' : JSON.stringify(told));
    }),
  );
  const headers = { authorization: 'Bearer x', 'content-type': 'application/json' };
  const large = () => new Blob([new Uint8Array(3_000_000).fill(7)]).stream();
  const form = { authorization: 'Bearer x', 'content-type': 'multipart/form-data; boundary=b' };
  for (const [path, init] of [
    ['/200', () => ({ headers })],
    ['/422', () => ({ method: 'POST', headers, body: '{"text":"Grüße 👋"}' })],
    ['/204', () => ({ method: 'DELETE', headers })],
    ['/201', () => ({ method: 'POST', headers: form, body: large(), duplex: 'half' }) as RequestInit],
  ] as const) {
    const [ours, theirs] = await both(url + path, init);
    expect([path, ours]).toEqual([path, theirs]);
  }
  // The key must not follow a redirect.
  expect((await httpFetch(new Request(`${url}/302`, { headers }))).status).toBe(302);
});

test('a missing response, a broken response and an abort throw', async () => {
  const url = await listen(
    createServer((request, response) => {
      if (request.url === '/cut') {
        response.writeHead(200, { 'content-length': '10' });
        response.write('half');
        setImmediate(() => response.destroy());
      }
    }),
  );
  await expect(httpFetch(new Request('http://127.0.0.1:1/'))).rejects.toThrow('ECONNREFUSED');
  const cut = await httpFetch(new Request(`${url}/cut`));
  await expect(cut.text()).rejects.toThrow();
  const control = new AbortController();
  const waiting = httpFetch(new Request(`${url}/never`, { signal: control.signal }));
  control.abort();
  await expect(waiting).rejects.toThrow('aborted');
});

test('a request that may be repeated is sent again if the server closes an idle connection', async () => {
  const seen: string[] = [];
  const used = new WeakSet();
  const url = await listen(
    createServer(({ method, socket }, response) => {
      seen.push(method ?? '');
      if (used.has(socket)) {
        socket.destroy();
      } else {
        used.add(socket);
        response.end('read');
      }
    }),
  );
  const read = async (init?: RequestInit) => (await httpFetch(new Request(url, init))).text();
  const keyed = { method: 'POST', body: '{}', headers: { 'idempotency-key': 'k' } };
  for (const init of [{}, {}, keyed, keyed]) {
    expect(await read(init)).toBe('read');
  }
  expect(seen).toEqual(['GET', 'GET', 'GET', 'POST', 'POST', 'POST']);
  // A server may have processed a request that it did not respond to.
  const post = { method: 'POST', body: '{}' };
  await read(post);
  await expect(read(post)).rejects.toThrow('socket hang up');
});
