import { expect } from 'vitest';
import type { Config } from '../config/config.ts';
import { createTestServer } from './server.ts';
import type { DatabaseName } from './store.ts';

/** The token of the admin API in tests. */
export const TOKEN = 'token-of-the-operator';

/** Starts a server with the admin API; `call` returns the status and the body, and `lines` what the server logged. */
export async function startAdmin(
  config: Partial<Config> = {},
  { database, now }: { database?: DatabaseName; now?: number } = {},
) {
  const lines: Record<string, unknown>[] = [];
  const log = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const tested = await createTestServer({
    ...(database && { database }),
    ...(now !== undefined && { now }),
    config: { adminToken: TOKEN, ...config },
    log,
  });
  const { server, clock } = tested;
  const call = async (
    method: string,
    path: string,
    { body, token = TOKEN, origin = server.origin }: { body?: unknown; token?: string; origin?: string } = {},
  ) => {
    const response = await fetch(`${origin}/admin/v1${path}`, {
      method,
      headers: { ...(token !== '' && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the type of the body depends on the call
    return { status: response.status, body: (await response.json()) as any, headers: response.headers };
  };
  const place = `/accounts/${tested.accountId}`;
  /** Calls an operation of the account and returns the body of a success. */
  const of = async (method: string, path: string, body?: unknown) => {
    const answer = await call(method, place + path, { body });
    expect([method, path, answer]).toEqual([method, path, expect.objectContaining({ status: 200 })]);
    return answer.body;
  };
  const audit = () => lines.filter(({ admin }) => admin !== undefined);
  return { ...tested, server, clock, call, of, place, lines, audit };
}
