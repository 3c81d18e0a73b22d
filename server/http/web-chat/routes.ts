import type { Lifecycle, Request, ResponseObject, ResponseToolkit, Server } from '@hapi/hapi';
import { WEB_BODY_MAX_KIBIBYTES } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { movingError } from '../../domain/account/caller.ts';
import { newVisitor, tokenOf, type Visitor } from '../../domain/web-chat/visitor.ts';
import { findWebChat, receiveFromVisitor, recordReceipt, type WebChat } from '../../domain/web-chat/web-chat.ts';
import { webchatPath } from '../../domain/web-chat/web-chat-path.ts';
import type { BrowserFile } from '../browser-file.ts';
import { forward } from '../request/forward.ts';
import { draftOf, positionOf, receiptOf } from './body.ts';
import { ChatRefusal } from './errors.ts';
import { type ChatSource, corsHeaders, preflightHeaders, requireOrigin } from './origin.ts';
import { EMBED, FILES, pageOf, pagePolicy, SNIPPET_POLICY, snippetPage } from './page.ts';
import { createRates, type Rates } from './rates.ts';
import { historyOf, streamOf } from './stream.ts';
import { languageOf, textsOf } from './texts.ts';
import { keepVisitor, requireVisitor, visitorOfPage } from './visitor.ts';

/** A request whose chat exists and whose origin is allowed. */
interface ChatRequest {
  request: Request;
  h: ResponseToolkit;
  chat: WebChat;
  source: ChatSource;
}

type ChatHandler = (asked: ChatRequest) => ResponseObject | Promise<ResponseObject>;

/**
 * Adds the routes of web chat: the visitor's page, the script that embeds it in other sites, and the endpoints that
 * both use.
 */
export function addWebchatRoutes(server: Server, app: App): Rates {
  const rates = createRates(app);
  const closing = new AbortController();
  server.ext('onPreStop', () => closing.abort());

  const route = (method: 'GET' | 'POST' | 'OPTIONS', path: string, handler: Lifecycle.Method) =>
    server.route({
      method,
      path: webchatPath(path),
      options: { auth: false, ...(method === 'POST' && { payload: bodyOptions }) },
      handler,
    });
  const answered = (answer: ChatHandler) => answering(app, rates, answer);
  /** Like `answered`, for routes that need a visitor. */
  const forVisitors = (answer: (visitor: Visitor, asked: ChatRequest) => ReturnType<ChatHandler>) =>
    answered((asked) => {
      const visitor = requireVisitor(app, asked.request, asked.chat, asked.source);
      rates.countVisitor(asked.request, visitor);
      return answer(visitor, asked);
    });

  route('GET', '{connection}', page(app, rates));
  route(
    'GET',
    '{connection}/embed.js',
    // Browsers load scripts without sending an origin. The requests that the script makes have one.
    (_request, h) => served(h, EMBED).header('Cross-Origin-Resource-Policy', 'cross-origin'),
  );
  route(
    'GET',
    '{connection}/snippet',
    answered(({ request, h, chat }) =>
      withHeaders(
        h
          .response(snippetPage(app, chat, languageOf(request.query.lang, request.headers['accept-language'])))
          .type('text/html'),
        { 'Content-Security-Policy': SNIPPET_POLICY, Vary: 'Accept-Language' },
      ),
    ),
  );
  route('OPTIONS', '{connection}/{path}', async (request, h) => {
    try {
      const { connection } = await requireChat(app, request);
      return withHeaders(h.response().code(204), preflightHeaders(requireOrigin(app, request, connection)));
    } catch (error) {
      return error instanceof ChatMoved ? forward(app, { request, h, to: error.url }) : refused(h, error);
    }
  });

  route(
    'GET',
    '{connection}/widget',
    answered(({ request, h, chat }) => {
      const language = languageOf(request.query.lang, request.headers['accept-language']);
      const { title, open, close, unread } = textsOf(language, chat.account.name);
      return h.response({ language, title, open, close, unread });
    }),
  );
  route(
    'POST',
    '{connection}/visitors',
    answered(({ request, h, chat }) => {
      rates.countNewVisitor(request);
      const visitor = newVisitor(chat.connection);
      return h.response({ visitor_id: visitor.id, token: tokenOf(app, visitor) }).code(201);
    }),
  );
  route(
    'GET',
    '{connection}/messages',
    forVisitors(async (visitor, { request, h }) => {
      const { before } = request.query;
      const position = before === undefined ? undefined : positionOf('before', String(before));
      return h.response(await historyOf(app, visitor, position));
    }),
  );
  route(
    'POST',
    '{connection}/messages',
    forVisitors(async (visitor, { request, h }) => {
      const draft = draftOf(request);
      rates.countMessage(request, visitor);
      return h.response({ id: await receiveFromVisitor(app, visitor, draft), draft_id: draft.id }).code(201);
    }),
  );
  route(
    'POST',
    '{connection}/receipts',
    forVisitors(async (visitor, { request, h }) => {
      await recordReceipt(app, visitor, receiptOf(request));
      return h.response().code(204);
    }),
  );
  route(
    'GET',
    '{connection}/events',
    forVisitors((visitor, { request, h }) => {
      const after = positionOf('Last-Event-ID', request.headers['last-event-id'] as string | undefined);
      const closePage = rates.openPage(request, visitor);
      const gone = new AbortController();
      request.raw.res.once('close', () => {
        gone.abort();
        closePage();
      });
      const stream = streamOf(app, visitor, {
        after,
        closing: AbortSignal.any([closing.signal, gone.signal]),
        isAllowed: () => isStillAllowed(app, request),
      });
      // Otherwise some proxies buffer a response until it ends.
      return h.response(stream).type('text/event-stream').header('X-Accel-Buffering', 'no');
    }),
  );
  return rates;
}

/** `objectOf` parses the body. hapi only limits its size. */
const bodyOptions = {
  parse: false,
  output: 'data',
  maxBytes: WEB_BODY_MAX_KIBIBYTES * 1024,
  failAction: (_request: Request, h: ResponseToolkit) =>
    refused(h, new ChatRefusal('too_large', `A body may have at most ${WEB_BODY_MAX_KIBIBYTES} KiB.`)).takeover(),
} as const;

/** Thrown if the account of a chat was moved to another installation, which responds instead. */
class ChatMoved extends Error {
  override name = 'ChatMoved';
  readonly url: string;

  constructor(url: string) {
    super(`the chat was moved to ${url}`);
    this.url = url;
  }
}

/** @throws {ChatRefusal} chat_not_found, or too_fast while the account moves @throws {ChatMoved} */
async function requireChat(app: App, request: Request): Promise<WebChat> {
  const id = String(request.params.connection);
  const chat = await findWebChat(app, id);
  if (!chat) {
    throw new ChatRefusal('chat_not_found', `There is no open chat ${id.slice(0, 40)}.`);
  }
  const { move } = chat.account;
  if (move?.state === 'moved') {
    throw new ChatMoved(move.url);
  }
  if (move) {
    const { message, details } = movingError(move);
    throw new ChatRefusal('too_fast', message, details);
  }
  return chat;
}

/**
 * Returns whether an allowed request would still be allowed: chats can be disabled, and sites can be removed from the
 * list.
 */
async function isStillAllowed(app: App, request: Request): Promise<boolean> {
  try {
    const { connection } = await requireChat(app, request);
    requireOrigin(app, request, connection);
    return true;
  } catch (error) {
    if (error instanceof ChatRefusal || error instanceof ChatMoved) {
      return false;
    }
    throw error;
  }
}

/** The order of the checks determines which error takes precedence. */
const answering =
  (app: App, rates: Rates, answer: ChatHandler): Lifecycle.Method =>
  async (request, h) => {
    let headers: Record<string, string> = {};
    try {
      rates.countRequest(request);
      const chat = await requireChat(app, request);
      const source = requireOrigin(app, request, chat.connection);
      headers = corsHeaders(source);
      return withHeaders(await answer({ request, h, chat, source }), headers);
    } catch (error) {
      if (error instanceof ChatMoved) {
        return forward(app, { request, h, to: error.url });
      }
      return withHeaders(refused(h, error), headers);
    }
  };

/** @throws any error that is not a refusal, so that it is logged as a fault */
function refused(h: ResponseToolkit, error: unknown): ResponseObject {
  if (!(error instanceof ChatRefusal)) {
    throw error;
  }
  return withHeaders(h.response(error.body).code(error.status), error.headers);
}

function withHeaders(response: ResponseObject, headers: Record<string, string>): ResponseObject {
  for (const [name, value] of Object.entries(headers)) {
    response.header(name, value);
  }
  return response;
}

/**
 * Serves a file that the browser revalidates each time (304 if it is unchanged), so that a page never runs a script of
 * another version.
 */
const served = (h: ResponseToolkit, { type, content, version }: BrowserFile): ResponseObject =>
  h.response(content).type(type).etag(version).header('Cache-Control', 'no-cache');

/**
 * Serves the page and its files. They share a route, because each route makes the start of a server slower. Errors are
 * a line of text, because people read them.
 */
const page =
  (app: App, rates: Rates): Lifecycle.Method =>
  async (request, h) => {
    const file = FILES.get((request.params as { connection: string }).connection);
    if (file) {
      return served(h, file);
    }
    try {
      rates.countRequest(request);
      const chat = await requireChat(app, request);
      const language = languageOf(request.query.lang, request.headers['accept-language']);
      // In a frame on another site, browsers block cookies, so the site sends a token instead.
      const isFrame = request.headers['sec-fetch-dest'] === 'iframe';
      const visitor = isFrame ? undefined : visitorOfPage(app, request, chat);
      const response = withHeaders(h.response(pageOf(chat, language, visitor)).type('text/html'), {
        'Content-Security-Policy': pagePolicy(
          app,
          chat,
          isFrame && request.headers['sec-fetch-site'] === 'same-origin',
        ),
        'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
        'Content-Language': language,
        Vary: 'Accept-Language, Cookie',
      });
      if (visitor) {
        keepVisitor(app, visitor, response);
      }
      return response;
    } catch (error) {
      if (error instanceof ChatMoved) {
        return forward(app, { request, h, to: error.url });
      }
      const response = refused(h, error);
      const { message } = error as ChatRefusal;
      return withHeaders(h.response(`${message}\n`).type('text/plain'), { 'Content-Language': 'en' }).code(
        response.statusCode,
      );
    }
  };
