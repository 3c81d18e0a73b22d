import type { Config } from '../../server/index.ts';
import { SimulatedProcess } from '../machine/process.ts';
import type { Scheduler } from '../machine/scheduler.ts';
import { personId } from './meta.ts';

type Server = typeof import('../../server/index.ts');

/** The operator. Each command runs in a separate process next to the servers. */
export class Operator {
  config: Config;
  readonly #scheduler: Scheduler;
  readonly #server: Server;
  readonly #accountIds: readonly number[];
  #campaigns = 0;

  constructor(scheduler: Scheduler, config: Config, server: Server, accountIds: readonly number[]) {
    this.#scheduler = scheduler;
    this.config = config;
    this.#server = server;
    this.#accountIds = accountIds;
  }

  /** Runs a command as a separate process. A command that fails prints its error. Returns whether it succeeded. */
  async process(name: string, run: () => Promise<unknown>): Promise<boolean> {
    const process = new SimulatedProcess(this.#scheduler, `admin ${name}`);
    const killed = new Promise<void>((resolve) => process.hold({ kill: resolve }));
    let hasSucceeded = false;
    const ended = process.run(async () => {
      try {
        await run();
        hasSucceeded = true;
      } catch (error) {
        this.#scheduler.tell(process, `fails: ${(error as Error).message}`);
      }
    });
    await Promise.race([ended, killed]);
    process.kill();
    return hasSucceeded;
  }

  /** Runs a command on the open database. */
  command(name: string, run: (app: import('../../server/index.ts').App) => Promise<unknown>): Promise<boolean> {
    return this.process(name, async () => {
      const { app, close } = await this.#server.openAdmin(this.config, 'existing');
      try {
        await run(app);
      } finally {
        await close();
      }
    });
  }

  async startCampaign(account: number, people: readonly number[]): Promise<void> {
    this.#campaigns += 1;
    const name = `campaign ${this.#campaigns}`;
    const recipients = people.map((person) => ({
      phone: personId('whatsapp', account, person),
      variables: [`${name} of account ${account}`],
    }));
    if (recipients.length > 0) {
      await this.command('campaign', (app) =>
        this.#server.admin.createCampaign(app, this.#accountIds[account] as number, { template: 'order' }, recipients),
      );
    }
  }

  /** Resumes the deliveries of endpoints that were disabled. */
  async enableWebhooks(): Promise<void> {
    for (const id of this.#accountIds) {
      await this.command('webhook enable', (app) => this.#server.admin.enableWebhook(app, id));
    }
  }
}
