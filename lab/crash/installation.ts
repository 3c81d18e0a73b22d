import { freePort } from '../testing/free-port.ts';
import { Program } from './programs.ts';

export type Role = 'all' | 'api' | 'worker';

/** A program of this folder; a release has the same one. */
const PROGRAM = 'server-process.ts';

/** A slot of an installation. Except during restarts, a process runs in it. */
export interface ServerSpec {
  name: string;
  role: Role;
  port: number;
  metricsPort: number;
  program: Program;
}

/** The processes for each database: one process owns a SQLite file; PostgreSQL is shared. */
const ROLES: Record<'sqlite' | 'postgres', readonly Role[]> = {
  sqlite: ['all'],
  postgres: ['api', 'api', 'worker', 'worker', 'worker'],
};

interface InstallationOptions {
  database: 'sqlite' | 'postgres';
  databaseUrl: string;
  graphUrl: string;
  secretKey: string;
  adminToken: string;
  /** The file for the output of the processes. */
  log: string;
  /** More variables of the servers. */
  env?: Record<string, string> | undefined;
  /** The processes to start. @default those of the database */
  roles?: readonly Role[] | undefined;
  /** The URL of a server program, which runs until `upgrade` replaces it. @default the program of this folder */
  program?: string | undefined;
}

const MAX_STARTS = 3;

/** The processes of one server. */
export class CrashInstallation {
  readonly places: ServerSpec[] = [];
  readonly #options: InstallationOptions;
  /** The names of the places with the program of this folder. */
  readonly #upgraded = new Set<string>();

  constructor(options: InstallationOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    const { database, roles = ROLES[database] } = this.#options;
    for (const [index, role] of roles.entries()) {
      const place = { name: `${role} ${index + 1}`, role, port: await freePort(), metricsPort: await freePort() };
      this.places.push({ ...place, program: this.#spawn(place) });
    }
    await this.untilReady();
  }

  #spawn({ name, role, port, metricsPort }: Omit<ServerSpec, 'program'>): Program {
    const { databaseUrl, graphUrl, secretKey, adminToken, log, program = PROGRAM } = this.#options;
    const env = {
      WIGWAG_DATABASE_URL: databaseUrl,
      WIGWAG_SECRET_KEY: secretKey,
      WIGWAG_ADMIN_TOKEN: adminToken,
      WIGWAG_GRAPH_URL: graphUrl,
      WIGWAG_INSTAGRAM_URL: graphUrl,
      WIGWAG_ROLE: role,
      WIGWAG_PORT: String(port),
      WIGWAG_METRICS_PORT: String(metricsPort),
      WIGWAG_LOG_LEVEL: 'error',
      ...this.#options.env,
    };
    return new Program(this.#upgraded.has(name) ? PROGRAM : program, [], env, log);
  }

  /** Replaces a process that ended. */
  restart(place: ServerSpec): void {
    place.program = this.#spawn(place);
  }

  /**
   * Stops a process and starts the program of this folder in its place. Resolves when that is ready.
   *
   * @throws if the old process does not exit cleanly, or the new one does not start
   */
  async upgrade(place: ServerSpec): Promise<void> {
    const code = await place.program.stop();
    if (code !== 0) {
      throw new Error(`${place.name} exited with ${code}; see ${this.#options.log}`);
    }
    this.#upgraded.add(place.name);
    this.restart(place);
    if ((await place.program.ready) === undefined) {
      throw new Error(`${place.name} did not start after its upgrade; see ${this.#options.log}`);
    }
  }

  /**
   * Restarts processes that ended because they lost the database during startup, as a service manager would.
   *
   * @throws if one of them does not start
   */
  async untilReady(): Promise<void> {
    for (const place of this.places) {
      for (let start = 1; (await place.program.ready) === undefined; start += 1) {
        if (start === MAX_STARTS) {
          throw new Error(`${place.name} did not start; see ${this.#options.log}`);
        }
        this.restart(place);
      }
    }
  }

  /** The URLs of the API for clients and providers. */
  get origins(): string[] {
    return this.places.filter(({ role }) => role !== 'worker').map(({ port }) => `http://127.0.0.1:${port}`);
  }

  /** Returns the number of tasks by state, over all queues; undefined if no process responds. */
  async tasks(): Promise<{ busy: number; waiting: number } | undefined> {
    const [first] = this.places;
    const text = await fetch(`http://127.0.0.1:${first?.metricsPort}/metrics`)
      .then((response) => response.text())
      .catch(() => '');
    const counts = { due: 0, running: 0, waiting: 0 };
    const lines = [...text.matchAll(/^wigwag_queue_tasks\{.*state="(due|running|waiting)".*\} (\d+)$/gm)];
    for (const [, state, count] of lines) {
      counts[state as keyof typeof counts] += Number(count);
    }
    return lines.length === 0 ? undefined : { busy: counts.due + counts.running, waiting: counts.waiting };
  }

  /** Calls the admin API of the first process, with a JSON body. @throws if it refuses */
  async admin<Body>(path: string, body: object = {}): Promise<Body> {
    const response = await fetch(`${this.origins[0]}/admin/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.#options.adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`the admin API returned ${response.status} for ${path}: ${text}`);
    }
    return JSON.parse(text) as Body;
  }

  jump(milliseconds: number): void {
    for (const { program } of this.places) {
      program.jump(milliseconds);
    }
  }

  /** Stops all processes. Returns those that did not exit cleanly. */
  async stop(): Promise<string[]> {
    const codes = await Promise.all(this.places.map(({ program }) => program.stop()));
    return this.places.filter((_, index) => codes[index] !== 0).map(({ name }, index) => `${name}: ${codes[index]}`);
  }

  async killAll(): Promise<void> {
    await Promise.all(this.places.map(({ program }) => (program.isAlive ? program.kill() : undefined)));
  }
}
