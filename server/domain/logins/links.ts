import { adminDocument } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { hashOf } from '../../base/secrets.ts';
import { MICROSECONDS } from '../../base/time.ts';
import type { Tx } from '../../store/index.ts';
import type { LinkKind, LoginLink } from '../../store/logins/links.ts';
import type { Login } from '../../store/logins/logins.ts';
import { newToken } from './sessions.ts';

/** How long a link works. An entry logs in without a password, so it works only for a short time. */
const VALID_HOURS: Record<LinkKind, number> = {
  invitation: adminDocument.components.schemas.LoginLink['x-valid-hours'],
  reset: adminDocument.components.schemas.LoginLink['x-valid-hours'],
  entry: 1,
};

/** A new link. Its token is returned only here, because the database stores only a hash. */
export interface NewLink {
  token: string;
  /** In microseconds since the epoch. */
  expiresAt: number;
}

/** Creates a one-time link for a login. Earlier links of the login stop working. */
export async function createLink(app: App, tx: Tx, login: Login, kind: LinkKind): Promise<NewLink> {
  const token = newToken();
  const now = app.monotonicNow();
  const expiresAt = now + VALID_HOURS[kind] * MICROSECONDS.hour;
  await tx.loginLinks.deleteOfLogin(login.id);
  await tx.loginLinks.insert(
    { accountId: login.accountId, hash: hashOf(token), loginId: login.id, kind, expiresAt },
    now,
  );
  return { token, expiresAt };
}

/** Returns the link of a token; undefined if it is unknown, used or expired. */
export async function findLink(app: App, tx: Tx, token: string): Promise<LoginLink | undefined> {
  const link = await tx.loginLinks.find(hashOf(token));
  return link && link.usedAt === null && link.expiresAt > app.now() ? link : undefined;
}

/** Returns the address at which a person uses a link. The token follows the #, which browsers do not send, so no server logs it. */
export const urlOfLink = (app: App, { token }: NewLink): string => `${app.publicUrl()}/dashboard/#link=${token}`;
