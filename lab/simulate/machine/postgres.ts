import { createServer } from 'node:net';
import type { SimulatedSocket } from './network.ts';
import type { PostgresServer } from './postgres-server.ts';
import { realPause } from './postgres-server.ts';
import { type PostgresFaults, PostgresSession } from './postgres-session.ts';
import { SimulatedProcess } from './process.ts';
import type { Scheduler, SimulatedTimer } from './scheduler.ts';

/** The port of the database on the simulated network. */
const PORT = 5432;
/** How long to wait for an answer before checking whether a lock delays it, in milliseconds of real time. */
const PATIENCE = 3;
/** How long to wait for an answer or a notification at most, in milliseconds of real time. */
const LONGEST = 10_000;

let current: PostgresGate | undefined;

/** Returns the database of the simulation that runs now, if it is PostgreSQL. */
export const currentGate = (): PostgresGate | undefined => current;

interface PostgresOptions {
  scheduler: Scheduler;
  server: PostgresServer;
  faults: PostgresFaults;
}

/**
 * The database on the simulated network: a process that passes on each statement to a real PostgreSQL server. Simulated
 * time pauses until the server has answered, or until a lock of another session delays the answer.
 */
export class PostgresGate {
  readonly server: PostgresServer;
  readonly faults: PostgresFaults;
  readonly url: string;
  readonly #scheduler: Scheduler;
  readonly #process: SimulatedProcess;
  readonly #sessions = new Set<PostgresSession>();
  #settled: Promise<void> = Promise.resolve();
  #onProgress = () => {};

  constructor({ scheduler, server, faults }: PostgresOptions) {
    this.#scheduler = scheduler;
    this.server = server;
    this.faults = faults;
    this.url = server.urlOn(PORT);
    this.#process = new SimulatedProcess(scheduler, 'postgres');
  }

  /** Listens on the simulated network. */
  open(): void {
    current = this;
    this.#process.run(() => {
      createServer({ allowHalfOpen: true }, (client) => {
        const socket = client as unknown as SimulatedSocket;
        socket.isOpaque = true;
        if (socket.peer) {
          this.#sessions.add(new PostgresSession(this, socket, socket.peer.owner));
        } else {
          socket.destroy();
        }
      }).listen(PORT);
    });
  }

  /** Returns all rows of all tables. */
  tables(): Promise<{ table: string; rows: Record<string, unknown>[] }[]> {
    return this.#scheduler.outside(this.server.tables());
  }

  /** Changes what the real server does, and waits for what this causes. */
  disturb(work: () => Promise<unknown>): void {
    this.#process.run(() => this.settle(work));
  }

  /** Ends all sessions. */
  async close(): Promise<void> {
    current = undefined;
    await this.#settled;
    for (const session of [...this.#sessions]) {
      session.isClosed = true;
      await session.end();
    }
    this.#process.kill();
  }

  schedule(what: string, delay: number, run: () => void): SimulatedTimer {
    return this.#scheduler.schedule(this.#process, what, delay, run);
  }

  /** A session has got something from the real server. */
  progress(): void {
    this.#onProgress();
  }

  forget(session: PostgresSession): void {
    this.#sessions.delete(session);
  }

  /** The database ends its connections, as when it restarts. */
  terminate(): void {
    this.disturb(async () => {
      const sessions = [...this.#sessions].filter(({ hasServerClosed }) => !hasServerClosed);
      await this.server.end(sessions.flatMap(({ processId }) => processId ?? []));
      this.#resumeAll();
      await Promise.all(sessions.map((session) => session.end()));
    });
  }

  /**
   * Does real work, waits for what it causes, then sends it to the processes. If the work releases a lock for which
   * several sessions wait, PostgreSQL would wake them at the same time. So they continue one by one, in an order that
   * the seed determines.
   *
   * @param subject the session that the work is about
   */
  settle(work: () => unknown, subject?: PostgresSession): void {
    const settled = this.#settled.then(async () => {
      const waiting = [...this.#sessions].filter(({ isBusy }) => isBusy);
      if (waiting.length > 1) {
        for (const session of waiting.filter((one) => one !== subject)) {
          session.pause();
        }
      }
      await work();
      await this.#rest();
      for (let paused = this.#paused(); paused.length > 0; paused = this.#paused()) {
        paused[this.#scheduler.random.below(paused.length)]?.resume();
        await this.#rest();
      }
      await this.#hear();
      for (const session of [...this.#sessions]) {
        session.deliver();
      }
    });
    this.#settled = settled.catch(() => {});
    void this.#scheduler.outside(settled);
  }

  #paused(): PostgresSession[] {
    return [...this.#sessions].filter(({ isPaused }) => isPaused);
  }

  #resumeAll(): void {
    for (const session of this.#paused()) {
      session.resume();
    }
  }

  /** Resolves when the notifications of all statements that have ended have arrived. */
  async #hear(): Promise<void> {
    const all = [...this.#sessions];
    const listeners = all.filter(({ isListening }) => isListening);
    const told = all.filter(({ notifies }) => notifies).length;
    for (const listener of listeners) {
      listener.expected += told;
    }
    const isMissing = ({ expected, notified, hasServerClosed }: PostgresSession) =>
      notified < expected && !hasServerClosed;
    for (let waited = 0; waited < LONGEST && listeners.some(isMissing); waited += PATIENCE) {
      await this.#wait(PATIENCE);
    }
  }

  /** Resolves when every statement is answered, waits for a lock of an idle session, or is paused. */
  async #rest(): Promise<void> {
    for (let waited = 0; waited < LONGEST; ) {
      const busy = [...this.#sessions].filter(({ isBusy, isPaused }) => isBusy && !isPaused);
      if (busy.length === 0) {
        return;
      }
      const isProgress = await this.#wait(PATIENCE);
      if (!isProgress) {
        waited += PATIENCE;
        const waiting = await this.server.waiting();
        for (const { processId } of this.#paused()) {
          waiting.delete(processId ?? 0);
        }
        const ids = busy.map(({ processId }) => processId ?? 0);
        if (busy.every(({ isBusy }) => isBusy) && ids.every((id) => waiting.has(id)) && !hasCycle(waiting)) {
          return;
        }
      }
    }
  }

  /** Resolves with whether something came from the real server within this time. */
  #wait(milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      this.#onProgress = () => resolve(true);
      void realPause(milliseconds).then(() => resolve(false));
    });
  }
}

/** Returns whether some server processes wait for each other. PostgreSQL ends such a deadlock soon. */
function hasCycle(waiting: ReadonlyMap<number, readonly number[]>): boolean {
  const reaches = (from: number, to: number, seen: Set<number>): boolean =>
    (waiting.get(from) ?? []).some((next) => {
      if (next === to) {
        return true;
      }
      return !seen.has(next) && reaches(next, to, seen.add(next));
    });
  return [...waiting.keys()].some((id) => reaches(id, id, new Set()));
}
