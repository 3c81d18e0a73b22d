import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import {
  badge,
  CASES,
  CLAUSES,
  changes,
  exitCodeOf,
  gradeReceiver,
  htmlReport,
  isMeant,
  junitReport,
  matrix,
  printable,
  type Report,
  readReport,
  readTarget,
  repeatScript,
  requireKnown,
  run,
  type Target,
  terminalReport,
  trustAuthority,
  WATCHED,
} from '@wigwag/conformance';
import { UsageError } from '../../program/errors/errors.ts';
import { EXIT_CODES } from '../../program/errors/exit-codes.ts';
import { untilStopped } from '../../program/process/signals.ts';

export interface ConformanceFlags {
  target?: string;
  database?: string;
  only?: string[];
  clause?: string[];
  list?: boolean;
  seed: number;
  bail?: boolean;
  strict?: boolean;
  junit?: string;
  json?: string;
  html?: string;
  badge?: string;
  repeat?: string;
  explore?: number;
  ca?: string;
}

/** This file name means stdout, from which the next command of a pipe reads. The summary then goes to stderr. */
const STDOUT = '-';

/** `wigwag conformance`: tests a target, or our own server. */
export async function runConformance(flags: ConformanceFlags): Promise<void> {
  const only = [...(flags.only ?? []), ...(flags.clause ?? [])];
  if (flags.list) {
    list(only);
    return;
  }
  if (flags.target !== undefined && flags.database !== undefined) {
    throw new UsageError('--database applies to the local server: use it without --target');
  }
  checkFiles(flags);
  checkWritable(flags.repeat);
  trust(flags);
  const interrupt = new AbortController();
  let judging = false;
  let incomplete = false;
  void untilStopped().then((signal) => {
    // A user who closes the pipe early may still want the report files.
    if (signal === 'SIGPIPE') {
      return;
    }
    if (!judging) {
      process.exit(EXIT_CODES.interrupted);
    }
    interrupt.abort();
  });
  const own = flags.target === undefined ? await startOwn(flags.database) : undefined;
  try {
    const target = own?.target ?? readTarget(flags.target ?? '', process.env);
    judging = true;
    const { signal } = interrupt;
    const report = await run(target, {
      only,
      seed: flags.seed,
      bail: flags.bail,
      ...(flags.explore !== undefined && { exploreMilliseconds: flags.explore * 60_000 }),
      // Our own server ends with the run.
      deleteAccounts: own === undefined,
      signal,
      onProgress: progress(),
    });
    writeReports(report, flags);
    writeScript(report, flags.repeat);
    incomplete = report.incomplete !== undefined;
    process.exitCode = exitCodeOf(report, flags.strict ?? false);
  } finally {
    await own?.stop();
    if (interrupt.signal.aborted) {
      process.exit(EXIT_CODES.interrupted);
    }
  }
  if (incomplete) {
    // Otherwise in-flight cases would keep the process alive until their responses arrive.
    process.exit();
  }
}

/** Trusts the certificate authorities of `--ca`. @throws {TargetError} if the file has none */
export function trust({ ca }: { ca?: string | undefined }): void {
  if (ca !== undefined) {
    trustAuthority(ca);
  }
}

type ReportFiles = Pick<ConformanceFlags, 'json' | 'junit' | 'html' | 'badge'>;

const onStdout = ({ json, junit, html, badge }: ReportFiles): number =>
  [json, junit, html, badge].filter((file) => file === STDOUT).length;

/** @throws {UsageError} if a report cannot be written */
export function checkFiles(files: ReportFiles): void {
  [files.json, files.junit, files.html, files.badge].forEach(checkWritable);
  if (onStdout(files) > 1) {
    throw new UsageError('only one of --json, --junit, --html and --badge can be - (stdout)');
  }
}

/** Prints the summary, and writes the reports. */
export function writeReports(report: Report, files: ReportFiles): void {
  (onStdout(files) > 0 ? process.stderr : process.stdout).write(terminalReport(report));
  for (const [file, text] of [
    [files.json, () => `${JSON.stringify(report, null, 2)}\n`],
    [files.junit, () => junitReport(report)],
    [files.html, () => htmlReport(report)],
    [files.badge, () => badge(report)],
  ] as const) {
    if (file !== undefined) {
      write(file, text());
    }
  }
}

/** Writes the script that repeats the first failure, if there is one. */
function writeScript(report: Report, file: string | undefined): void {
  const script = file === undefined ? undefined : repeatScript(report);
  if (file !== undefined && script !== undefined) {
    write(file, script);
  }
}

/** Prints one line of JSON for each clause: its text and the cases that test it. */
function list(only: readonly string[]): void {
  requireKnown(only);
  for (const { id, section, level, text, unobservable } of CLAUSES.values()) {
    if (isMeant(id, only)) {
      const cases = CASES.filter(({ clauses }) => clauses.includes(id)).map(({ name }) => name);
      const all = WATCHED.has(id) ? [...cases, `${id} (every exchange)`] : cases;
      process.stdout.write(
        `${JSON.stringify({ id, section, level, text, ...(unobservable && { unobservable }), cases: all })}\n`,
      );
    }
  }
}

/** Checks before the run, because a run without a report is wasted. @throws {UsageError} if a write would fail */
function checkWritable(file: string | undefined): void {
  if (file === undefined || file === STDOUT) {
    return;
  }
  const there = statSync(file, { throwIfNoEntry: false });
  try {
    if (there?.isDirectory()) {
      throw new Error('it is a folder');
    }
    accessSync(there ? file : dirname(file), constants.W_OK);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}`);
  }
}

function write(file: string, text: string): void {
  if (file === STDOUT) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${(error as Error).message}`);
  }
}

/** Shows progress on stderr: one updated line on a terminal, a line after each tenth of the cases elsewhere. */
export function progress(): (at: { done: number; total: number; failed: number; last: string }) => void {
  const { stderr } = process;
  return ({ done, total, failed, last }) => {
    const said = `${done} of ${total} cases${failed > 0 ? `, ${failed} did not pass` : ''}`;
    if (stderr.isTTY) {
      stderr.write(done === total ? '\r\u001b[K' : `\r\u001b[K${said}: ${last}`.slice(0, stderr.columns));
    } else if (Math.floor((done * 10) / total) > Math.floor(((done - 1) * 10) / total)) {
      stderr.write(`${said}\n`);
    }
  };
}

/** Starts our own server as a separate process with a clock that the cases can move. */
async function startOwn(database: string | undefined): Promise<{ target: Target; stop(): Promise<void> }> {
  const bin = fileURLToPath(new URL('bin/wigwag.js', import.meta.resolve('@wigwag/cli/package.json')));
  const flags = ['--json', '--memory', '--clock', 'virtual', '--port', '0', '--mock-port', '0', '--control-port', '0'];
  const server: ChildProcess = spawn(
    process.execPath,
    [bin, 'dev', ...flags, ...(database ? ['--database', database] : [])],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { WIGWAG_LOG_LEVEL: 'error', ...process.env },
    },
  );
  // Unless this process is killed, the child ends with it.
  process.once('exit', () => server.kill('SIGTERM'));
  const exited = once(server, 'exit');
  const line = once(createInterface({ input: server.stdout as NodeJS.ReadableStream }), 'line');
  const [told] = await Promise.race([line, exited.then(() => [undefined])]);
  if (typeof told !== 'string') {
    throw new UsageError('the local server did not start; see its output above');
  }
  const { base_url, control_url } = JSON.parse(told) as Target;
  return {
    target: { base_url, control_url },
    async stop() {
      server.kill('SIGTERM');
      await exited;
    },
  };
}

/** `wigwag conformance diff`. */
export async function runDiff(before: string, after: string): Promise<void> {
  const found = changes(readReport(before), readReport(after));
  for (const { id, text, before: was, after: is } of found) {
    process.stdout.write(`${printable(`${was} -> ${is}  ${id}: ${text}`)}\n`);
  }
  process.stdout.write(found.length === 0 ? 'nothing changed\n' : `${found.length} changed\n`);
  process.exitCode = found.some(({ worse }) => worse) ? 1 : 0;
}

/** `wigwag conformance matrix`. */
export async function runMatrix(files: readonly string[], html: string): Promise<void> {
  write(html, matrix(files.map((name) => ({ name, report: readReport(name) }))));
}

export interface GradeFlags {
  url: string;
  secret: string;
  previousSecret?: string;
  retiredSecret?: string;
  statusUrl?: string;
  json?: boolean;
  badge?: string;
  ca?: string;
}

/** Returns a secret; `env:NAME` reads an environment variable. @throws {UsageError} if the variable is not set */
function secretOf(option: string, given: string): string {
  const variable = /^env:(.+)$/.exec(given)?.[1];
  const value = variable === undefined ? given : process.env[variable];
  if (value === undefined || value === '') {
    throw new UsageError(`${option} takes its value from ${variable}, which is not set`);
  }
  return value;
}

/** `wigwag conformance receiver`. */
export async function runGrade(flags: GradeFlags): Promise<void> {
  const { url, secret, previousSecret, retiredSecret, statusUrl, json, badge: file, ca } = flags;
  checkWritable(file);
  trust({ ca });
  if (statusUrl !== undefined && !(statusUrl.includes('{id}') && URL.canParse(statusUrl))) {
    throw new UsageError('--status-url must be a URL with {id}, such as http://127.0.0.1:4000/messages/{id}');
  }
  const grades = await gradeReceiver(url, secretOf('--secret', secret), {
    ...(previousSecret !== undefined && { previousSecret: secretOf('--previous-secret', previousSecret) }),
    ...(retiredSecret !== undefined && { retiredSecret: secretOf('--retired-secret', retiredSecret) }),
    ...(statusUrl !== undefined && { statusUrl }),
    onGrade: ({ rule, verdict, text, got }) => {
      process.stdout.write(
        json
          ? `${JSON.stringify({ rule, verdict, text, got })}\n`
          : `${verdict.padEnd(5)} ${rule}: ${text}${verdict === 'pass' ? '' : `; ${got}`}\n`,
      );
    },
  });
  if (grades.every(({ rule, verdict }) => !rule.startsWith('takes-') || verdict === 'fail')) {
    process.stderr.write(
      'wigwag: the receiver accepted no signed delivery: check that --secret is the secret that it verifies with\n',
    );
  }
  const count = (wanted: string): number => grades.filter(({ verdict }) => verdict === wanted).length;
  if (file !== undefined) {
    const none = { untestable: 0, error: 0, known: 0, unobservable: 0 };
    write(file, badge({ totals: { ...none, pass: count('pass'), fail: count('fail'), warn: count('warn') } }));
  }
  process.exitCode = count('fail') > 0 ? 1 : 0;
}
