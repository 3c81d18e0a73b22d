import { adminDocument } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { hashOf, randomText } from '../../base/secrets.ts';
import { MICROSECONDS } from '../../base/time.ts';
import type { Account } from '../../store/account/accounts.ts';
import { effectsRule } from '../../store/effects.ts';
import type { Tx } from '../../store/index.ts';
import type { Login } from '../../store/logins/logins.ts';
import type { Session } from '../../store/logins/sessions.ts';
import type { Agent } from '../../store/reports/agents.ts';

const { 'x-idle-hours': IDLE_HOURS, 'x-days': DAYS } = adminDocument.components.securitySchemes.session;

/** A session that may be used, and who uses it. */
export interface ActiveSession {
  session: Session;
  login: Login;
  /** undefined for an operator of the installation. */
  account: Account | undefined;
  agent: Agent | undefined;
  /** When the session ends, even if it is used. */
  expiresAt: number;
}

/** The client that logs in. */
export interface LoginClient {
  address: string;
  userAgent: string | undefined;
}

/** The length of the random part of cookies and links: 256 bits. */
const TOKEN_LENGTH = 43;
/** The stored part of a User-Agent. */
const USER_AGENT_LENGTH = 200;
/** `seen_at` is written at most this often. */
const SEEN_EVERY = MICROSECONDS.minute;

export const newToken = (): string => randomText(TOKEN_LENGTH);

/** Starts a session and returns the value of its cookie, only this once: the database stores only a hash. */
export async function startSession(app: App, tx: Tx, login: Login, client: LoginClient): Promise<string> {
  const token = newToken();
  const now = app.monotonicNow();
  await tx.sessions.insert({
    accountId: login.accountId,
    loginId: login.id,
    hash: hashOf(token),
    address: client.address,
    userAgent: client.userAgent?.slice(0, USER_AGENT_LENGTH) ?? null,
    createdAt: now,
  });
  await tx.logins.update(login.id, { lastLoginAt: now });
  return token;
}

/** Returns the session of a cookie; undefined if it has ended, or if its login or its agent may no longer log in. */
export async function findSession(app: App, token: string): Promise<ActiveSession | undefined> {
  const { sessions, logins, accounts, agents } = app.store.read;
  const session = await sessions.findByHash(hashOf(token));
  const expiresAt = session && expiryOf(session);
  const now = app.now();
  if (!session || !expiresAt || expiresAt <= now || session.seenAt + IDLE_HOURS * MICROSECONDS.hour <= now) {
    return undefined;
  }
  const login = await logins.find(session.loginId);
  if (!login || login.isDisabled) {
    return undefined;
  }
  const { accountId, agentId } = login;
  const account = accountId === null ? undefined : await accounts.find(accountId);
  const agent = accountId === null || agentId === null ? undefined : await agents.find(accountId, agentId);
  if ((accountId !== null && !account) || (agentId !== null && !agent?.isActive)) {
    return undefined;
  }
  return { session, login, account, agent, expiresAt };
}

const recordUse = effectsRule({ isDurable: false });

/** Records that a session is in use. */
export async function touchSession(app: App, { hash, seenAt }: Session): Promise<void> {
  const now = app.now();
  if (now - seenAt >= SEEN_EVERY) {
    await app.store.batch(recordUse, { usedSessions: [{ hash, at: now }] });
  }
}

/** Returns the sessions that may be used, of an account or of one of its logins. */
export function listSessions(app: App, owner: { accountId: number | null; loginId?: number }): Promise<Session[]> {
  const now = app.now();
  return app.store.read.sessions.list(owner, {
    createdAfter: now - DAYS * MICROSECONDS.day,
    seenAfter: now - IDLE_HOURS * MICROSECONDS.hour,
  });
}

/** Returns when a session ends, even if it is used. */
const expiryOf = ({ createdAt }: Session): number => createdAt + DAYS * MICROSECONDS.day;
