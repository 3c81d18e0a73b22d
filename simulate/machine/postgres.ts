import { createServer } from 'node:net';
import type { SimulatedSocket } from './network.ts';
import type { PostgresServer } from './postgres-server.ts';
import { realPause } from './postgres-server.ts';
import { type PostgresFaults, Session } from './postgres-session.ts';
import { SimulatedProcess } from './process.ts';
import type { Scheduler, Timer } from './scheduler.ts';

/** The port of the database on the simulated network. */
const PORT = 5432;
/** How long to wait for an answer before checking whether a lock delays it, in milliseconds of real time. */
const PATIENCE = 3;
/** How long to wait for an answer or a notification at most, in milliseconds of real time. */
const LONGEST = 10_000;

let current: PostgresGate | undefined;

/** Returns the database of the simulation that runs now, if it is PostgreSQL. */
export const currentGate = (): PostgresGate | undefined => current;

interface Options {
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
  readonly #sessions = new Set<Session>();
  #settled: Promise<void> = Promise.resolve();
  #onProgress = () => {};

  constructor({ scheduler, server, faults }: Options) {
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
          this.#sessions.add(new Session(this, socket, socket.peer.owner));
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

  /** Runs real work that changes what the database does, and waits for what it causes. */
  disturb(work: () => Promise<unknown>): void {
    this.#process.run(() => this.settle(work()));
  }

  /** Ends all sessions. */
  async close(): Promise<void> {
    current = undefined;
    for (const session of [...this.#sessions]) {
      session.isClosed = true;
      await session.end();
    }
    this.#process.kill();
  }

  schedule(what: string, delay: number, run: () => void): Timer {
    return this.#scheduler.schedule(this.#process, what, delay, run);
  }

  /** A session has got something from the real server. */
  progress(): void {
    this.#onProgress();
  }

  forget(session: Session): void {
    this.#sessions.delete(session);
  }

  /** The database ends its connections, as when it restarts. */
  terminate(): void {
    this.disturb(() => Promise.all([...this.#sessions].map((session) => session.end())));
  }

  /** Waits for what real work causes, then sends it to the processes. */
  settle(work: Promise<unknown> = Promise.resolve()): void {
    const settled = this.#settled
      .then(() => work)
      .then(() => this.#rest())
      .then(() => this.#hear())
      .then(() => {
        for (const session of [...this.#sessions]) {
          session.deliver();
        }
      });
    this.#settled = settled.catch(() => {});
    void this.#scheduler.outside(settled);
  }

  /** Resolves when the notifications of all statements that have ended have arrived. */
  async #hear(): Promise<void> {
    const all = [...this.#sessions];
    const listeners = all.filter(({ isListening }) => isListening);
    const told = all.filter(({ notifies }) => notifies).length;
    for (const listener of listeners) {
      listener.expected += told;
    }
    const isMissing = ({ expected, notified, hasServerClosed }: Session) => notified < expected && !hasServerClosed;
    for (let waited = 0; waited < LONGEST && listeners.some(isMissing); waited += PATIENCE) {
      await this.#wait(PATIENCE);
    }
  }

  /** Resolves when every statement is answered or waits for a lock of a session that waits for its process. */
  async #rest(): Promise<void> {
    for (let waited = 0; waited < LONGEST; ) {
      const busy = [...this.#sessions].filter(({ isBusy }) => isBusy);
      if (busy.length === 0) {
        return;
      }
      const isProgress = await this.#wait(PATIENCE);
      if (!isProgress) {
        waited += PATIENCE;
        const waiting = await this.server.waiting();
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
