import { createHmac } from 'node:crypto';
import { request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Target } from '../target.ts';
import type { Mutant, Mutation, ProxiedRequest, ProxiedResponse, Replied } from './mutants/mutant.ts';
import { listening } from './servers.ts';

const HOP = [
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
  'content-encoding',
  'expect',
  'date',
];
const kept = (headers: Iterable<[string, unknown]>): Record<string, string> =>
  Object.fromEntries(
    [...headers].filter(([name]) => !HOP.includes(name)).map(([name, value]) => [name, String(value)]),
  );

async function bytes(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Sends a webhook and returns the receiver's response. Unlike fetch, it preserves the case of header names. */
function post(url: string, headers: Record<string, string>, body: Uint8Array | undefined): Promise<Replied> {
  return new Promise((resolve, reject) => {
    const asked = ask(url, { method: 'POST', headers, agent: false }, (answer) => {
      const { statusCode: status = 500 } = answer;
      bytes(answer).then((body) => resolve({ status, headers: kept(Object.entries(answer.headers)), body }), reject);
    });
    asked.on('error', reject).end(body);
  });
}

/** Applies the change to a correct server: to its API, its control port and its webhooks. */
export async function spoiled(
  correct: Target & { control_url: string },
  change: Mutation | Mutant,
): Promise<{ target: Target; close(): Promise<void> }> {
  const secrets = new Map<string, string>();
  const notes = new Map<string, string>();
  const prefix = new URL(correct.base_url).pathname;

  async function passing(request: IncomingMessage, below: string): Promise<ProxiedRequest> {
    const raw = await bytes(request);
    const url = new URL(request.url ?? '/', 'http://proxy');
    const path = url.pathname.startsWith(below) ? url.pathname.slice(below.length) : url.pathname;
    return {
      method: request.method ?? 'GET',
      path,
      query: url.searchParams,
      headers: kept(Object.entries(request.headers)),
      json: parsed(raw),
      raw,
      server: correct.base_url,
      notes,
    };
  }

  const { write = JSON.stringify, headerName = (name) => name, heldBack } = change;
  const hold = async (what: 'answer' | 'delivery'): Promise<void> => heldBack && sleep(heldBack(what));
  const named = (headers: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [headerName(name), value]));
  const changesDeliveries = [change.delivery, change.reply, change.write, change.headerName, change.heldBack].some(
    (one) => one !== undefined,
  );

  const bodyOf = (
    { json, raw, method }: ProxiedRequest,
    written = JSON.stringify,
  ): Uint8Array<ArrayBuffer> | undefined =>
    method === 'GET' || method === 'HEAD' || raw.length === 0
      ? undefined
      : new Uint8Array(json === undefined ? raw : Buffer.from(written(json)));

  async function forward(base: string, asked: ProxiedRequest): Promise<Response> {
    const query = asked.query.size > 0 ? `?${asked.query}` : '';
    return fetch(`${base}${asked.path}${query}`, {
      method: asked.method,
      headers: asked.headers,
      body: bodyOf(asked),
      redirect: 'manual',
    });
  }

  async function api(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isBelow = (request.url ?? '').startsWith(prefix);
    const asked = await passing(request, isBelow ? prefix : '');
    if (isBelow) {
      await change.request?.(asked);
    }
    const got = await forward(isBelow ? correct.base_url : new URL(correct.base_url).origin, asked);
    const raw = Buffer.from(await got.arrayBuffer());
    const answer: ProxiedResponse = { status: got.status, headers: kept(got.headers), json: parsed(raw) };
    if (isBelow || ('caughtBy' in change && change.caughtBy.some((id) => id.startsWith('9/')))) {
      change.answer?.(answer, asked);
    }
    await hold('answer');
    response.writeHead(answer.status, named(answer.headers));
    const body = answer.json === undefined ? raw : Buffer.from((isBelow ? write : JSON.stringify)(answer.json));
    const { pieces = body.length || 1 } = change;
    for (let from = 0; from < body.length; from += pieces) {
      response.write(body.subarray(from, from + pieces));
    }
    response.end();
  }

  async function control(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = await passing(request, '');
    await change.control?.(asked);
    const isEndpoint = asked.path === '/endpoints';
    const account = asked.json?.account_id;
    // Each endpoint that is not the first one has its own secret.
    const signer = isEndpoint ? `${account}.${secrets.size}` : account;
    const hasUrl = isEndpoint || asked.path === '/webhook';
    if (hasUrl && changesDeliveries && asked.json?.url?.startsWith('http://127.0.0.1')) {
      asked.json.url = `${hooks.url}/${encodeURIComponent(asked.json.url)}/${signer}`;
    }
    const got = await forward(correct.control_url, asked);
    const answer: ProxiedResponse = {
      status: got.status,
      headers: {},
      json: parsed(Buffer.from(await got.arrayBuffer())),
    };
    if (answer.json?.signing_secret !== undefined) {
      secrets.set(answer.json.account_id ?? signer, answer.json.signing_secret);
    }
    change.controlAnswer?.(answer, asked);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.json));
  }

  async function hook(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const delivery = await passing(request, '/');
    const [receiver = '', account = ''] = delivery.path.split('/');
    const how = change.delivery?.(delivery);
    const sign = (): void => {
      const time = Math.floor(Number(/^t=(\d+)/.exec(delivery.headers['x-service-signature'] ?? '')?.[1]));
      const v1 = createHmac('sha256', secrets.get(account) ?? '')
        .update(`${time}.${write(delivery.json)}`)
        .digest('hex');
      delivery.headers['x-service-signature'] = `t=${time},v1=${v1}`;
    };
    if (how === 'sign' || change.write) {
      sign();
    }
    await hold('delivery');
    let replied: Replied = { status: 200, headers: {}, body: Buffer.alloc(0) };
    for (let times = how === 'swallow' ? 0 : how === 'twice' || how === 'again' ? 2 : 1; times > 0; times--) {
      replied = await post(decodeURIComponent(receiver), named(delivery.headers), bodyOf(delivery, write));
      if (how === 'twice') {
        // The second event gets a new ID; with the same ID, receivers would ignore it as a repeat.
        delivery.json.id += '0';
        delivery.headers['x-service-delivery-id'] = delivery.json.id;
        sign();
      }
    }
    change.reply?.(replied);
    response.writeHead(replied.status, replied.headers).end(replied.body);
  }

  const quietly =
    (listener: (request: IncomingMessage, response: ServerResponse) => Promise<void>) =>
    (request: IncomingMessage, response: ServerResponse) => {
      listener(request, response).catch(() => response.destroy());
    };
  const hooks = await listening(quietly(hook));
  const front = await listening(quietly(api));
  const side = await listening(quietly(control));
  return {
    target: { base_url: front.url + prefix, control_url: side.url },
    async close() {
      await Promise.all([hooks.close(), front.close(), side.close()]);
    },
  };
}
