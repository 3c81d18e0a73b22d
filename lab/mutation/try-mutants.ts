import { type Report, run } from '../../conformance/index.ts';
import type { Reach } from './coverage.ts';
import type { Mutant } from './instrument.ts';
import { MutatedServer } from './mutated-server.ts';

/** What became of a mutant. */
export interface Result {
  key: string;
  /** `survived` after every clause that reaches it; `unreached` by any clause. */
  outcome: 'caught' | 'survived' | 'unreached';
  /** The clause that failed, or that the server ended. */
  by?: string;
  milliseconds: number;
}

/** The clauses of a mutant run in groups of growing size, because most mutants fail one of the first. */
const GROUPS = [8, 40, 200, Number.POSITIVE_INFINITY];
/** A mutant with which a group of clauses takes longer than this has made the server wait, and counts as caught. */
const GROUP_MILLISECONDS = 90_000;
const CONCURRENCY = 8;
/** What earlier runs have left makes a server slower. */
const MUTANTS_OF_A_SERVER = 150;

/** Returns the first clause that the server does not keep. */
function failed(report: Report): string | undefined {
  const one = report.clauses.find(({ verdict }) => ['fail', 'warn', 'error'].includes(verdict));
  return one?.id ?? (report.incomplete === undefined ? undefined : 'no response');
}

/** Tries mutants one after another on a server, which is replaced when a mutant has damaged it. */
export class Trial {
  readonly #reaches: readonly Reach[];
  readonly #atLoad: ReadonlySet<string>;
  #server: MutatedServer | undefined;
  #tried = 0;

  constructor(reaches: readonly Reach[], atLoad: readonly string[]) {
    // Short clauses first; among them those that reach little, because they look closely at it.
    this.#reaches = [...reaches].sort(
      (one, other) => one.milliseconds * one.mutants.length - other.milliseconds * other.mutants.length,
    );
    this.#atLoad = new Set(atLoad);
  }

  /** Runs the clauses that reach a mutant, until one fails. */
  async try(mutant: Mutant): Promise<Result> {
    const began = performance.now();
    const ended = (outcome: Result['outcome'], by?: string): Result => ({
      key: mutant.key,
      outcome,
      ...(by !== undefined && { by }),
      milliseconds: Math.round(performance.now() - began),
    });
    const isStatic = this.#atLoad.has(mutant.id);
    const clauses = this.#reaches
      .filter(({ mutants }) => isStatic || mutants.includes(mutant.id))
      .map(({ clause }) => clause);
    if (clauses.length === 0) {
      return ended('unreached');
    }
    if (isStatic) {
      return this.#tryFromStart(mutant, clauses, ended);
    }
    const server = await this.#correctServer();
    await server.ask({ mutant: mutant.id });
    const by = await this.#caughtBy(server, clauses);
    await server.ask({}).catch(() => this.stop());
    // A clause that fails without the mutant proves nothing about it.
    if (by !== undefined && !(await this.#isSound(by))) {
      await this.stop();
      if (by !== 'no response' && !(await this.#isSound(by))) {
        return ended('survived', `${by} fails without it`);
      }
    }
    return by === undefined ? ended('survived') : ended('caught', by);
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
    this.#server = undefined;
    this.#tried = 0;
  }

  async #tryFromStart(
    mutant: Mutant,
    clauses: readonly string[],
    ended: (outcome: Result['outcome'], by?: string) => Result,
  ): Promise<Result> {
    let server: MutatedServer;
    try {
      server = await MutatedServer.start(mutant.id);
    } catch {
      return ended('caught', 'start of the server');
    }
    try {
      const by = await this.#caughtBy(server, clauses);
      return by === undefined ? ended('survived') : ended('caught', by);
    } finally {
      await server.stop();
    }
  }

  async #caughtBy(server: MutatedServer, clauses: readonly string[]): Promise<string | undefined> {
    let from = 0;
    for (const size of GROUPS) {
      const only = clauses.slice(from, from + size);
      from += size;
      if (only.length > 0) {
        const by = await judged(server, only);
        if (by !== undefined) {
          return by;
        }
      }
    }
    return undefined;
  }

  /** Returns whether the server is as before, by a clause that it keeps when it is correct. */
  async #isSound(clause: string): Promise<boolean> {
    const only = CLAUSE_ID.test(clause) ? clause : '1/';
    const server = await this.#correctServer();
    return (await judged(server, [only])) === undefined;
  }

  async #correctServer(): Promise<MutatedServer> {
    if (this.#tried >= MUTANTS_OF_A_SERVER) {
      await this.stop();
    }
    this.#tried += 1;
    this.#server ??= await MutatedServer.start();
    return this.#server;
  }
}

const CLAUSE_ID = /^[\d.]+\//;

/** Returns the clause that fails, or `no response`. */
async function judged(server: MutatedServer, only: readonly string[]): Promise<string | undefined> {
  try {
    const signal = AbortSignal.timeout(GROUP_MILLISECONDS);
    const options = { only, bail: true, concurrency: CONCURRENCY, deleteAccounts: true, signal };
    return failed(await run(server.target, options));
  } catch {
    return 'no response';
  }
}
