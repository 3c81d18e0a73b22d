/** How a package manager runs the command of an installed package, by the name in its user agent. */
const RUNNERS: Record<string, string> = {
  npm: 'npx wigwag',
  pnpm: 'pnpm exec wigwag',
  yarn: 'yarn wigwag',
  bun: 'bunx wigwag',
};

/** For a package that `npx` downloaded to its cache: `npx wigwag` would download another package, named `wigwag`. */
const DOWNLOADED = 'npx @wigwag/cli';

let command = 'wigwag';
/** The beginning of a command, up to its first word. */
let beginning = /wigwag /g;

/**
 * Finds out how the user runs this program. Package managers set `npm_config_user_agent`; without it, `wigwag` is on
 * the user's path.
 *
 * @param names the top-level commands
 */
export function detectCommandName(environment: NodeJS.ProcessEnv, names: readonly string[]): void {
  const { npm_config_user_agent: agent = '' } = environment;
  const manager = agent.split('/')[0] ?? '';
  const isDownloaded = manager === 'npm' && /[\\/]_npx[\\/]/.test(import.meta.url);
  command = isDownloaded ? DOWNLOADED : (Object.hasOwn(RUNNERS, manager) && RUNNERS[manager]) || command;
  beginning = new RegExp(
    `(?<![\\w@/.-]|\\b(?:npx|exec|yarn|bunx) )wigwag (?=(${names.join('|')})\\b|<command>|--)`,
    'g',
  );
}

/** Returns a text in which every command of wigwag starts the way the user runs it, such as `npx wigwag`. */
export const asRun = (text: string): string =>
  command === 'wigwag' ? text : text.replace(beginning, () => `${command} `);
