import { createProgram, isSaid } from './program.ts';

// A reader that leaves early, as `| head -1` does, is no fault: what runs ends in its own way.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') {
    throw error;
  }
});

/** Runs the command and sets the exit code; errors are for people, on stderr. */
try {
  await createProgram().parseAsync();
} catch (error) {
  if (isSaid(error)) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else {
    const { describe, exitCodeOf } = await import('./exit-codes.ts');
    for (const line of describe(error).split('\n')) {
      process.stderr.write(`wigwag: ${line}\n`);
    }
    process.exitCode = exitCodeOf(error);
  }
}
