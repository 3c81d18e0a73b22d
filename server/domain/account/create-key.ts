import type { App } from '../../app/app.ts';
import { hashOf, randomText } from '../../base/secrets.ts';
import type { Tx } from '../../store/index.ts';

export interface NewKey {
  accountId: number;
  mode: 'live' | 'test';
  scopes?: readonly string[] | undefined;
  allowedIps?: readonly string[] | undefined;
  revoked?: boolean | undefined;
  requestsPerMinute?: number | undefined;
  name?: string | undefined;
  /** An existing key; if omitted, a new one is generated. */
  text?: string | undefined;
}

/** Creates a key and returns it, only this once: the database stores only a hash (§5.2). */
export async function createKey(app: App, tx: Tx, key: NewKey): Promise<string> {
  const text = key.text ?? `ww_${key.mode}_${randomText(41)}`;
  const now = app.monotonicNow();
  await tx.keys.insert(
    {
      accountId: key.accountId,
      mode: key.mode,
      hash: hashOf(text),
      scopes: key.scopes ?? null,
      allowedIps: key.allowedIps ?? null,
      revokedAt: key.revoked ? now : null,
      requestsPerMinute: key.requestsPerMinute ?? null,
      name: key.name ?? null,
    },
    now,
  );
  return text;
}
