import type { App } from '../../app.ts';
import { hashOf, randomText } from '../../secrets.ts';
import type { Tx } from '../../store/index.ts';

export interface NewKey {
  accountId: number;
  mode: 'live' | 'test';
  scopes?: readonly string[] | undefined;
  allowedIps?: readonly string[] | undefined;
  revoked?: boolean | undefined;
  requestsPerMinute?: number | undefined;
  /** A key made before; a fresh one is made when it is omitted. */
  text?: string | undefined;
}

/** Makes a key and gives it, this once: it is stored only as a hash (§5.2). */
export async function createKey(app: App, tx: Tx, key: NewKey): Promise<string> {
  const text = key.text ?? `ww_${key.mode}_${randomText(41)}`;
  await tx.keys.insert(
    {
      accountId: key.accountId,
      mode: key.mode,
      hash: hashOf(text),
      scopes: key.scopes ?? null,
      allowedIps: key.allowedIps ?? null,
      revoked: key.revoked ?? false,
      requestsPerMinute: key.requestsPerMinute ?? null,
    },
    app.monotonicNow(),
  );
  return text;
}
