import type { Role } from '@wigwag/openapi';
import type { Config } from '../config/config.ts';
import { createLink } from '../domain/logins/links.ts';
import { startAdmin } from './admin-api.ts';
import type { DatabaseName } from './store.ts';

/** The response to a call of the dashboard. */
export interface DashboardAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the type of the body depends on the call
  body: any;
  headers: Headers;
}

/** Calls the server as the page of a browser does. It keeps the cookie, and sends the Origin and the CSRF token. */
export interface DashboardClient {
  /** Calls a path below /dashboard/api. A header that is undefined is not sent. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string | undefined>,
  ): Promise<DashboardAnswer>;
  /** The value of the cookie; undefined without one. */
  cookie: string | undefined;
  csrfToken: string | undefined;
}

/** The name of the cookie. */
export const COOKIE = '__Host-wigwag';

/** Returns a client without a session. */
export function createDashboardClient(origin: string): DashboardClient {
  return {
    cookie: undefined,
    csrfToken: undefined,
    async call(method, path, body, headers = {}) {
      const sent = {
        origin,
        'content-type': body === undefined ? undefined : 'application/json',
        cookie: this.cookie && `${COOKIE}=${this.cookie}`,
        'x-csrf-token': this.csrfToken,
        ...headers,
      };
      const response = await fetch(`${origin}/dashboard/api${path}`, {
        method,
        headers: Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const [, cookie] = new RegExp(`${COOKIE}=([^;]*)`).exec(response.headers.get('set-cookie') ?? '') ?? [];
      this.cookie = cookie === undefined ? this.cookie : cookie || undefined;
      const text = await response.text();
      const answer = {
        status: response.status,
        body: text === '' ? undefined : JSON.parse(text),
        headers: response.headers,
      };
      this.csrfToken = answer.body?.session?.csrf_token ?? this.csrfToken;
      return answer;
    },
  };
}

/** Starts a server with the dashboard and the admin API. */
export async function startDashboard(config: Partial<Config> = {}, options: { database?: DatabaseName } = {}) {
  const tested = await startAdmin(config, options);
  const { app } = tested.server;
  const client = () => createDashboardClient(tested.server.origin);
  let count = 0;
  /** Creates a login with this role. An operator has no account. */
  const createLogin = (role: Role, accountId: number | null = role === 'operator' ? null : tested.accountId) => {
    count += 1;
    const email = `${role}.${count}@shop.example`;
    return app.store.transaction(async (tx) => {
      const now = app.monotonicNow();
      const agentId =
        accountId === null
          ? null
          : await tx.agents.insert(accountId, { name: `${role} ${count}`, isActive: true }, now);
      return tx.logins.insert({ accountId, agentId, email, role }, now);
    });
  };
  const linkOf = async (login: Awaited<ReturnType<typeof createLogin>>, kind: 'entry' | 'reset' = 'entry') =>
    (await app.store.transaction((tx) => createLink(app, tx, login, kind))).token;
  /** Returns a client that has logged in with this role. */
  const enter = async (role: Role, accountId?: number | null) => {
    const login = await createLogin(role, accountId);
    const entered = client();
    const { status, body } = await entered.call('POST', '/admin/v1/session/link', { token: await linkOf(login) });
    if (status !== 200) {
      throw new Error(JSON.stringify(body));
    }
    return Object.assign(entered, { login, session: body.session });
  };
  return { ...tested, app, client, createLogin, linkOf, enter };
}
