import { localIso } from '../../../output/local-time.ts';
import type { CommandContext } from '../../../program/context/context.ts';
import type { AccountFlags } from '../database.ts';
import { withOperatorOf } from '../operator.ts';

const COLUMNS = [
  'id',
  'mode',
  'scopes',
  'allowed_ips',
  'requests_per_minute',
  'created_at',
  'last_used_at',
  'revoked_at',
];

interface KeyFlags extends AccountFlags {
  mode: 'live' | 'test';
  scopes?: string[];
  allowedIps?: string[];
  requestsPerMinute?: number;
}

export const addKey = (
  { output, say }: CommandContext,
  { mode, scopes, allowedIps, requestsPerMinute, ...flags }: KeyFlags,
) =>
  withOperatorOf(flags, async (call, account) => {
    const limits = {
      ...(scopes && { scopes }),
      ...(allowedIps && { allowed_ips: allowedIps }),
      ...(requestsPerMinute !== undefined && { requests_per_minute: requestsPerMinute }),
    };
    await output.record(await call('createKey', { account, mode, ...limits }));
    say('The key is shown only this once; the database stores only its hash.');
  });

/** Omits the key and its hash: a key is shown only once, when it is created. */
export const listKeys = ({ output }: CommandContext, flags: AccountFlags) =>
  withOperatorOf(flags, async (call, account) => output.list((await call('listKeys', { account })).keys, COLUMNS));

interface RotateFlags extends AccountFlags {
  validFor: number;
}

/** The old key works on for a time, so that its users can change over. */
export const rotateKey = ({ output, say }: CommandContext, key: number, { validFor, ...flags }: RotateFlags) =>
  withOperatorOf(flags, async (call, account) => {
    const rotated = await call('rotateKey', { account, key, valid_seconds: validFor });
    await output.record(rotated);
    const until = localIso(rotated.replaces.revoked_at, { fraction: false });
    say(`The key is shown only this once. Key ${key} works until ${until}.`);
  });

export const revokeKey = ({ output }: CommandContext, key: number, flags: AccountFlags) =>
  withOperatorOf(flags, async (call, account) => output.record(await call('revokeKey', { account, key })));
