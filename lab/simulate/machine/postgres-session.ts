import type { Socket } from 'node:net';
import type { SimulatedSocket } from './network.ts';
import {
  endsAnswer,
  endsUnit,
  errorMessage,
  MessageReader,
  type ProtocolMessage,
  processIdOf,
  queryMessage,
  readyMessage,
  stringsOf,
  transactionStateOf,
  withoutDetails,
  withText,
} from './postgres-protocol.ts';
import { type PostgresServer, realPause } from './postgres-server.ts';
import type { SimulatedProcess } from './process.ts';
import type { SimulatedTimer } from './scheduler.ts';

const DEADLOCK = '40P01';

/** A statement of a simulated process. */
export interface DatabaseStatement {
  sql: string;
  process: SimulatedProcess;
}

/** The error with which the database refuses a statement. */
export class PostgresRefusal extends Error {
  readonly code: string;
  /** Whether the database also ends the connection. */
  readonly isFatal: boolean;

  constructor(code: string, message: string, isFatal = false) {
    super(message);
    this.code = code;
    this.isFatal = isFatal;
  }
}

/** Decides whether each statement succeeds, and how long it takes. */
export interface PostgresFaults {
  /** Called before the statement runs. @throws {PostgresRefusal} */
  before(statement: DatabaseStatement): void;
  /** Called after the statement has run. Returns whether the answer arrives; if not, the connection breaks. */
  after(statement: DatabaseStatement): boolean;
  /** How long the statement takes, in microseconds. */
  latency(): number;
  /** The clock of the database, in microseconds since the epoch. */
  readonly now: number;
}

/** Messages that the database answers together. */
interface Unit {
  sql: string;
  bytes: Buffer;
}

/** A unit that the database works on. */
interface RunningUnit extends Unit {
  isSent: boolean;
  answer: Buffer[];
  /** Whether the whole answer has arrived. */
  isAnswered: boolean;
  hasFailed: boolean;
  /** The error to report instead of that of the server. */
  refusal?: PostgresRefusal;
  /** What ends the statement if it waits for too long. */
  timers: SimulatedTimer[];
}

/** What a session needs of the database that it belongs to. */
interface Owner {
  readonly server: PostgresServer;
  readonly faults: PostgresFaults;
  /** Runs `run` as a step of the database. */
  schedule(what: string, delay: number, run: () => void): SimulatedTimer;
  /** Something has arrived from the real server. */
  progress(): void;
  /** Does real work, and waits for what it causes. */
  settle(work: () => unknown, subject?: PostgresSession): void;
  forget(session: PostgresSession): void;
}

/** Limits that are simulated. */
const LIMIT = /\b(set (local )?(lock_timeout|statement_timeout) = )(\d+)/i;

/** A connection of a simulated process to the database, and the real connection that serves it. */
export class PostgresSession {
  readonly client: SimulatedSocket;
  /** The process at the other end. */
  readonly owner: SimulatedProcess;
  readonly real: Socket;
  readonly #gate: Owner;
  readonly #fromClient = new MessageReader(true);
  readonly #fromServer = new MessageReader(false);
  readonly #prepared = new Map<string, string>();
  #unit: ProtocolMessage[] = [];
  readonly #units: Unit[] = [];
  /** What has arrived without being an answer: notifications, and the error that ends a connection. */
  readonly #unasked: Buffer[] = [];
  running: RunningUnit | undefined;
  processId: number | undefined;
  isClosed = false;
  hasServerClosed = false;
  isListening = false;
  isPaused = false;
  /** The number of notifications that have arrived, and that are known to arrive. */
  notified = 0;
  expected = 0;
  transaction = 'I';
  #limits: Record<string, number> = {};
  #localLimits: Record<string, number> = {};

  constructor(gate: Owner, client: SimulatedSocket, owner: SimulatedProcess) {
    this.#gate = gate;
    this.client = client;
    this.owner = owner;
    this.real = gate.server.socket();
    this.real.on('data', (chunk) => this.#answered(chunk));
    this.real.on('error', () => {});
    this.real.on('close', () => {
      this.hasServerClosed = true;
      gate.progress();
    });
    client.on('data', (chunk: Buffer) => this.#received(chunk));
    client.on('error', () => {});
    client.on('end', () => client.end());
    client.on('close', () => this.close());
  }

  #received(chunk: Buffer): void {
    for (const message of this.#fromClient.add(chunk)) {
      this.#unit.push(message);
      if (endsUnit(message)) {
        this.#units.push(this.#asUnit(this.#unit));
        this.#unit = [];
      }
    }
    this.#next();
  }

  /** Finds the text of the statement, and turns off limits in real time. */
  #asUnit(messages: ProtocolMessage[]): Unit {
    let sql = '';
    const bytes = messages.map((message) => {
      const [first = '', second = ''] = stringsOf(message);
      if (message.type === 'P') {
        this.#prepared.set(first, second);
      }
      if (message.type === 'B') {
        sql = this.#prepared.get(second) ?? '';
      }
      if (message.type === 'Q' || message.type === 'X' || message.type === '') {
        sql = { Q: first, X: 'disconnect', '': 'connect' }[message.type];
      }
      const text = message.type === 'Q' ? first : second;
      return ['Q', 'P'].includes(message.type) && LIMIT.test(text)
        ? withText(
            message,
            text.replace(LIMIT, (_, set) => `${set}0`),
          )
        : message.bytes;
    });
    return { sql, bytes: Buffer.concat(bytes) };
  }

  #next(): void {
    const unit = this.running ? undefined : this.#units.shift();
    if (unit === undefined || this.isClosed) {
      return;
    }
    const running: RunningUnit = {
      ...unit,
      isSent: false,
      answer: [],
      isAnswered: false,
      hasFailed: false,
      timers: [],
    };
    this.running = running;
    const what = `${this.owner.name}: sql ${unit.sql.replace(/\s+/g, ' ').slice(0, 90)}`;
    this.#gate.schedule(what, this.#gate.faults.latency(), () => this.#run(running));
  }

  #run(running: RunningUnit): void {
    if (this.isClosed) {
      return;
    }
    if (running.sql === 'disconnect') {
      this.client.end();
      this.close();
      return;
    }
    const { faults } = this.#gate;
    const wasAlive = this.owner.isAlive;
    try {
      faults.before({ sql: running.sql, process: this.owner });
    } catch (error) {
      this.#refuse(running, error as PostgresRefusal);
    }
    // A statement that has arrived runs, even if its process has died since.
    if (this.isClosed || (wasAlive && !this.owner.isAlive)) {
      return;
    }
    this.#note(running.sql);
    this.#gate.settle(() => {
      running.isSent = true;
      this.real.write(running.bytes);
    });
  }

  /** Lets the real server do what PostgreSQL does when it refuses the statement. */
  #refuse(running: RunningUnit, refusal: PostgresRefusal): void {
    if (refusal.isFatal) {
      this.client.write(errorMessage(refusal.code, refusal.message, 'FATAL'));
      this.client.end();
      this.close();
    } else if (running.sql.startsWith('COMMIT')) {
      running.bytes = queryMessage('rollback');
      running.refusal = refusal;
    } else {
      const { code, message } = refusal;
      running.bytes = queryMessage(
        `do $$begin raise exception using errcode = '${code}', message = '${message}'; end$$`,
      );
    }
  }

  #note(sql: string): void {
    const [, , isLocal, name = '', limit] = LIMIT.exec(sql) ?? [];
    if (limit !== undefined) {
      (isLocal ? this.#localLimits : this.#limits)[name] = Number(limit);
    }
  }

  #answered(chunk: Buffer): void {
    for (const message of this.#fromServer.add(chunk)) {
      const { type, bytes } = message;
      if (type === 'A') {
        this.#unasked.push(bytes);
        this.notified += 1;
        continue;
      }
      if (type === 'K') {
        this.processId = processIdOf(message);
      }
      if (type === 'Z') {
        this.transaction = transactionStateOf(message);
      }
      const { running } = this;
      const shown = type === 'E' && String(bytes).includes(DEADLOCK) ? withoutDetails(message) : bytes;
      if (running === undefined) {
        this.#unasked.push(shown);
        continue;
      }
      if (type === 'E') {
        running.hasFailed = true;
      }
      running.answer.push(shown);
      running.isAnswered ||= endsAnswer(message);
    }
    this.#gate.progress();
  }

  /** Whether the real server works on a statement. */
  get isBusy(): boolean {
    return !this.hasServerClosed && this.running?.isSent === true && !this.running.isAnswered;
  }

  /** Whether a statement has ended that notifies all listeners. */
  get notifies(): boolean {
    const { running } = this;
    return running?.isAnswered === true && !running.hasFailed && running.sql.includes('pg_notify(');
  }

  /** Sends on what has arrived from the real server. */
  deliver(): void {
    if (this.isClosed) {
      return;
    }
    for (const message of this.#unasked.splice(0)) {
      this.client.write(message);
    }
    const { running } = this;
    if (running?.isAnswered) {
      this.running = undefined;
      this.#end(running);
    } else if (this.hasServerClosed) {
      if (running && running.answer.length > 0) {
        this.client.write(Buffer.concat(running.answer));
      }
      this.client.end();
      this.close();
    } else if (this.isBusy && running?.timers.length === 0) {
      this.#limit(running);
    }
  }

  #end(running: RunningUnit): void {
    const { faults } = this.#gate;
    for (const timer of running.timers) {
      timer.isCancelled = true;
    }
    if (this.transaction === 'I') {
      this.#localLimits = {};
    }
    this.isListening ||= /^listen /i.test(running.sql) && !running.hasFailed;
    if (!faults.after({ sql: running.sql, process: this.owner })) {
      this.client.resetAndDestroy();
      this.close();
    }
    if (this.isClosed) {
      return;
    }
    const { refusal } = running;
    const isRefused = refusal && (running.hasFailed || running.sql.startsWith('COMMIT'));
    this.client.write(
      isRefused
        ? Buffer.concat([errorMessage(refusal.code, refusal.message), readyMessage(this.transaction)])
        : Buffer.concat(running.answer),
    );
    this.#next();
  }

  /** Ends a statement that waits for a lock after the simulated time that the process has set. */
  #limit(running: RunningUnit): void {
    const limits = { ...this.#limits, ...this.#localLimits };
    for (const [name, code] of [
      ['lock_timeout', '55P03'],
      ['statement_timeout', '57014'],
    ] as const) {
      const limit = limits[name] ?? 0;
      if (limit > 0) {
        running.timers.push(
          this.#gate.schedule(`${this.owner.name}: ${name}`, limit * 1000, () => {
            if (this.running === running && this.isBusy) {
              const what = name.replace('_', ' ');
              running.refusal = new PostgresRefusal(code, `canceling statement due to ${what}`);
              this.#gate.settle(() => this.#cancel(), this);
            }
          }),
        );
      }
    }
  }

  async #cancel(): Promise<void> {
    await this.#gate.server.cancel(this.processId as number);
    while (this.isBusy) {
      await realPause(1);
    }
  }

  /** Stops the process of the real server, although it waits for a lock that may become free. */
  pause(): void {
    this.isPaused = true;
    this.#gate.server.signal(this.processId as number, 'SIGSTOP');
  }

  resume(): void {
    this.isPaused = false;
    this.#gate.server.signal(this.processId as number, 'SIGCONT');
  }

  /** The connection is gone: the real server rolls back. */
  close(): void {
    if (this.isClosed) {
      return;
    }
    this.isClosed = true;
    this.#gate.forget(this);
    for (const timer of this.running?.timers ?? []) {
      timer.isCancelled = true;
    }
    this.#gate.settle(() => this.end());
  }

  /** Ends the process of the real server. */
  async end(): Promise<void> {
    if (this.processId !== undefined && !this.hasServerClosed) {
      await this.#gate.server.terminate(this.processId);
      while (!this.hasServerClosed) {
        await realPause(1);
      }
    }
    if (this.isClosed) {
      this.real.destroy();
    }
  }
}
