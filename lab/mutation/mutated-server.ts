import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Target } from '../../conformance/target.ts';
import { INSTRUMENTED } from './instrument.ts';

/** What the parent asks of the server's process. */
export interface Asked {
  /** The mutant to switch on. Without it, the server is correct. */
  mutant?: string;
  /** From now on, note the mutants that are reached under this name. */
  covers?: string;
}

/** What the server's process returns. */
export interface Told {
  /** The mutants that were reached since the last message, if it asked for them. */
  reached: string[];
  /** The mutants that were reached while the modules were loaded: to switch them, the server must start again. */
  reachedAtLoad: string[];
}

const PROGRAM = join(import.meta.dirname, '../../cli/bin/wigwag.js');
const HOOKS = join(import.meta.dirname, 'hooks.ts');
/** A mutant may end the server at its start, or keep it from starting. */
const START_MILLISECONDS = 60_000;
/** A server that does not take a message for this long is in an endless loop. */
const ANSWER_MILLISECONDS = 20_000;

/** A server from the instrumented sources, with the mock provider, in its own process. */
export class MutatedServer {
  readonly target: Target;
  readonly #process: ChildProcess;

  private constructor(process: ChildProcess, target: Target) {
    this.#process = process;
    this.target = target;
  }

  /**
   * Starts a server.
   *
   * @param mutant is on from the beginning
   * @param sources the path of the changed sources @default the instrumented ones
   * @throws {Error} if the server ends or says nothing for a minute
   */
  static async start(mutant?: string, sources = INSTRUMENTED): Promise<MutatedServer> {
    const ports = ['--port', '0', '--mock-port', '0', '--control-port', '0'];
    const child = spawn(
      process.execPath,
      [
        '--conditions=wigwag-source',
        '--import',
        HOOKS,
        PROGRAM,
        'dev',
        '--json',
        '--memory',
        '--clock',
        'virtual',
        ...ports,
      ],
      {
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        env: {
          ...process.env,
          WIGWAG_LOG_LEVEL: 'fatal',
          MUTATION_SOURCES: sources,
          ...(mutant !== undefined && { MUTATION_ACTIVE: mutant }),
        },
      },
    );
    let log = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-5000);
    });
    try {
      const signal = AbortSignal.timeout(START_MILLISECONDS);
      const ended = once(child, 'exit', { signal }).then(() => Promise.reject(new Error(`the server ended: ${log}`)));
      const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
      const [line] = await Promise.race([once(lines, 'line', { signal }), ended]);
      ended.catch(() => {});
      const { base_url, control_url } = JSON.parse(line as string) as Target;
      return new MutatedServer(child, { base_url, control_url } as Target);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  /** @throws {Error} if the server has ended or does not respond */
  async ask(asked: Asked): Promise<Told> {
    if (!this.#process.connected) {
      throw new Error('the server has ended');
    }
    const [told] = await Promise.all([
      once(this.#process, 'message', { signal: AbortSignal.timeout(ANSWER_MILLISECONDS) }),
      new Promise<void>((resolve) => this.#process.send(asked, () => resolve())),
    ]);
    return told[0] as Told;
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      this.#process.kill('SIGKILL');
      await once(this.#process, 'exit');
    }
  }
}
