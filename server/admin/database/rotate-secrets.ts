import type { App } from '../../app/app.ts';
import { SEALED_COLUMNS, type Sealed } from '../../store/sealed.ts';

/** The result of rotating the encrypted values of a database. */
interface Rotation {
  /** How many values this call encrypted with the current key. */
  sealedAnew: number;
  /** How many values were already encrypted with the current key. */
  current: number;
  /** Values that neither key decrypts, such as `webhooks.secret 7`. They stay unchanged. */
  unreadable: string[];
}

/** Returns how many encrypted values the database contains. */
export const countSealed = (app: App): Promise<number> => app.store.read.sealed.count();

/** The number of rows per transaction. */
const BATCH = 100;

/**
 * Encrypts all values of the previous key again with the current key. Servers that know both keys may be running. An
 * interruption loses nothing, and the next call continues.
 *
 * @param onDone called with the number of values that have been checked
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
            counts.current += 1; // values stored during the rotation have the current key
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
