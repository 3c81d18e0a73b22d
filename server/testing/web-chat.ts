import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { ShownMessageKey } from '../http/web-chat/record.ts';
import type { TestServer } from './server.ts';

/** The response of the web chat. */
interface ChatAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  body: any;
}

interface ChatCall {
  token?: string | undefined;
  cookie?: string | undefined;
  /** The site that the request comes from. */
  origin?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

/** One event of a stream. */
interface StreamEvent {
  id: string | undefined;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
  data: any;
}

/** Makes one request to a chat, over HTTP. */
export async function chatCall(url: string, method: string, call: ChatCall = {}): Promise<ChatAnswer> {
  const response = await fetch(url, { method, ...requestOf(call) });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

function requestOf({ token, cookie, origin, body, headers }: ChatCall) {
  return {
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(cookie !== undefined && { cookie }),
      ...(origin !== undefined && { origin }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}

/** Reads an event stream, which is closed when the test ends. */
export async function openStream(url: string, call: ChatCall = {}) {
  const closing = new AbortController();
  onTestFinished(() => closing.abort());
  const response = await fetch(url, { ...requestOf(call), signal: closing.signal });
  const events = framesOf(response);
  const next = async (): Promise<StreamEvent> => {
    const { value, done } = await events.next();
    if (done) {
      throw new Error('the stream has ended');
    }
    return value;
  };
  return {
    response,
    next,
    /** Returns the next message; skips `ready`. */
    async message(): Promise<ShownMessageKey> {
      for (;;) {
        const { event, data } = await next();
        if (event === 'message') {
          return data;
        }
      }
    },
    /** Returns everything up to `ready`. */
    async untilReady(): Promise<StreamEvent[]> {
      const found: StreamEvent[] = [];
      for (;;) {
        const event = await next();
        if (event.event === 'ready') {
          return found;
        }
        found.push(event);
      }
    },
    /** Resolves when the server has ended the stream. */
    async ended(): Promise<void> {
      while (!(await events.next()).done) {
        // The remaining events do not matter.
      }
    },
    close: () => closing.abort(),
  };
}

async function* framesOf(response: Response): AsyncGenerator<StreamEvent> {
  let rest = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const frames = (rest + chunk).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1];
      const data = field('data');
      if (data !== undefined) {
        yield { id: field('id'), event: field('event') ?? 'message', data: JSON.parse(data) };
      }
    }
  }
}

/** Creates a visitor on a page of a chat, with a separate token. */
export async function createVisitor({ server }: Pick<TestServer, 'server'>, connection = 'web_1', origin?: string) {
  const base = `${server.origin}/webchat/${connection}`;
  const { body } = await chatCall(`${base}/visitors`, 'POST', { origin });
  const { visitor_id: id, token } = body as { visitor_id: string; token: string };
  const call = (method: string, path: string, options: ChatCall = {}) =>
    chatCall(`${base}/${path}`, method, { token, origin, ...options });
  return {
    id,
    token,
    base,
    call,
    write: (text: string, draftId: string = randomUUID()) => call('POST', 'messages', { body: { id: draftId, text } }),
    stream: (lastEventId?: string) =>
      openStream(`${base}/events`, {
        token,
        origin,
        ...(lastEventId !== undefined && { headers: { 'last-event-id': lastEventId } }),
      }),
    texts: async () => (await call('GET', 'messages')).body.messages.map(({ text }: ShownMessageKey) => text),
    receipt: (receipt: object) => call('POST', 'receipts', { body: receipt }),
  };
}
