import { distance } from 'fastest-levenshtein';

/** Variables with the prefix WIGWAG_ that other programs read: the CLI, CI jobs, tests and the examples in docs/. */
const OF_OTHERS = [
  'WIGWAG_ACCESS_TOKEN',
  'WIGWAG_ADMIN_URL',
  'WIGWAG_API_KEY',
  'WIGWAG_APP_SECRET',
  'WIGWAG_BROKER_PASSWORD',
  'WIGWAG_BASE_URL',
  'WIGWAG_COMMIT',
  'WIGWAG_CONFORMANCE',
  'WIGWAG_CONTROL_URL',
  'WIGWAG_FLOW_STORIES',
  'WIGWAG_LOG',
  'WIGWAG_MOCK_URL',
  'WIGWAG_MUTANTS',
  'WIGWAG_PROFILE',
  'WIGWAG_SIGNING_SECRET',
  'WIGWAG_TEST_KEY',
  'WIGWAG_URL',
  'WIGWAG_WEBHOOK_SECRET',
];

/**
 * From this length on, a name with two wrong letters counts as a misspelling. `WIGWAG_HOME` is shorter, so it does not
 * count as a misspelled `WIGWAG_HOST`.
 */
const LONG_NAME = 16;

const lettersOf = (name: string): string => [...name].sort().join('');

function isMisspelt(name: string, meant: string): boolean {
  const upper = name.toUpperCase();
  return distance(upper, meant) <= (meant.length < LONG_NAME ? 1 : 2) || lettersOf(upper) === lettersOf(meant);
}

/**
 * Finds variables that are set without effect.
 *
 * @param names the names of the variables that are set
 * @param own the names that the server reads
 * @returns `misspelt`: variables that are clearly meant to be one of the server's; `unknown`: other names with the
 * prefix WIGWAG_ that no program reads
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
