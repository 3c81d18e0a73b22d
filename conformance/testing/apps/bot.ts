import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listening } from '../servers.ts';

/** What a bot is configured with. */
export interface BotSettings {
  /** The base URL of the Graph API. */
  graph: string;
  app_secret: string;
  verify_token: string;
  access_token: string;
  phone_number_id: string;
}

/** Mistakes of a bot. */
export type Mistake =
  | 'unverified' // does not check signatures
  | 'forgetful' // answers duplicates
  | 'first-only' // reads only the first message of a callback
  | 'hammering' // repeats every refused or lost send at once
  | 'late-answers' // answers messages that are older than the window
  | 'phones-only' // writes user IDs in `to`
  | 'needs-from' // fails if a message has no phone number
  | 'backwards' // takes the last status
  | 'tokenless-download' // downloads files without the token
  | 'open-handshake'; // accepts every verify token

const WINDOW_SECONDS = 86_400;
const MOST_ATTEMPTS = 4;
const ORDER = ['sent', 'delivered', 'read'];

// biome-ignore lint/suspicious/noExplicitAny: callbacks of Meta
type Json = any;

/** Starts a bot that answers every text of a WhatsApp customer. It uses no client library. */
export async function startBot(
  settings: BotSettings,
  mistakes: readonly Mistake[] = [],
): Promise<{ url: string; close(): Promise<void> }> {
  const has = (mistake: Mistake): boolean => mistakes.includes(mistake);
  const seen = new Set<string>();
  const statuses = new Map<string, string>();
  const tokenWorks = true;
  let closed = false;

  const graph = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(path.startsWith('http') ? path : `${settings.graph}/v25.0/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${settings.access_token}`, ...init.headers },
    });

  async function send(line: string, recipient: Json, text: string): Promise<void> {
    const body = JSON.stringify({ messaging_product: 'whatsapp', ...recipient, type: 'text', text: { body: text } });
    const headers = { 'content-type': 'application/json' };
    for (let attempt = 0; attempt < (has('hammering') ? 50 : MOST_ATTEMPTS) && tokenWorks && !closed; attempt++) {
      let code: number | undefined;
      try {
        const response = await graph(`${line}/messages`, { method: 'POST', headers, body });
        if (response.ok) {
          return;
        }
        code = ((await response.json()) as Json).error?.code;
      } catch {
        // The message may have been sent.
        if (!has('hammering')) {
          return;
        }
      }
      if (has('hammering')) {
        await sleep(10);
      } else if (code === 130429 || code === 131056) {
        await sleep(4 ** attempt * 1000, undefined, { ref: false });
      } else {
        return;
      }
    }
  }

  async function fetchFile(id: string): Promise<void> {
    const { url } = (await (await graph(id)).json()) as Json;
    const response = has('tokenless-download') ? await fetch(url) : await graph(url);
    await response.arrayBuffer();
  }

  async function handle({ metadata, contacts, messages = [], statuses: reports = [] }: Json): Promise<void> {
    for (const { id, status } of reports) {
      const before = statuses.get(id);
      if (has('backwards') || ORDER.indexOf(status) > ORDER.indexOf(before ?? '')) {
        statuses.set(id, status);
      }
    }
    for (const [i, message] of (has('first-only') ? messages.slice(0, 1) : messages).entries()) {
      if (!has('forgetful') && seen.has(message.id)) {
        continue;
      }
      seen.add(message.id);
      const from = has('needs-from') ? message.from.toString() : message.from;
      const user = message.from_user_id ?? contacts?.[i]?.user_id;
      const recipient = from ? { to: from } : has('phones-only') ? { to: user } : { recipient: user };
      const isLate = Date.now() / 1000 - Number(message.timestamp) > WINDOW_SECONDS;
      if (message.type === 'image') {
        await fetchFile(message.image.id);
      }
      if (message.type === 'text' && (!isLate || has('late-answers'))) {
        await send(metadata.phone_number_id, recipient, `You wrote: ${message.text.body}`);
      }
    }
  }

  async function callback(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const raw = Buffer.concat(chunks);
    const expected = Buffer.from(`sha256=${createHmac('sha256', settings.app_secret).update(raw).digest('hex')}`);
    const given = Buffer.from(String(request.headers['x-hub-signature-256'] ?? ''));
    if (!has('unverified') && (given.length !== expected.length || !timingSafeEqual(given, expected))) {
      response.writeHead(401).end();
      return;
    }
    const body = JSON.parse(raw.toString('utf8')) as Json;
    const values = body.entry.flatMap(({ changes }: Json) => changes).filter(({ field }: Json) => field === 'messages');
    const work = Promise.all(values.map(({ value }: Json) => handle(value)));
    if (has('needs-from')) {
      await work;
    }
    response.writeHead(200).end();
    await work;
  }

  const server = await listening((request, response) => {
    const url = new URL(request.url ?? '/', 'http://bot');
    if (request.method === 'POST') {
      callback(request, response).catch(() => response.headersSent || response.writeHead(500).end());
    } else if (url.pathname.startsWith('/messages/')) {
      const id = decodeURIComponent(url.pathname.slice('/messages/'.length));
      response.end(JSON.stringify({ status: statuses.get(id) ?? 'accepted' }));
    } else if (has('open-handshake') || url.searchParams.get('hub.verify_token') === settings.verify_token) {
      response.end(url.searchParams.get('hub.challenge'));
    } else {
      response.writeHead(403).end();
    }
  });
  return {
    url: server.url,
    async close() {
      closed = true;
      await server.close();
    },
  };
}
