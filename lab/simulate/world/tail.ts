import { Agent, request } from 'undici';
import { SimulatedProcess } from '../machine/process.ts';
import type { Scheduler } from '../machine/scheduler.ts';
import type { Ledger } from '../oracle/ledger.ts';
import type { EventRecord } from '../oracle/records.ts';

const SECOND = 1_000_000;
/** How long to wait before the next connection, in microseconds: the `retry` of the stream. */
const RETRY = 10 * SECOND;

interface SimulatedTailOptions {
  scheduler: Scheduler;
  ledger: Ledger;
  account: number;
  /** The API's origins. */
  origins: () => string[];
  apiKey: string;
  /** Whether no fault currently affects requests. */
  isCalm: () => boolean;
}

/** A program that follows the event stream of an account and resumes after its last event. */
export class SimulatedTail {
  readonly process: SimulatedProcess;
  readonly #options: SimulatedTailOptions;
  #lastId = '0';
  #connections = 0;

  constructor(options: SimulatedTailOptions) {
    this.#options = options;
    this.process = new SimulatedProcess(options.scheduler, `tail ${options.account}`);
  }

  /** Follows the stream until the simulation ends. */
  start(): void {
    void this.process.run(async () => {
      const agent = new Agent({ headersTimeout: 40_000, bodyTimeout: 0 });
      for (;;) {
        await this.#follow(agent).catch(() => {});
        await this.#options.scheduler.pause(this.process, 'will connect again', RETRY);
      }
    });
  }

  /** Resolves when the connection ends. */
  async #follow(agent: Agent): Promise<void> {
    const { ledger, account, origins, apiKey, scheduler, isCalm } = this.#options;
    this.#connections += 1;
    const all = origins();
    const wasCalm = isCalm();
    const { statusCode, body } = await request(`${all[this.#connections % all.length]}/developers/events`, {
      dispatcher: agent,
      headers: { authorization: `Bearer ${apiKey}`, 'last-event-id': this.#lastId },
    });
    if (statusCode !== 200) {
      await body.dump();
      if (wasCalm && isCalm()) {
        ledger.problem(`refused: the event stream of account ${account} got ${statusCode} though nothing was wrong`);
      }
      return;
    }
    let text = '';
    for await (const chunk of body) {
      text += String(chunk);
      const frames = text.split('\n\n');
      text = frames.pop() as string;
      for (const frame of frames) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1];
        const [id, data] = [field('id'), field('data')];
        if (data !== undefined && field('event') === undefined) {
          ledger.tailed(account, JSON.parse(data) as EventRecord, scheduler.now);
        } else if (data !== undefined && JSON.parse(data).gap === true) {
          ledger.problem(
            `gap: the event stream of account ${account} reports that events after ${this.#lastId} are gone`,
          );
        }
        this.#lastId = id ?? this.#lastId;
      }
    }
  }
}
