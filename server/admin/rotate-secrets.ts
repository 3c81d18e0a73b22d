import type { App } from '../app.ts';
import { SEALED_COLUMNS, type Sealed } from '../store/sealed.ts';

/** What became of the sealed texts of a database. */
interface Rotation {
  /** Sealed with the key of now, by this call. */
  sealedAnew: number;
  /** They were sealed with it already. */
  current: number;
  /** Neither key opens them: where they stand, as `webhooks.secret 7`. They are left as they are. */
  unreadable: string[];
}

/** Returns how many encrypted values the database has. */
export const countSealed = (app: App): Promise<number> => app.store.read.sealed.count();

/** So many rows are written in one transaction. */
const BATCH = 100;

/**
 * Seals everything anew that was sealed with the previous key. Servers may run meanwhile that know both keys. Broken off at any
 * moment it loses nothing, and called again it goes on where it was.
 *
 * @param onDone told how many have been looked at
 */
export async function rotateSecrets(app: App, onDone: (count: number) => void = () => {}): Promise<Rotation> {
  const rotation: Rotation = { sealedAnew: 0, current: 0, unreadable: [] };
  const { vault } = app;
  let done = 0;

  const anewOf = (sealed: string): string | undefined => {
    try {
      return vault.seal(vault.open(sealed));
    } catch {
      return undefined;
    }
  };

  for (const where of SEALED_COLUMNS) {
    let after: Sealed['id'] | undefined;
    for (;;) {
      const batch = await app.store.transaction(async (tx) => {
        const rows = await tx.sealed.list(where, after, BATCH);
        const counts: Rotation = { sealedAnew: 0, current: 0, unreadable: [] };
        for (const row of rows) {
          const anew = vault.isCurrent(row.sealed) ? row.sealed : anewOf(row.sealed);
          if (anew === undefined) {
            counts.unreadable.push(`${where.table}.${where.column} ${row.id}`);
          } else if (anew !== row.sealed && (await tx.sealed.replace(where, row, anew))) {
            counts.sealedAnew += 1;
          } else {
            counts.current += 1; // what somebody puts there meanwhile is sealed with the key of now
          }
        }
        return { rows, counts };
      });
      rotation.sealedAnew += batch.counts.sealedAnew;
      rotation.current += batch.counts.current;
      rotation.unreadable.push(...batch.counts.unreadable);
      done += batch.rows.length;
      onDone(done);
      if (batch.rows.length < BATCH) {
        break;
      }
      after = batch.rows.at(-1)?.id;
    }
  }
  return rotation;
}
