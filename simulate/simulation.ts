import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../server/index.ts';
import { inMemory } from '../testing/in-memory.ts';
import { createRandom, type Random } from '../testing/random.ts';
import { ACTS } from './acts.ts';
import { useDisk } from './machine/database.ts';
import { takeEscapes } from './machine/escapes.ts';
import { startTimer, useMachine } from './machine/globals.ts';
import { Network, useNetwork } from './machine/network.ts';
import { PostgresGate } from './machine/postgres.ts';
import type { PostgresServer } from './machine/postgres-server.ts';
import { SimulatedProcess } from './machine/process.ts';
import { EndlessError, type Lively, Scheduler } from './machine/scheduler.ts';
import { checkEverything, type FinalState } from './oracle/check.ts';
import type { FlowState } from './oracle/flows.ts';
import { Ledger } from './oracle/ledger.ts';
import { DAY, type Plan, type Topology } from './plan.ts';
import { Administrator } from './world/administrator.ts';
import { Client, SLOW_KEY_RATE } from './world/client.ts';
import { FaultyDisk } from './world/disk.ts';
import { FaultyPostgres } from './world/faulty-postgres.ts';
import { BUTTONS } from './world/flows.ts';
import { Installation } from './world/installation.ts';
import { Meta } from './world/meta.ts';
import { Operator } from './world/operator.ts';
import { Receiver } from './world/receiver.ts';
import { Tail } from './world/tail.ts';
import { installVersion } from './world/version.ts';
import { NetworkWeather } from './world/weather.ts';
import type { World } from './world/world.ts';

const SECOND = 1_000_000;
const HOUR = 3600 * SECOND;
/** The start of every simulation, a Monday. */
const START = Date.UTC(2026, 5, 1) * 1000;
const FIRST_DAY = '2026-06-01';
/** Longer than the last retry of a webhook (§6) and of a callback that failed for an hour. */
const SETTLE = 30 * HOUR;
/** Faults have no effect on requests that begin this long after their end, in microseconds. */
const CALM_AFTER = 60 * SECOND;
/** How long polls run: at least one poll of a queue; longer if a dead worker must be noticed. */
const LIVELY: Record<Topology, Lively> = {
  one: { afterWork: 2.5 * SECOND, afterSilence: 2.5 * SECOND },
  several: { afterWork: 2.5 * SECOND, afterSilence: 13 * SECOND },
  postgres: { afterWork: 2.5 * SECOND, afterSilence: 13 * SECOND },
};
const META_PORT = 4000;
const FIRST_API_PORT = 3000;
const FIRST_RECEIVER_PORT = 5000;
const MOST_STEPS_PER_DAY = 2_000_000;

const server = await import('../server/index.ts');
const { createMockProvider } = await import('../mock-provider/index.ts');

// The server's own clock would use real timers, and the scheduler would not recognize its polls.
Object.assign(server.realClock, { setTimeout: startTimer });

/** Returns a line of a server's log without stacks, which contain paths of this machine. */
function logOf(line: string): string {
  const { level, msg, error } = JSON.parse(line) as { level: number; msg: string; error?: { message: string } };
  return `log ${level} ${msg}${error === undefined ? '' : `: ${error.message.slice(0, 200)}`}`;
}

/** The result of a simulation. */
export interface Result {
  problems: string[];
  /** When the first problem was found, in microseconds after the start of the plan. Undefined without a problem. */
  failedAt: number | undefined;
  /** A hash of the trace. */
  digest: string;
  steps: number;
  kills: number;
  messages: number;
  requests: number;
  events: number;
  /** The last lines of the log. */
  story: readonly string[];
}

/** Runs one plan on simulated servers and their environment. */
export class Simulation implements World {
  readonly plan: Plan;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly ledger = new Ledger();
  readonly weather: NetworkWeather;
  readonly disk: FaultyDisk | FaultyPostgres;
  readonly postgres: FaultyPostgres | undefined;
  readonly #folder: string;
  /** Undefined on PostgreSQL. */
  readonly #databasePath: string | undefined;
  readonly #postgres: PostgresGate | undefined;
  readonly #receivers: Receiver[] = [];
  readonly #clients: Client[] = [];
  readonly #companies: number[] = [];
  readonly #agents: number[] = [];
  #begun = START;
  #failedAt: number | undefined;
  meta!: Meta;
  installation!: Installation;
  operator!: Operator;
  administrator!: Administrator;
  #troubleUntil = 0;

  /** @param postgres the real server, for the topology `postgres` */
  constructor(plan: Plan, write?: (line: string) => void, postgres?: PostgresServer) {
    this.plan = plan;
    this.ledger.onProblem = (text) => {
      this.#failedAt ??= this.scheduler.now;
      this.scheduler.tell(this.scheduler.kernel, `problem: ${text}`);
    };
    this.#folder = mkdtempSync(join(inMemory(), 'wigwag-simulation-'));
    const lively = LIVELY[plan.topology];
    this.scheduler = new Scheduler(createRandom(plan.seed + 1), { start: START, lively, write });
    this.random = createRandom(plan.seed + 2);
    this.weather = new NetworkWeather(this.scheduler, createRandom(plan.seed + 3));
    const databaseAhead = (plan.start?.databaseAhead ?? 0) * SECOND;
    if (plan.topology === 'postgres' && postgres) {
      const faults = new FaultyPostgres(this.scheduler, databaseAhead);
      this.#postgres = new PostgresGate({ scheduler: this.scheduler, server: postgres, faults });
      faults.gate = this.#postgres;
      this.ledger.countsTogether = true;
      this.disk = faults;
      this.postgres = faults;
    } else {
      this.#databasePath = join(this.#folder, 'wigwag.db');
      this.disk = new FaultyDisk(this.scheduler, this.#databasePath, databaseAhead);
    }
  }

  client = (account: number): Client => this.#clients[account] as Client;
  receiver = (account: number): Receiver => this.#receivers[account] as Receiver;

  messageOf = (account: number): string | undefined =>
    this.ledger.outbound
      .filter((one) => one.account === account && one.ids.size > 0)
      .at(-1)
      ?.ids.values()
      .next().value;
  agent = (account: number): number => this.#agents[account] as number;
  pause = (microseconds: number): Promise<void> =>
    this.scheduler.pause(this.scheduler.kernel, 'time passes', microseconds);

  /**
   * Runs the plan, ends all faults, waits until all work is done, and checks the result.
   *
   * @param isFound ends the run as soon as it returns true for a problem
   */
  async run(isFound: (problem: string) => boolean = () => false): Promise<Result> {
    const { scheduler, plan, ledger } = this;
    await this.#postgres?.server.create();
    useMachine({ scheduler, random: createRandom(plan.seed + 4) });
    const network = new Network(scheduler, this.weather.link);
    network.onAccept = (accepting) => this.installation?.accepted(accepting);
    useNetwork(network);
    if (this.disk instanceof FaultyDisk) {
      useDisk({ scheduler, disk: this.disk });
    }
    this.#postgres?.open();
    installVersion(0);
    const onRejection = (error: unknown) => {
      ledger.problem(`unhandled: a promise was rejected and nothing handled it: ${(error as Error)?.stack ?? error}`);
    };
    process.on('unhandledRejection', onRejection);
    const limit = (plan.days + 3) * MOST_STEPS_PER_DAY;
    const isEnded = () => ledger.problems.some(isFound);
    try {
      await this.#until(this.#setUp(), HOUR, limit);
      this.#begun = scheduler.now;
      const begun = this.#begun;
      for (const { at, act, details } of plan.happenings) {
        scheduler.schedule(scheduler.kernel, act, begun + at - scheduler.now, () => this.#perform(act, details));
      }
      await scheduler.run(begun + plan.days * DAY, isEnded, limit);
      if (!isEnded()) {
        await this.#finish(limit, isEnded);
      }
    } catch (error) {
      ledger.problem(
        error instanceof EndlessError ? `stuck: ${error.message}` : `broken: ${(error as Error).stack ?? error}`,
      );
    }
    for (const what of takeEscapes()) {
      ledger.problem(`escape: ${what}`);
    }
    await scheduler.run(scheduler.now + SECOND, () => false, limit).catch(() => {});
    this.disk.heal();
    await this.#postgres?.close();
    await scheduler.end();
    process.off('unhandledRejection', onRejection);
    useDisk(undefined);
    useNetwork(undefined);
    useMachine(undefined);
    await this.#postgres?.server.drop();
    rmSync(this.#folder, { recursive: true, force: true });
    return {
      problems: [...new Set(ledger.problems)],
      failedAt: this.#failedAt === undefined ? undefined : this.#failedAt - this.#begun,
      digest: scheduler.digest(),
      steps: scheduler.steps,
      kills: this.installation?.kills ?? 0,
      messages: ledger.outbound.length,
      requests: ledger.requests,
      events: [...ledger.streams.values()].reduce((sum, { length }) => sum + length, 0),
      story: [...scheduler.story],
    };
  }

  /** Ends all faults, waits until all work is done, and checks the result. */
  async #finish(limit: number, isEnded: () => boolean): Promise<void> {
    const { scheduler } = this;
    this.#heal();
    await scheduler.run(scheduler.now + 5 * 60 * SECOND, () => false, limit);
    await this.#until(this.operator.recover(), HOUR, limit);
    await scheduler.run(scheduler.now + SETTLE, isEnded, limit);
    if (!isEnded()) {
      await this.#until(this.#check(), HOUR, limit);
      await this.#until(this.installation.stop(), HOUR, limit);
    }
  }

  /** Sends a few messages while a fault lasts. */
  async someLoad(messages: number): Promise<void> {
    const { accounts, people } = this.plan.size;
    await Promise.all(
      Array.from({ length: messages }, () => {
        const client = this.client(this.random.below(accounts));
        const person = this.random.below(people);
        return this.random.below(2) === 0 ? client.sendTemplate(person) : client.sendText('whatsapp', person, true);
      }),
    );
  }

  #perform(name: string, details: unknown): void {
    const act = ACTS[name];
    if (act === undefined) {
      throw new Error(`there is no act ${name}`);
    }
    this.scheduler.tell(this.scheduler.kernel, `* ${act.tell(details)}`);
    if (act.isFault) {
      this.#troubleUntil = Math.max(this.#troubleUntil, this.scheduler.now);
    }
    const done = act.perform(this, details);
    if (done instanceof Promise) {
      const settle = this.ledger.began(name);
      void done.finally(settle);
    }
  }

  /** Runs until a promise settles. @throws what it rejects with, or if it does not settle in time */
  async #until(promise: Promise<unknown>, most: number, limit: number): Promise<void> {
    let outcome: { error?: unknown } | undefined;
    promise.then(
      () => {
        outcome = {};
      },
      (error) => {
        outcome = { error };
      },
    );
    await this.scheduler.run(this.scheduler.now + most, () => outcome !== undefined, limit);
    if (outcome === undefined) {
      throw new Error(
        `nothing more happens, but the awaited work has not ended: ${new Error().stack?.split('\n')[2]?.trim()}`,
      );
    }
    if ('error' in outcome) {
      throw outcome.error;
    }
  }

  /** Returns whether requests that run now should succeed. */
  #isCalm = (): boolean => {
    const { now } = this.scheduler;
    const trouble = Math.max(
      this.#troubleUntil,
      this.disk.troubleUntil,
      this.weather.troubleUntil,
      this.installation.disturbedAt,
    );
    return this.installation.isWhole && now > trouble + CALM_AFTER;
  };

  /** Returns whether each request should get a response, even if the database has a fault. */
  #isServed = (): boolean => {
    const { now } = this.scheduler;
    const trouble = Math.max(this.weather.troubleUntil, this.disk.slowUntil, this.installation.disturbedAt);
    return this.installation.isWhole && now > trouble + CALM_AFTER;
  };

  /** Returns whether servers currently only start and stop gracefully. */
  #isOrderly = (): boolean => {
    const { weather, disk, installation, scheduler } = this;
    const trouble = Math.max(weather.troubleUntil, disk.troubleUntil, disk.slowUntil, installation.roughAt);
    return scheduler.now > trouble + CALM_AFTER;
  };

  async #setUp(): Promise<void> {
    const { scheduler, plan, ledger } = this;
    const { topology, size, seed } = plan;
    const graphUrl = `http://127.0.0.1:${META_PORT}`;
    const configFor = (name: string, index: number) =>
      server.readConfig(
        {},
        {
          databaseUrl: this.#postgres?.url ?? `sqlite:${this.#databasePath}`,
          secretKey: 'a secret key for simulations',
          port: FIRST_API_PORT + index,
          role: topology === 'one' ? 'all' : (name.split(' ')[0] as 'api' | 'worker'),
          logLevel: 'warn',
          allowLoopback: true,
          graphUrl,
          instagramUrl: `${graphUrl}/graph.instagram.com`,
        },
      );
    const configs = size.servers.map((name, index) => ({ name, config: configFor(name, index) }));
    const metaProcess = new SimulatedProcess(scheduler, 'meta');
    const mock = metaProcess.run(() =>
      createMockProvider({
        seed,
        seedDemo: false,
        clock: {
          now: () => metaProcess.now(),
          setTimeout: (run, milliseconds) => metaProcess.run(() => startTimer(run, milliseconds)),
        },
        pacing: { sent: 200, delivered: 700, read: 5_000 },
      }),
    );
    await metaProcess.run(() => mock.listen({ port: META_PORT }));
    this.meta = new Meta(scheduler, metaProcess, mock, ledger);
    this.meta.beNormal();
    this.installation = new Installation({
      scheduler,
      disk: this.disk,
      startServer: server.startServer,
      configs,
      isShared: topology === 'several',
      onLog: (name, line) => scheduler.tell(this.installation.place(name).process, logOf(line)),
      onProblem: (problem) => ledger.problem(problem),
      onClock: (most) => {
        ledger.clockError = most;
      },
    });
    await this.installation.start(plan.start);
    const [first] = this.installation.places;
    const { process, running } = first as {
      process: SimulatedProcess;
      running: { app: App; origin: string };
    };
    await process.run(() => this.#createAccounts(running.app, mock));
    for (const client of this.#clients) {
      await client.createFlows();
    }
    this.operator = new Operator(
      scheduler,
      (configs[0] as { config: ReturnType<typeof configFor> }).config,
      server,
      ledger,
      this.meta,
      this.#companies,
    );
    this.administrator = new Administrator({
      scheduler,
      ledger,
      server,
      operator: this.operator,
      installation: this.installation,
      meta: this.meta,
      client: this.client,
      accountIds: this.#companies,
      folder: this.#folder,
      database: this.#postgres ?? (this.#databasePath as string),
    });
  }

  async #createAccounts(app: App, mock: ReturnType<typeof createMockProvider>): Promise<void> {
    const { scheduler, plan, ledger } = this;
    let providerAppId: string | undefined;
    for (let account = 0; account < plan.size.accounts; account += 1) {
      const business = mock.addBusiness();
      this.meta.businesses.push(business);
      // The businesses of the mock belong to one app.
      if (providerAppId === undefined) {
        const provider = await server.admin.createProviderApp(app, {
          appSecret: business.app_secret,
          verifyToken: business.verify_token,
        });
        providerAppId = provider.id;
        mock.setCallbackUrl(provider.callbackUrl);
      }
      const { accountId, liveKey, testKey, signingSecret } = await server.createDemoAccount(
        app,
        { name: `Account ${account}` },
        {
          providerAppId,
          accessToken: business.access_token,
          ids: {
            whatsapp: business.whatsapp.phone_number_id,
            messenger: business.messenger.page_id,
            instagram: business.instagram.account_id,
          },
          wabaId: business.whatsapp.waba_id,
          templates: [],
        },
      );
      for (const [name, category] of [
        ['order', 'UTILITY'],
        ['promo', 'MARKETING'],
        ['news', 'MARKETING'],
      ] as const) {
        mock.setTemplate(business.whatsapp.waba_id, {
          name,
          language: 'en_US',
          category,
          status: 'APPROVED',
          parameter_format: 'POSITIONAL',
          components: [
            { type: 'BODY', text: `${name} {{1}} now`, example: { body_text: [['x']] } },
            ...(name === 'order'
              ? [{ type: 'BUTTONS', buttons: BUTTONS.map((text) => ({ type: 'QUICK_REPLY', text })) }]
              : []),
          ],
        });
      }
      await server.admin.syncTemplates(
        app,
        accountId,
        (await server.admin.listConnections(app, accountId)).find(({ channel }) => channel === 'whatsapp')
          ?.id as string,
      );
      const { key: slowKey } = await server.admin.createKey(app, {
        accountId,
        mode: 'live',
        requestsPerMinute: SLOW_KEY_RATE,
      });
      const receiver = new Receiver(scheduler, ledger, account, FIRST_RECEIVER_PORT + account);
      receiver.secret = signingSecret;
      this.#receivers.push(receiver);
      await server.admin.setWebhook(app, accountId, { url: receiver.url }, { isChecked: false });
      this.#companies.push(accountId);
      this.#agents.push(await server.admin.createAgent(app, accountId, { name: `Agent ${account}` }));
      new Tail({ scheduler, ledger, account, origins: () => this.installation.origins, apiKey: liveKey }).start();
      this.#clients.push(
        new Client({
          scheduler,
          random: this.random,
          ledger,
          account,
          origins: () => this.installation.origins,
          apiKey: liveKey,
          testKey,
          slowKey,
          isCalm: this.#isCalm,
          isServed: this.#isServed,
          isOrderly: this.#isOrderly,
        }),
      );
    }
  }

  #heal(): void {
    this.scheduler.tell(this.scheduler.kernel, '* all faults end');
    this.disk.heal();
    this.weather.heal();
    this.meta.heal();
    this.installation.heal();
    for (const receiver of this.#receivers) {
      receiver.heal();
    }
  }

  async #check(): Promise<void> {
    const { ledger } = this;
    await this.administrator.checkErased();
    const messages = new Map<string, { status: string; error: { code: string } | null }>();
    for (const { account, ids, isTest } of ledger.outbound) {
      for (const id of ids) {
        const reply = await this.client(account).call({ method: 'GET', path: `/messages/${id}`, isTest });
        if (reply?.status === 200) {
          messages.set(id, reply.body.data as { status: string; error: { code: string } | null });
        }
      }
    }
    const [place] = this.installation.places;
    const app = place?.running?.app;
    if (app === undefined || place?.process === undefined) {
      ledger.problem('stuck: the first server does not run though all faults have ended');
      return;
    }
    const counted: FinalState['counted'][number][] = [];
    for (const account of this.#companies.keys()) {
      const stats = await this.client(account).call({ method: 'GET', path: `/stats?from=${FIRST_DAY}` });
      counted.push(stats?.body.data.messages as FinalState['counted'][number]);
    }
    const flows: FlowState[] = [];
    const news: (string | undefined)[] = [];
    const usernames: FinalState['usernames'][number][] = [];
    for (const client of this.#clients) {
      news.push(await client.newsStatus());
      flows.push(...(await client.readFlows()));
      usernames.push(...(await client.readUsernames()));
    }
    const stored: string[][] = [];
    const campaigns: string[] = [];
    let tasks = 0;
    await place.process.run(async () => {
      for (const [account, companyId] of this.#companies.entries()) {
        const { events } = app.store.read;
        const end = await events.end(companyId);
        const ids: string[] = [];
        for (let after = 0; after < end.seq; ) {
          const page = await events.list(companyId, after, end.seq, {}, 100);
          ids.push(...page.map(({ id }) => id));
          after = page.at(-1)?.seq ?? end.seq;
        }
        stored.push(ids);
        for (const campaign of await server.admin.listCampaigns(app, companyId, 1000)) {
          const recipients = await app.store.read.campaigns.listRecipients(companyId, campaign.id, 0, 1000);
          // campaign-down: an expired token stops the campaign, and its messages wait.
          if (recipients.some(({ reason }) => reason?.startsWith('190'))) {
            campaigns.push(`lost: campaign ${campaign.id} of account ${account} failed because its token had expired`);
          }
          const { counts } = await server.admin.progressOf(app, campaign);
          const unfinished = counts.waiting + counts.queued;
          if (unfinished > 0) {
            campaigns.push(`stuck: ${unfinished} recipients of campaign ${campaign.id} of account ${account} wait`);
          }
        }
      }
      for (const { due, running } of await app.store.read.outbox.levels(app.now())) {
        tasks += due + running;
      }
    });
    checkEverything(ledger, {
      provider: this.meta.mock.sends(),
      assets: this.meta.businesses.map(
        ({ whatsapp, messenger, instagram }) =>
          new Set([whatsapp.phone_number_id, messenger.page_id, instagram.account_id]),
      ),
      messages,
      tasks,
      now: this.scheduler.now / 1000,
      stored,
      counted,
      flows,
      news,
      usernames,
      campaigns,
    });
  }
}
