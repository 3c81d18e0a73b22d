import { admin, isoOf } from '@wigwag/server';
import { type Output, print, printer, withAdmin } from '../database.ts';

export const addKey = (
  flags: Output & {
    account: string;
    mode: 'live' | 'test';
    scopes?: string[];
    allowedIps?: string[];
    requestsPerMinute?: number;
  },
) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    print(flags, await admin.createKey(app, { ...flags, accountId }));
    process.stderr.write('The key is shown only this once; the database stores only its hash.\n');
  });

/** Omits the key and its hash: a key is shown only once, when it is created. */
export const listKeys = (flags: Output & { account: string }) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    const printNext = printer(flags);
    for (const key of await admin.listKeys(app, accountId)) {
      const { id, mode, scopes, allowedIps, requestsPerMinute, createdAt, revokedAt } = key;
      printNext({
        id,
        mode,
        scopes: scopes ?? ['*'], // the form in which GET /me shows full access
        allowed_ips: allowedIps ?? ['*'],
        requests_per_minute: requestsPerMinute,
        created_at: isoOf(createdAt),
        revoked_at: revokedAt === null ? null : isoOf(revokedAt),
      });
    }
  });

export const revokeKey = (keyId: number, flags: Output & { account: string }) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    await admin.revokeKey(app, accountId, keyId);
    print(flags, { id: keyId, revoked: true });
  });
