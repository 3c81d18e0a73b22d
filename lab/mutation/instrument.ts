import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
/** What a run has made and found so far. It is kept between runs. */
export const STATE = join(import.meta.dirname, '.state');
/** The instrumented sources, which the server's process reads. */
export const INSTRUMENTED = join(STATE, 'instrumented.json');

/** The folders with rules of the specification. */
const RULES = ['server/domain', 'server/worker', 'server/providers', 'server/http/plugins'];

/** One change of one expression or statement. */
export interface Mutant {
  /** The file, its place, the kind of change and the new text: the same as long as these do not change. */
  key: string;
  /** The number by which the instrumented sources know it. */
  id: string;
  /** The path from the project's folder. */
  file: string;
  line: number;
  /** The source line, without indentation. */
  code: string;
  kind: string;
  original: string;
  replacement: string;
  /** Why it is not tried. */
  ignored?: string;
}

export interface Instrumented {
  /** The hash of the sources that were instrumented. */
  hash: string;
  /** The instrumented text of each file, by its path from the project's folder. */
  sources: Record<string, string>;
  mutants: Mutant[];
}

/** A position in a source. Lines and columns count from 0. */
interface Place {
  line: number;
  column: number;
}

interface BabelNode {
  type: string;
  value?: unknown;
  quasis?: { value: { raw: string } }[];
}

/** Says of a node of the syntax tree why it is not changed. */
interface Ignorer {
  shouldIgnore(path: { node: BabelNode }): string | undefined;
}

/** What is used here of StrykerJS's instrumenter, which only this command installs. */
interface StrykerInstrumenter {
  Instrumenter: new (
    logger: Record<string, (...args: unknown[]) => unknown>,
  ) => {
    instrument(
      files: readonly { name: string; content: string; mutate: boolean }[],
      options: { plugins: null; excludedMutations: string[]; ignorers: Ignorer[] },
    ): Promise<{
      files: { name: string; content: string }[];
      mutants: {
        id: string;
        fileName: string;
        mutatorName: string;
        replacement: string;
        location: { start: Place; end: Place };
        status?: string;
        statusReason?: string;
      }[];
    }>;
  };
}

/** Text for people, of which the specification says nothing: messages, fixes and lines of the log. */
const prose: Ignorer = {
  shouldIgnore({ node: { type, value, quasis = [] } }) {
    const text = type === 'StringLiteral' ? String(value) : quasis.map((quasi) => quasi.value.raw).join('');
    return text.split(' ').length > 3 ? 'text for people' : undefined;
  },
};

const LOGGER = Object.fromEntries(
  ['isDebugEnabled', 'debug', 'info', 'warn', 'error', 'fatal', 'trace'].map((name) => [name, () => false]),
);

/** Returns the text between two places. */
function textBetween(lines: readonly string[], start: Place, end: Place): string {
  const text = lines.slice(start.line, end.line + 1);
  text[text.length - 1] = (text.at(-1) ?? '').slice(0, end.column);
  text[0] = (text[0] ?? '').slice(start.column);
  return text.join('\n');
}

/** Returns the paths of the sources with rules. */
function ruleFiles(): string[] {
  return RULES.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT }))
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .sort();
}

/**
 * Puts every mutation of the rules into one copy of the sources, which is switched at run time. The result is kept, and
 * made again when a source has changed.
 */
export async function instrument(): Promise<Instrumented> {
  const files = ruleFiles().map((name) => ({ name, content: readFileSync(join(ROOT, name), 'utf8') }));
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex');
  if (existsSync(INSTRUMENTED)) {
    const kept = JSON.parse(readFileSync(INSTRUMENTED, 'utf8')) as Instrumented;
    if (kept.hash === hash) {
      return kept;
    }
  }
  // Not a literal, because the compiler need not find a module that other commands do without.
  const name = '@stryker-mutator/instrumenter';
  const { Instrumenter } = (await import(name)) as StrykerInstrumenter;
  const instrumented = await new Instrumenter(LOGGER).instrument(
    files.map((file) => ({ ...file, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [prose] },
  );
  const linesOf = new Map(files.map(({ name, content }) => [name, content.split('\n')]));
  const counts = new Map<string, number>();
  const mutants = instrumented.mutants.map(({ id, fileName: file, location, mutatorName, replacement, ...rest }) => {
    const lines = linesOf.get(file) ?? [];
    const original = textBetween(lines, location.start, location.end);
    const code = lines[location.start.line]?.trim() ?? '';
    const stem = [file, mutatorName, original, replacement].join('\0');
    const nth = (counts.get(stem) ?? 0) + 1;
    counts.set(stem, nth);
    const key = createHash('sha256').update(`${stem}\0${nth}`).digest('hex').slice(0, 12);
    return {
      ...{ key, id, file, line: location.start.line + 1, code, kind: mutatorName, original, replacement },
      ...(rest.status === 'Ignored' && { ignored: rest.statusReason ?? 'ignored' }),
    };
  });
  const sources = Object.fromEntries(instrumented.files.map(({ name, content }) => [name, content]));
  mkdirSync(STATE, { recursive: true });
  writeFileSync(INSTRUMENTED, JSON.stringify({ hash, sources, mutants } satisfies Instrumented));
  return { hash, sources, mutants };
}
