import { admin, isoOf } from '@wigwag/server';
import type { Context } from '../../../program/context.ts';
import { type AccountFlags, withAccount } from '../database.ts';

const COLUMNS = ['id', 'mode', 'scopes', 'allowed_ips', 'requests_per_minute', 'created_at', 'revoked_at'];

interface KeyFlags extends AccountFlags {
  mode: 'live' | 'test';
  scopes?: string[];
  allowedIps?: string[];
  requestsPerMinute?: number;
}

export const addKey = ({ output, say }: Context, { account, ...key }: KeyFlags) =>
  withAccount({ account }, async (app, accountId) => {
    await output.record(await admin.createKey(app, { ...key, accountId }));
    say('The key is shown only this once; the database stores only its hash.');
  });

/** Omits the key and its hash: a key is shown only once, when it is created. */
export const listKeys = ({ output }: Context, flags: AccountFlags) =>
  withAccount(flags, async (app, accountId) => {
    const keys = await admin.listKeys(app, accountId);
    await output.list(
      keys.map(({ id, mode, scopes, allowedIps, requestsPerMinute, createdAt, revokedAt }) => ({
        id,
        mode,
        scopes: scopes ?? ['*'], // the form in which GET /me shows full access
        allowed_ips: allowedIps ?? ['*'],
        requests_per_minute: requestsPerMinute,
        created_at: isoOf(createdAt),
        revoked_at: revokedAt === null ? null : isoOf(revokedAt),
      })),
      COLUMNS,
    );
  });

export const revokeKey = ({ output }: Context, keyId: number, flags: AccountFlags) =>
  withAccount(flags, async (app, accountId) => {
    await admin.revokeKey(app, accountId, keyId);
    await output.record({ id: keyId, revoked: true });
  });
