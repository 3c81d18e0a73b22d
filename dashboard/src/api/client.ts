import type { AdminPaths, paths } from '@wigwag/openapi';
import createClient, { type Middleware } from 'openapi-fetch';
import { isUnused } from './activity.ts';
import { offline, type Problem, problemOf, saysSessionEnded } from './problem.ts';

/** The address of the dashboard, such as `https://host/dashboard/`. */
export const BASE = document.baseURI;

/** What each request needs besides the session's cookie. */
const headersOfAll: { csrfToken?: string; account?: string } = {};

/** The token that the page had when it sent a request, which names the session. */
const tokenOf = new WeakMap<Request, string | undefined>();

/** Sets the token that requests need which change something. */
export const setCsrfToken = (token: string): void => {
  headersOfAll.csrfToken = token;
};

/** Sets the account that an operator looks at. Other logins have one account. */
export const setAccount = (id: string | undefined): void => {
  if (id === undefined) {
    delete headersOfAll.account;
  } else {
    headersOfAll.account = id;
  }
};

/** The headers that name the caller, and say whether a person uses the page. */
export const callerHeaders = (method: string): Record<string, string> => ({
  ...(headersOfAll.account !== undefined && { 'Wigwag-Account': headersOfAll.account }),
  ...(method !== 'GET' && headersOfAll.csrfToken !== undefined && { 'X-CSRF-Token': headersOfAll.csrfToken }),
  ...(isUnused() && { 'Wigwag-Background': '1' }),
});

/** Whether the server has said that the session has ended. The frame then shows the login over the page. */
export const sessionEnd = {
  hasEnded: false,
  watchers: new Set<() => void>(),
  watch(watcher: () => void): () => void {
    sessionEnd.watchers.add(watcher);
    return () => sessionEnd.watchers.delete(watcher);
  },
  set(hasEnded: boolean): void {
    sessionEnd.hasEnded = hasEnded;
    for (const watcher of sessionEnd.watchers) {
      watcher();
    }
  },
};

const session: Middleware = {
  onRequest({ request }) {
    tokenOf.set(request, headersOfAll.csrfToken);
    for (const [name, value] of Object.entries(callerHeaders(request.method))) {
      request.headers.set(name, value);
    }
  },
  onResponse({ request, response }) {
    // A late answer to a request of the session before must not ask the person to log in again.
    if (saysSessionEnded(response) && tokenOf.get(request) === headersOfAll.csrfToken) {
      sessionEnd.set(true);
    }
  },
  onError: ({ request }) => offline(request.method === 'GET'),
};

/** The last request that changes something, while it is in flight. */
let changing: { request: string; response: Promise<Response> } | undefined;

/**
 * Sends a request. If it repeats the last one, which still changes something, it gets the same response: a double click
 * does nothing twice.
 */
async function send(request: Request): Promise<Response> {
  const { method, url, headers } = request;
  const isFile = headers.get('content-type')?.startsWith('multipart/');
  if (method === 'GET' || isFile) {
    return fetch(request);
  }
  const text = JSON.stringify([method, url, headers.get('idempotency-key'), await request.clone().text()]);
  if (changing?.request !== text) {
    const mine = { request: text, response: fetch(request) };
    changing = mine;
    void mine.response
      .catch(() => {})
      .then(() => {
        if (changing === mine) {
          changing = undefined;
        }
      });
  }
  return (await changing.response).clone();
}

/** The operations of the API (openapi/openapi.yaml), as the agent of the session. */
export const api = createClient<paths>({ baseUrl: new URL('api/v1', BASE).href, fetch: send });
/** The operations of the admin API (openapi/admin.yaml), as far as the session's role has them. */
export const admin = createClient<AdminPaths>({ baseUrl: new URL('api/admin/v1', BASE).href, fetch: send });
api.use(session);
admin.use(session);

type Reply = { data?: unknown; error?: unknown; response: Response };
type BodyOf<T extends Reply> = NonNullable<T['data']>;
type DataOf<Body> = Body extends { data: infer Data } ? Data : never;

/**
 * Returns the data of a response of the API.
 *
 * @throws {Problem} if the server refused or cannot be reached
 */
export async function dataOf<T extends Reply>(reply: Promise<T>): Promise<DataOf<BodyOf<T>>> {
  return ((await bodyOf(reply)) as unknown as { data: DataOf<BodyOf<T>> }).data;
}

/**
 * Returns the body of a response of the admin API.
 *
 * @throws {Problem} if the server refused or cannot be reached
 */
export async function bodyOf<T extends Reply>(reply: Promise<T>): Promise<BodyOf<T>> {
  const { data, error, response } = await reply;
  if (!response.ok) {
    throw problemOf(response, error) satisfies Problem;
  }
  return data as BodyOf<T>;
}

/** Returns a new Idempotency-Key, so that a repeated click does not send twice (section 5.8). */
export const newIdempotencyKey = (): string => crypto.randomUUID();
