import { commandNames } from './program/tree/groups.ts';
import { asRun, detectCommandName } from './program/words/command-name.ts';

// In development mode React profiles itself, which slows screens down and keeps a record of every frame.
process.env.NODE_ENV ??= 'production';

// A closed pipe, as with `| head -1`, is not an error. Each command notices it and ends.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') {
    process.stderr.write(`wigwag: cannot write to stdout: ${error.message}\n`);
    process.exit(1);
  }
});

detectCommandName(process.env, commandNames());
const given = process.argv.slice(2);

/** Runs the command and sets the exit code. Errors go to stderr as readable text. */
async function run(): Promise<void> {
  const [{ createProgram, isSaid }, { profileLast }, { expandAlias }] = await Promise.all([
    import('./program/tree/program.ts'),
    import('./program/words/profile-last.ts'),
    import('./program/words/expand-alias.ts'),
  ]);
  let words = given;
  try {
    words = expandAlias(given);
    // Tables and screens read different variables to disable colors.
    if (process.env.NO_COLOR || words.includes('--no-color')) {
      Object.assign(process.env, { NO_COLOR: '1', FORCE_COLOR: '0' });
    }
    await (await createProgram(words)).parseAsync(profileLast(words), { from: 'user' });
  } catch (error) {
    if (isSaid(error) && error.exitCode === 0) {
      return;
    }
    const isJson = (await import('./program/words/json-wanted.ts')).isJsonWanted(words);
    if (isSaid(error) && !isJson) {
      process.exitCode = 2;
      return;
    }
    const { describe, exitCodeOf, isDryRun, isStopError, recordOf } = await import('./program/errors/exit-codes.ts');
    if (isDryRun(error)) {
      return;
    }
    process.exitCode = exitCodeOf(error);
    if (isJson) {
      process.stderr.write(`${asRun(JSON.stringify({ error: recordOf(error) }))}\n`);
    } else {
      for (const line of asRun(describe(error)).split('\n')) {
        process.stderr.write(`wigwag: ${line}\n`);
      }
    }
    if (isStopError(error)) {
      process.exit();
    }
  }
}

const [word = ''] = given;
const isAlone = given.length === 1;
const OVERVIEW = ['--help', '-h', 'help'];
const VERSION = ['--version', '-v', '-V', 'version'];
/** Shows the cockpit. Returns false if no server is known. */
async function openCockpit(): Promise<boolean> {
  try {
    return await (await import('./commands/cockpit/cockpit.ts')).runCockpit();
  } catch (error) {
    const { describe, exitCodeOf } = await import('./program/errors/exit-codes.ts');
    process.exitCode = exitCodeOf(error);
    for (const line of asRun(describe(error)).split('\n')) {
      process.stderr.write(`wigwag: ${line}\n`);
    }
    return true;
  }
}

const isCockpit = given.length === 0 && process.stdin.isTTY && process.stdout.isTTY && (await openCockpit());
// Print the overview and the version, which are used most, without loading any command.
if (isCockpit) {
  // The screen is closed.
} else if (given.length === 0 || (isAlone && OVERVIEW.includes(word))) {
  const [{ overview }, { listedAliases }] = await Promise.all([
    import('./program/tree/overview.ts'),
    import('./settings/aliases.ts'),
  ]);
  process.stdout.write(overview(listedAliases()));
} else if (isAlone && VERSION.includes(word)) {
  process.stdout.write(`${(await import('./program/context/version.ts')).version()}\n`);
} else {
  await run();
}
