import fc from 'fast-check';
import type { ApiResponse } from '../../answer.ts';
import type { CaseContext } from '../../context.ts';
import { CaseFailure } from '../../verdict.ts';
import { isFew, TEXTS, type TextKind } from './values.ts';

/** What is wrong with the result of one value. */
export interface Wrong {
  what: string;
  expected: unknown;
  got: unknown;
  exchange?: ApiResponse;
}

/** Tries values, and returns for each what is wrong with its result. Its values are distinct. */
export type TryValues<T> = (values: readonly T[]) => Promise<(Wrong | undefined)[]>;

/** How many random values join the fixed ones: in each run, and in a round of `--explore`. */
const RANDOM = { run: 4, explore: 40 };
const SHRINKS_AT_MOST = 60;

/** Returns whether a text has something to see and no control characters. */
export const isPlain = (text: string): boolean =>
  /[^\s\p{C}\p{M}]/u.test(text) && !/[\p{Cc}\p{Cs}\p{Cn}\p{Co}]/u.test(text);

/** Generates texts of a kind: joined pieces of the fixed ones, and characters of all scripts. */
function textsOf(kind: TextKind): fc.Arbitrary<string> {
  const longest = kind === 'label' ? 20 : 300;
  const piece = fc.oneof(
    fc.constantFrom<string>(...TEXTS[kind]),
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
  );
  return fc
    .array(piece, { minLength: 1, maxLength: 4 })
    .map((pieces) => pieces.join(' '))
    .map((text) => (text.length <= longest ? text : (text.match(/^.{0,20}?(?=\s|$)/u)?.[0] ?? text)))
    .filter((text) => text.length <= longest && isPlain(text) && !/ {5}/.test(text));
}

/** Returns the fixed texts of a kind, and random ones that the seed of the run determines. */
export function texts(t: CaseContext, kind: TextKind, fits: (text: string) => boolean = () => true): string[] {
  return withRandom(t, kind, TEXTS[kind], RANDOM.run).filter(fits);
}

/** Like `texts`, with few fixed texts, for a field that the server handles like others. `--explore` uses all of them. */
export function fewTexts(t: CaseContext, kind: TextKind, fits: (text: string) => boolean = () => true): string[] {
  const fixed: readonly string[] = TEXTS[kind];
  return withRandom(t, kind, t.session.explores ? fixed : fixed.filter(isFew), 1).filter(fits);
}

function withRandom({ session }: CaseContext, kind: TextKind, fixed: readonly string[], inRun: number): string[] {
  const { seed, explores } = session;
  return [...new Set([...fixed, ...fc.sample(textsOf(kind), { seed, numRuns: explores ? RANDOM.explore : inRun })])];
}

/**
 * Checks texts in one go. If one has a wrong result, looks for the smallest text that also has.
 *
 * @throws {CaseFailure} with that text
 */
export async function checkTexts(
  t: CaseContext,
  values: readonly string[],
  attempt: TryValues<string>,
  fits: (text: string) => boolean = isPlain,
): Promise<void> {
  const found = await attempt(values);
  const at = found.findIndex((wrong) => wrong !== undefined);
  if (at < 0) {
    return;
  }
  const first = values[at] as string;
  let smallest = { value: first, wrong: found[at] as Wrong };
  let tries = 0;
  await fc.check(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (value) => {
      if (tries >= SHRINKS_AT_MOST || !fits(value)) {
        return true;
      }
      tries++;
      const [wrong] = await attempt([value]).catch(() => []);
      if (wrong) {
        smallest = { value, wrong };
      }
      return wrong === undefined;
    }),
    { examples: [[first]], numRuns: 1, seed: t.session.seed },
  );
  const { value, wrong } = smallest;
  throw new CaseFailure(`${wrong.what}, with ${JSON.stringify(value)}`, {
    expected: wrong.expected,
    got: wrong.got,
    exchange: wrong.exchange,
  });
}
