import { distance } from 'fastest-levenshtein';

/** What begins with WIGWAG_ and is read by other programs of wigwag: the command line, jobs of CI, tests. */
const OF_OTHERS = [
  'WIGWAG_ACCESS_TOKEN',
  'WIGWAG_API_KEY',
  'WIGWAG_APP_SECRET',
  'WIGWAG_BASE_URL',
  'WIGWAG_COMMIT',
  'WIGWAG_CONFORMANCE',
  'WIGWAG_CONTROL_URL',
  'WIGWAG_FLOW_STORIES',
  'WIGWAG_MUTANTS',
  'WIGWAG_PROFILE',
  'WIGWAG_SIGNING_SECRET',
];

/** From this length on a name may be wrong in two letters: `WIGWAG_HOME` is none of ours, and no misspelt `WIGWAG_HOST`. */
const LONG_NAME = 16;

const lettersOf = (name: string): string => [...name].sort().join('');

function isMisspelt(name: string, meant: string): boolean {
  const upper = name.toUpperCase();
  return distance(upper, meant) <= (meant.length < LONG_NAME ? 1 : 2) || lettersOf(upper) === lettersOf(meant);
}

/**
 * Looks for variables that somebody set in vain.
 *
 * @param names of the variables that are set
 * @param own those that the server reads
 * @returns `misspelt`: those that plainly stand for one of the server's; `unknown`: whatever else begins with WIGWAG_ and no program reads
 */
export function strayVariables(
  names: readonly string[],
  own: readonly string[],
): { misspelt: { name: string; meant: string }[]; unknown: string[] } {
  const strays = names.filter((name) => !own.includes(name) && !OF_OTHERS.includes(name));
  const misspelt = strays.flatMap((name) => {
    const meant = own.find((known) => isMisspelt(name, known));
    return meant === undefined ? [] : [{ name, meant }];
  });
  const isMeant = new Set(misspelt.map(({ name }) => name));
  return { misspelt, unknown: strays.filter((name) => /^wigwag_/i.test(name) && !isMeant.has(name)) };
}
