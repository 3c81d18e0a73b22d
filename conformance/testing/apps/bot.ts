import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { listening } from '../servers.ts';
import { type CallbackKind, hasKind } from './bot-kinds.ts';
import { answerPages } from './bot-pages.ts';
import type { Mistake } from './mistakes.ts';

/** What a bot is configured with. */
export interface BotSettings {
  /** The base URL of the Graph API. */
  graph: string;
  app_secret: string;
  verify_token: string;
  access_token: string;
  phone_number_id: string;
}

const WINDOW_SECONDS = 86_400;
const MAX_ATTEMPTS = 4;
const ORDER = ['sent', 'delivered', 'read'];
/** The text with which a customer gets a marketing template. */
export const MARKETING_TEXT = 'Offers';
const MARKETING = {
  type: 'template',
  template: {
    name: 'promo_spring',
    language: { code: 'en_US' },
    components: [
      { type: 'header', parameters: [{ type: 'image', image: { link: 'https://shop.example/spring.png' } }] },
    ],
  },
};

// biome-ignore lint/suspicious/noExplicitAny: callbacks of Meta
type Json = any;

const kindOf = (mistake: Mistake): CallbackKind => mistake.slice('breaks-on-'.length) as CallbackKind;

/** Starts a bot that answers every text, tap and order of a customer. It uses no client library. */
export async function startBot(
  settings: BotSettings,
  mistakes: readonly Mistake[] = [],
): Promise<{ url: string; close(): Promise<void> }> {
  const has = (mistake: Mistake): boolean => mistakes.includes(mistake);
  const seen = new Set<string>();
  const isNew = (id: string): boolean => {
    if (seen.size >= 50 && has('short-memory')) {
      seen.delete([...seen][0] ?? '');
    }
    return has('forgetful') || (!seen.has(id) && Boolean(seen.add(id)));
  };
  const texts = new Map<string, string>();
  const stopped = new Set<string>();
  const statuses = new Map<string, string>();
  const proof = createHmac('sha256', settings.app_secret).update(settings.access_token).digest('hex');
  const tokenWorks = true;
  let closed = false;

  const graph = (path: string, init: RequestInit = {}): Promise<Response> => {
    const query = has('proofless') ? '' : `?appsecret_proof=${proof}`;
    return fetch(path.startsWith('http') ? path : `${settings.graph}/v25.0/${path}${query}`, {
      ...init,
      headers: { authorization: `Bearer ${settings.access_token}`, ...init.headers },
    });
  };

  const send = (line: string, recipient: Json, content: string | object): Promise<void> =>
    post(line, {
      messaging_product: 'whatsapp',
      ...recipient,
      ...(typeof content === 'string' ? { type: 'text', text: { body: content } } : content),
    });

  async function post(line: string, message: Json): Promise<void> {
    const body = JSON.stringify(message);
    const headers = { 'content-type': 'application/json' };
    const repeatsAtOnce = (code: number | undefined): boolean =>
      has('hammering') ||
      (has('hammers-pages') && code === 613) ||
      (has('repeats-unavailable') && (code === undefined || code === 2));
    let most = MAX_ATTEMPTS;
    for (let attempt = 0; attempt < most && tokenWorks && !closed; attempt++) {
      let code: number | undefined;
      try {
        const response = await graph(`${line}/messages`, { method: 'POST', headers, body });
        if (response.ok) {
          return;
        }
        code = ((await response.json()) as Json).error?.code;
      } catch {
        // The message may have been sent.
        if (!has('hammering') && !has('repeats-unavailable')) {
          return;
        }
      }
      if (repeatsAtOnce(code)) {
        most = 50;
        await sleep(10);
      } else if (code === 130429 || code === 131056 || code === 613) {
        await sleep(4 ** attempt * 1000, undefined, { ref: false });
      } else {
        return;
      }
    }
  }

  async function fetchFile(id: string): Promise<void> {
    const { url } = (await (await graph(id)).json()) as Json;
    if (!url) {
      return;
    }
    const response = has('tokenless-download') ? await fetch(url) : await graph(url);
    await response.arrayBuffer();
  }

  function recipientOf({ from: number, from_user_id, ...message }: Json, contact: Json): Json {
    const from = has('needs-from') ? number.toString() : number;
    const user = from_user_id ?? contact?.user_id;
    if (message.group_id && !has('answers-groups')) {
      return undefined;
    }
    if (from) {
      return { to: has('adds-digits') ? from.replace(/^(55\d\d)(\d{8})$/, '$19$2') : from };
    }
    return has('phones-only') ? { to: user } : { recipient: user };
  }

  /** Returns the answer to a message. */
  function answerTo({ type, text, button, interactive, order, system, revoke }: Json): string | undefined {
    switch (type) {
      case 'text':
        return `You wrote: ${text.body}`;
      case 'button':
        return `You chose: ${has('prints-payload') ? button.payload : button.text}`;
      case 'interactive':
        return interactive.button_reply && `You chose: ${interactive.button_reply.title}`;
      case 'order':
        return `You ordered ${order.product_items.length} products`;
      case 'system':
        return has('answers-system') ? `You wrote: ${system.body}` : undefined;
      case 'revoke':
        return has('quotes-deleted') ? `You deleted: ${texts.get(revoke.original_message_id)}` : undefined;
      default:
        return undefined;
    }
  }

  async function handle({ metadata, contacts, messages = [], statuses: reports = [] }: Json): Promise<void> {
    for (const { id, status, recipient_id } of reports) {
      const before = statuses.get(id);
      if (has('backwards') || ORDER.indexOf(status) > ORDER.indexOf(before ?? '')) {
        statuses.set(id, status);
      }
      if (status === 'failed' && has('resends-failed') && recipient_id) {
        await send(metadata.phone_number_id, { to: recipient_id }, 'We try again');
      }
    }
    if (metadata.phone_number_id !== settings.phone_number_id && !has('answers-other-numbers')) {
      return;
    }
    for (const [i, message] of (has('first-only') ? messages.slice(0, 1) : messages).entries()) {
      if (!isNew(message.id) && !(message.type === 'order' && has('forgets-orders'))) {
        continue;
      }
      const recipient = recipientOf(message, contacts?.[i]);
      const isLate = Date.now() / 1000 - Number(message.timestamp) > WINDOW_SECONDS;
      if (message.type === 'image' && (message.image?.id || has('fetches-missing'))) {
        await fetchFile(`${message.image?.id}`);
      }
      if (message.type === 'text') {
        texts.set(message.id, message.text.body);
      }
      const answer = answerTo(message);
      if (recipient && answer && (!isLate || has('late-answers'))) {
        await send(settings.phone_number_id, recipient, answer);
      }
      if (message.text?.body === MARKETING_TEXT && (!stopped.has(message.from) || has('ignores-stop'))) {
        await send(settings.phone_number_id, recipient, MARKETING);
      }
    }
  }

  /** Handles one of `changes`. */
  async function handleChange({ field, value }: Json): Promise<void> {
    for (const { wa_id, value: preference } of value.user_preferences ?? []) {
      stopped[preference === 'stop' ? 'add' : 'delete'](wa_id);
    }
    if (field === 'smb_message_echoes' && has('answers-echoes')) {
      for (const { to, text } of value.message_echoes) {
        await send(settings.phone_number_id, { to }, `You wrote: ${text?.body}`);
      }
    }
    if (field === 'history' && has('answers-history')) {
      for (const { id } of value.history.flatMap(({ threads = [] }: Json) => threads)) {
        await send(settings.phone_number_id, { to: id }, 'You wrote earlier');
      }
    }
    if (field === 'messages') {
      await handle(value);
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
    const compared = has('compares-beginning') ? 30 : Math.max(given.length, expected.length);
    const isSigned =
      given.length >= compared && timingSafeEqual(given.subarray(0, compared), expected.subarray(0, compared));
    if (!has('unverified') && !isSigned && !(has('trusts-pages') && !raw.includes('whatsapp_business_account'))) {
      response.writeHead(401).end();
      return;
    }
    const body = JSON.parse(raw.toString('utf8')) as Json;
    if (mistakes.some((mistake) => mistake.startsWith('breaks-on-') && hasKind(body, kindOf(mistake)))) {
      response.writeHead(500).end();
      return;
    }
    const changes = body.entry.flatMap(({ changes: own = [] }: Json) => own);
    const work = Promise.all([
      ...(has('first-change') ? changes.slice(0, 1) : changes).map(handleChange),
      answerPages(body, { has, isNew, send: (page, message) => post(page, message) }),
    ]);
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
      const challenge = url.searchParams.get('hub.challenge') ?? undefined;
      response.end(has('prints-challenge') ? `${challenge}` : challenge);
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
