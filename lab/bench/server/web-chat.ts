import { type RunningServer, readConfig, startServer } from '@wigwag/server';
import { createKey } from '../../../server/domain/account/create-key.ts';
import { startPostgres } from '../../testing/start-postgres.ts';
import { type Benchmark, type Figure, figure, median, percentile } from '../figure.ts';
import { createBenchAccount } from '../support/accounts.ts';
import { run } from '../support/processes.ts';

/** The maximum time until an open page shows a message, in milliseconds. */
const REACH_MILLISECONDS = 100;
const WARM_UP = 20;

/** A visitor's open page, which finds a reply by its text. */
class ChatPage {
  readonly visitor: string;
  readonly #arrived = new Map<string, number>();
  #wake = () => {};

  private constructor(visitor: string) {
    this.visitor = visitor;
  }

  static async open(chat: string): Promise<ChatPage> {
    const created = await fetch(`${chat}/visitors`, { method: 'POST' });
    const { visitor_id, token } = (await created.json()) as { visitor_id: string; token: string };
    const stream = await fetch(`${chat}/events`, { headers: { authorization: `Bearer ${token}` } });
    const page = new ChatPage(visitor_id);
    void page.#read(stream);
    return page;
  }

  async #read(stream: Response): Promise<void> {
    for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const now = performance.now();
      for (const [, text] of chunk.matchAll(/"text":"(answer \d+)"/g)) {
        this.#arrived.set(text ?? '', now);
      }
      this.#wake();
    }
  }

  /** Returns when the text appeared. */
  async has(text: string): Promise<number> {
    for (;;) {
      const at = this.#arrived.get(text);
      if (at !== undefined) {
        return at;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}

async function startApi(databaseUrl: string, role: 'all' | 'api'): Promise<{ server: RunningServer; key: string }> {
  const secretKey = 'a secret key for benchmarks';
  const server = await startServer(readConfig({}, { databaseUrl, secretKey, port: 0, role, logLevel: 'warn' }));
  const { app } = server;
  const { accountId } = await createBenchAccount(app);
  const newKey = { accountId, mode: 'live', requestsPerMinute: 1_000_000 } as const;
  return { server, key: await app.store.transaction((tx) => createKey(app, tx, newKey)) };
}

/** Returns the times from the start of the request until the send is accepted and until the page shows it. */
async function measure(databaseUrl: string, role: 'all' | 'api', sends: number) {
  const { server, key } = await startApi(databaseUrl, role);
  const page = await ChatPage.open(`${server.origin}/webchat/web_1`);
  const accepted: number[] = [];
  const shown: number[] = [];
  for (let count = -WARM_UP; count < sends; count += 1) {
    const text = `answer ${count + WARM_UP}`;
    const begun = performance.now();
    const response = await fetch(`${server.origin}/api/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ channel: 'web', to: page.visitor, text }),
    });
    if (response.status !== 202) {
      throw new Error(`a send returned ${response.status}: ${await response.text()}`);
    }
    const answered = performance.now();
    const there = await page.has(text);
    if (count >= 0) {
      accepted.push(answered - begun);
      shown.push(there - begun);
    }
  }
  await server.stop();
  return { accepted, shown };
}

function figuresOf(name: string, { accepted, shown }: { accepted: number[]; shown: number[] }): Figure[] {
  return [
    figure(`web-chat: ${name}, until it is shown, p99`, percentile(shown, 0.99), 'ms', REACH_MILLISECONDS, 'down'),
    figure(`web-chat: ${name}, shown / accepted`, median(shown) / median(accepted), 'ratio', 5, 'down'),
  ];
}

/** An open page shows a message at once, whichever process sends it (§1, web channel). */
export const webChat: Benchmark = async ({ quick, progress }) => {
  const sends = quick ? 100 : 500;
  progress(`  ${sends} sends to an open page, one process on SQLite`);
  const figures = figuresOf('one process', await measure('sqlite::memory:', 'all', sends));
  progress(`  ${sends} sends, an api and a worker process on PostgreSQL`);
  const postgres = await startPostgres();
  const worker = await run('api-process.ts', postgres.url, 'worker');
  try {
    figures.push(...figuresOf('api and worker on PostgreSQL', await measure(postgres.url, 'api', sends)));
  } finally {
    await worker.stop();
    await postgres.stop();
  }
  return figures;
};
