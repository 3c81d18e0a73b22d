import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { App } from '../../../server/index.ts';
import type { PostgresGate } from '../machine/postgres.ts';
import type { Scheduler } from '../machine/scheduler.ts';
import type { Ledger } from '../oracle/ledger.ts';
import type { Client } from './client.ts';
import type { SimulatedInstallation } from './installation.ts';
import { type Meta, personId } from './meta.ts';
import type { SimulatedOperator } from './operator.ts';

type Server = typeof import('../../../server/index.ts');
type TableRow = Record<string, unknown>;

/** The connection that reads a file outside the simulation. */
interface DatabaseReader {
  prepare(sql: string): { all(...values: unknown[]): TableRow[]; iterate(): Iterable<TableRow> };
  close(): void;
}

/** A person whose data was erased. */
interface ErasedPerson {
  account: number;
  phone: string;
  texts: string[];
}

interface AdministratorOptions {
  scheduler: Scheduler;
  ledger: Ledger;
  server: Server;
  operator: SimulatedOperator;
  installation: SimulatedInstallation;
  meta: Meta;
  client(account: number): Client;
  accountIds: readonly number[];
  /** The folder of the database. */
  folder: string;
  /** The path of the SQLite file, or PostgreSQL. */
  database: string | PostgresGate;
}

const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;
const TRIES = 20;

/** Maintains the installation with commands that run beside the servers. */
export class Administrator {
  readonly #options: AdministratorOptions;
  readonly #erased: ErasedPerson[] = [];
  #backups = 0;
  #keys = 0;
  #isRotating = false;

  constructor(options: AdministratorOptions) {
    this.#options = options;
  }

  /** Makes a backup and checks that it is intact and contains everything that was accepted before it began. */
  async backUp(): Promise<void> {
    const { ledger, server, operator, meta, folder } = this.#options;
    this.#backups += 1;
    const file = join(folder, `backup-${this.#backups}.db`);
    const accepted = ledger.outbound.flatMap(({ token, ids }) => [...ids].map((id) => ({ id, token })));
    // A chaotic provider may post a message later than the customer sends it.
    const isAcknowledged = meta.acknowledgements();
    const received = ledger.inbound.filter(
      (one) =>
        (one.channel === 'web' ? one.isAccepted : isAcknowledged(one.text)) &&
        !ledger.isErased(one.account, one.person),
    );
    if (await operator.process('backup', () => server.admin.backUp(operator.config, file))) {
      read(file, (reader) => {
        const [sound] = reader.prepare('pragma integrity_check').all();
        if (sound?.integrity_check !== 'ok') {
          ledger.problem(`backup: it is damaged: ${sound?.integrity_check}`);
        }
        const ids = new Set(
          reader
            .prepare('select id from messages')
            .all()
            .map(({ id }) => id),
        );
        for (const { id, token } of accepted.filter((one) => !ids.has(one.id))) {
          ledger.problem(`backup: it lacks ${token}, which had been accepted as ${id}`);
        }
        const texts = reader.prepare('select text from messages union all select body from callbacks').all();
        const all = texts.map(({ text }) => `${text}\n`).join('');
        for (const { text } of received.filter((one) => !all.includes(one.text))) {
          ledger.problem(`backup: it lacks the customer's message "${text}", which had been acknowledged`);
        }
      });
    }
    rmSync(file, { force: true });
  }

  /** Encrypts all secrets with a new key, as docs/configuration.md describes. */
  async rotateSecrets(): Promise<void> {
    const { ledger, server, operator, installation, scheduler } = this.#options;
    if (this.#isRotating) {
      return;
    }
    this.#isRotating = true;
    ledger.isChangingKey = true;
    this.#keys += 1;
    const secretKey = `secret key ${this.#keys} for simulations`;
    const previousSecretKey = operator.config.secretKey;
    await installation.reconfigure((config) => ({ ...config, secretKey, previousSecretKey }));
    operator.config = { ...operator.config, secretKey, previousSecretKey };
    let unreadable: string[] | undefined;
    const rotate = async (app: App) => {
      ({ unreadable } = await server.admin.rotateSecrets(app));
    };
    for (let left = TRIES; left > 0 && !(await operator.command('secrets rotate', rotate)); left -= 1) {
      await scheduler.pause(scheduler.kernel, 'the operator tries again', MINUTE);
    }
    if (unreadable?.length !== 0) {
      ledger.problem(`secrets: neither key decrypts ${unreadable ?? 'anything: the command always fails'}`);
      return;
    }
    await installation.reconfigure((config) => ({ ...config, previousSecretKey: undefined }));
    operator.config = { ...operator.config, previousSecretKey: undefined };
    this.#isRotating = false;
    ledger.isChangingKey = false;
    ledger.keyChangedAt = scheduler.now;
  }

  /** Delivers the events of the last hours again, under new IDs. */
  async replay(account: number, hours: number): Promise<void> {
    const { ledger, server, operator, accountIds, scheduler } = this.#options;
    ledger.replaying(account);
    await operator.command('webhook replay', (app) =>
      server.admin.replayDeliveries(app, accountIds[account] as number, {
        from: scheduler.now - hours * 60 * MINUTE,
      }),
    );
  }

  /** Erases a new customer who has written and received a reply. */
  async erase(account: number, person: number, minutes: number): Promise<void> {
    const { ledger, meta, scheduler, client } = this.#options;
    const phone = personId('whatsapp', account, person);
    const known: ErasedPerson = { account, phone, texts: [] };
    ledger.erases(account, phone);
    await meta.receive(account, 'whatsapp', person);
    await client(account).sendText('whatsapp', person, true);
    const written = [
      ...ledger.inbound.filter((one) => one.account === account && one.person === phone).map(({ text }) => text),
      ...ledger.outbound.filter((one) => one.account === account && one.to === phone).map(({ token }) => token),
    ];
    known.texts.push(...written);
    this.#erased.push(known);
    await scheduler.pause(scheduler.kernel, 'the customer waits', minutes * MINUTE);
    await this.#eraseAll(known);
  }

  /** Repeats the command until no data is left, because tasks in progress and late callbacks keep some. */
  async #eraseAll(known: ErasedPerson): Promise<void> {
    const { account, phone } = known;
    const { server, operator, accountIds, scheduler } = this.#options;
    for (let left = TRIES; left > 0; left -= 1) {
      let isDone = false;
      await operator.command('people erase', async (app) => {
        const person = await server.admin.findPerson(app, accountIds[account] as number, phone);
        isDone = person === undefined || (await server.admin.erasePerson(app, person)).left === 0;
      });
      if (isDone) {
        return;
      }
      await scheduler.pause(scheduler.kernel, 'the operator tries again', MINUTE);
    }
  }

  /** Checks, after all work is done, that erased people appear nowhere, even if the provider has reported on them since. */
  async checkErased(): Promise<void> {
    const { database } = this.#options;
    for (const one of this.#erased) {
      await this.#eraseAll(one);
    }
    if (typeof database !== 'string') {
      for (const { table, rows } of await database.tables()) {
        this.#checkErasedIn(table, rows);
      }
      return;
    }
    read(database, (reader) => {
      const tables = reader
        .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
        .all();
      for (const { name } of tables) {
        this.#checkErasedIn(name, reader.prepare(`select * from "${name}"`).iterate());
      }
    });
  }

  #checkErasedIn(table: unknown, rows: Iterable<TableRow>): void {
    for (const row of rows) {
      const text = JSON.stringify(row);
      for (const { account, phone, texts } of this.#erased) {
        const found = [...texts.map((one) => `${one}"`), phone].find((one) => text.includes(one));
        // PostgreSQL's driver returns 64-bit numbers as text.
        const isOther = row.account_id !== undefined && Number(row.account_id) !== this.#options.accountIds[account];
        if (found !== undefined && !isOther) {
          const { ledger } = this.#options;
          ledger.problem(`erased: ${found.replace('"', '')} of account ${account} is still in the table ${table}`);
        }
      }
    }
  }
}

function read(path: string, use: (reader: DatabaseReader) => void): void {
  const Database = createRequire(import.meta.url)('better-sqlite3') as new (path: string) => DatabaseReader;
  const reader = new Database(path);
  try {
    use(reader);
  } finally {
    reader.close();
  }
}
