import { countStatements } from './count-statements.ts';

/** Runs another program of this folder, and returns what it has executed for each message on its IPC channel. */
const [program = ''] = process.argv.splice(2, 1);
const executed = countStatements();
process.on('message', () => process.send?.(executed));
await import(`./${program}`);
