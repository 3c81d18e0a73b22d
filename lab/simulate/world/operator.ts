import type { App, Config } from '../../../server/index.ts';
import { SimulatedProcess } from '../machine/process.ts';
import type { Scheduler } from '../machine/scheduler.ts';
import type { Ledger } from '../oracle/ledger.ts';
import { type Meta, personId } from './meta.ts';

const MINUTE = 60_000_000;

type Server = typeof import('../../../server/index.ts');

/** The operator. Each command runs in a separate process next to the servers. */
export class SimulatedOperator {
  config: Config;
  readonly #scheduler: Scheduler;
  readonly #ledger: Ledger;
  readonly #meta: Meta;
  readonly #server: Server;
  readonly #accountIds: readonly number[];
  #campaigns = 0;

  constructor(
    scheduler: Scheduler,
    config: Config,
    server: Server,
    ledger: Ledger,
    meta: Meta,
    accountIds: readonly number[],
  ) {
    this.#scheduler = scheduler;
    this.config = config;
    this.#ledger = ledger;
    this.#meta = meta;
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
  command(name: string, run: (app: App) => Promise<unknown>): Promise<boolean> {
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
      this.#ledger.campaigned(account, recipients.length);
      await this.command('campaign', (app) =>
        this.#server.admin.createCampaign(app, this.#accountIds[account] as number, { template: 'order' }, recipients),
      );
    }
  }

  /** Repairs what needs an operator after a fault. */
  async recover(): Promise<void> {
    for (const account of this.#accountIds.keys()) {
      if (this.#meta.expired.has(account)) {
        await this.renewToken(account);
      }
      await this.enableWebhook(account);
      for (const channel of ['messenger', 'instagram'] as const) {
        await this.switchConnection(account, channel, true);
      }
      await this.resumeCampaigns(account);
    }
  }

  /** Resumes the deliveries of an endpoint that was disabled, and replays the events that it missed. */
  async enableWebhook(account: number): Promise<void> {
    const id = this.#accountIds[account] as number;
    const { admin } = this.#server;
    this.#ledger.replaying(account);
    await this.command('webhook enable', async (app) => {
      await admin.enableWebhook(app, id);
      await admin.replayDeliveries(app, id, { states: ['missed'] });
    });
  }

  /** Stores a new token of the provider in all connections of an account, and resumes its campaigns. */
  async renewToken(account: number): Promise<void> {
    const id = this.#accountIds[account] as number;
    const token = this.#meta.renewToken(account);
    const { admin } = this.#server;
    const store = async (app: App) => {
      for (const { id: connectionId, channel } of await admin.listConnections(app, id)) {
        if (channel !== 'web') {
          const options = { readToken: async () => token, onFindings: () => {}, force: true };
          await admin.setToken(app, id, connectionId, options);
        }
      }
    };
    while (!(await this.command('connections set-token', store))) {
      await this.#scheduler.pause(this.#scheduler.kernel, 'the operator will store the token again', MINUTE);
    }
    await this.resumeCampaigns(account);
  }

  /** Switches the connection of a channel on or off (§4.2). */
  async switchConnection(account: number, channel: 'messenger' | 'instagram', isOn: boolean): Promise<void> {
    const id = this.#accountIds[account] as number;
    const { admin } = this.#server;
    this.#ledger.switches(account, channel);
    await this.command(`connections ${isOn ? 'enable' : 'disable'}`, async (app) => {
      const found = (await admin.listConnections(app, id)).find((one) => one.channel === channel);
      await admin.setConnectionActive(app, id, found?.id ?? '', isOn);
      this.#ledger.switched(account, channel, isOn, this.#scheduler.now);
    });
  }

  async resumeCampaigns(account: number): Promise<void> {
    const id = this.#accountIds[account] as number;
    const { admin } = this.#server;
    await this.command('campaigns resume', async (app) => {
      for (const campaign of await admin.listCampaigns(app, id, 1000)) {
        if (campaign.state === 'stopped') {
          await admin.resumeCampaign(app, id, campaign.id);
        }
      }
    });
  }
}
