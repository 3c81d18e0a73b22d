import { type Profiler, Session } from 'node:inspector/promises';
import { countStatements } from './count-statements.ts';

/** What a process did between two messages on its IPC channel. */
export interface Trace {
  /** The calls of each function of this repository, by file and function. */
  calls: { file: string; name: string; count: number }[];
  /** All statements, in order. */
  statements: string[];
}

/** Runs another program of this folder. Each message on its IPC channel returns the trace since the last one. */
const [program = ''] = process.argv.splice(2, 1);
const statements: string[] = [];
countStatements((sql) => statements.push(sql));
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

const ROOT = new URL('../../../../', import.meta.url).href;
const isOwn = ({ url }: Profiler.ScriptCoverage) =>
  url.startsWith(ROOT) && !url.includes('node_modules') && !url.startsWith(`${ROOT}lab`);

process.on('message', async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const calls = result.filter(isOwn).flatMap(({ url, functions }) =>
    functions.flatMap(({ functionName: name, ranges }) => {
      const count = ranges[0]?.count ?? 0;
      return count > 0 ? [{ file: url.slice(ROOT.length), name, count }] : [];
    }),
  );
  process.send?.({ calls, statements: statements.splice(0) } satisfies Trace);
});
await import(`./${program}`);
