import type { SendLast } from '../drivers/transact.ts';

/** How the effects of one kind are written. */
export interface EffectKind<Tx, Effect> {
  /**
   * Runs before anything is written. Returns the effects to write.
   *
   * @throws {StaleFacts} if the decisions no longer hold
   */
  prepare?(tx: Tx, effects: readonly Effect[]): Promise<readonly Effect[]>;
  /** Writes the effects of all requests, with one statement for each table. */
  write?(tx: Tx, effects: readonly Effect[]): Promise<unknown>;
  /** Whether the transaction needs the database's response to the effect before it can commit. @default false */
  needsResponse?(effect: Effect): boolean;
  /** True for effects that need several statements: they are written after all others, one kind after another. */
  isLast?: true;
}

/** Returns the functions that declare kinds of effects for transactions of one type. */
export const kindsFor = <Tx>() => ({
  /** Infers the type of a kind's effects. */
  effectKind: <Effect>(kind: EffectKind<Tx, Effect>): EffectKind<Tx, Effect> => kind,

  /** Returns a kind of effects that are written last, one after another. It is for rare ones. */
  singleEffect: <Effect>(write: (tx: Tx, effect: Effect) => Promise<unknown>): EffectKind<Tx, Effect> => ({
    async write(tx, effects) {
      for (const effect of effects) {
        await write(tx, effect);
      }
    },
    isLast: true,
  }),
});

/** The kinds of effects, in the order in which they are prepared and written. */
type Kinds = Readonly<Record<string, unknown>>;

/** The effects of one decision. A kind that is missing changes nothing. */
export type EffectsOf<All extends Kinds> = {
  [Name in keyof All]?: All[Name] extends EffectKind<infer _Tx, infer Effect> ? Effect[] : never;
};

type SomeEffects = Readonly<Record<string, readonly unknown[] | undefined>>;

/** Returns the effects of several decisions by kind, without kinds that have none. */
function effectsByKind(all: readonly SomeEffects[]): Record<string, unknown[]> {
  const byKind: Record<string, unknown[]> = {};
  for (const effects of all) {
    for (const name in effects) {
      for (const effect of effects[name] ?? []) {
        const known = byKind[name];
        if (known) {
          known.push(effect);
        } else {
          byKind[name] = [effect];
        }
      }
    }
  }
  return byKind;
}

/** Merges effects, kind by kind. */
export const mergeEffects = <Effects extends object>(...all: readonly Effects[]): Effects =>
  effectsByKind(all as unknown as readonly SomeEffects[]) as Effects;

/** Writes the effects of several decisions. On PostgreSQL, the statements share a round trip where that is possible. */
export async function writeEffects<All extends Kinds>(
  tx: { sendLast: SendLast },
  kinds: All,
  all: readonly EffectsOf<All>[],
): Promise<void> {
  const given = effectsByKind(all as readonly SomeEffects[]);
  const together: Writing[] = [];
  const last: Writing[] = [];
  let needsResponse = false;
  for (const name in kinds) {
    const effects = given[name];
    if (effects) {
      const kind = kinds[name] as EffectKind<unknown, unknown>;
      const prepared = kind.prepare ? await kind.prepare(tx, effects) : effects;
      (kind.isLast ? last : together).push({ kind, effects: prepared });
      needsResponse ||= kind.isLast === true || prepared.some((effect) => kind.needsResponse?.(effect));
    }
  }
  const write = () => Promise.all(together.map(({ kind, effects }) => kind.write?.(tx, effects)));
  if (!needsResponse) {
    return tx.sendLast(write);
  }
  await write();
  for (const { kind, effects } of last) {
    await kind.write?.(tx, effects);
  }
}

/** The effects of one kind that a transaction writes. */
interface Writing {
  kind: EffectKind<unknown, unknown>;
  effects: readonly unknown[];
}
