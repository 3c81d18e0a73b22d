import { Agent, type Dispatcher, request } from 'undici';
import type { Random } from '../../testing/random.ts';
import { SimulatedProcess } from '../machine/process.ts';
import type { Scheduler } from '../machine/scheduler.ts';
import type { Download } from '../oracle/files.ts';
import type { Ledger } from '../oracle/ledger.ts';
import type { ApiReply } from '../oracle/records.ts';
import { fetchFile, hashOf } from './media.ts';

const SECOND = 1_000_000;
/** How long a client waits for a response, in milliseconds. */
const TIMEOUT = 40_000;
export const TRIES = 7;

/** The number of tries that failed, by cause. */
export interface Failures {
  /** Tries without a response because servers stopped gracefully. */
  orderly: number;
  /** Other tries without a response, and tries whose response has status 5xx: both may have been carried out. */
  other: number;
}

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: object;
  /** A body that is not JSON. */
  form?: { type: string; bytes: Buffer };
  key?: string | undefined;
  /** Uses the test key. */
  isTest?: boolean | undefined;
  /** Uses the key with a low limit. */
  isSlow?: boolean;
}

export interface ApiOptions {
  scheduler: Scheduler;
  random: Random;
  ledger: Ledger;
  account: number;
  /** The API's origins. */
  origins: () => string[];
  apiKey: string;
  testKey: string;
  /** A key with a low limit. */
  slowKey: string;
  /** Whether no fault currently affects requests. */
  isCalm: () => boolean;
  /** Whether servers currently only start and stop gracefully. */
  isOrderly: () => boolean;
  /** Whether the servers run and can be reached, so that each request gets a response. */
  isServed: () => boolean;
}

/** A program that calls the API for one account and repeats failed calls. */
export class ApiClient {
  readonly process: SimulatedProcess;
  protected readonly options: ApiOptions;
  readonly #agent: Dispatcher;

  constructor(options: ApiOptions) {
    this.options = options;
    this.process = new SimulatedProcess(options.scheduler, `client ${options.account}`);
    this.#agent = new Agent({ connections: 16, headersTimeout: TIMEOUT, bodyTimeout: TIMEOUT });
  }

  async #once(
    { method, path, body, form, key, isTest, isSlow }: ApiRequest,
    failures: Failures,
  ): Promise<ApiReply | undefined> {
    const { ledger, scheduler, random, origins, apiKey, testKey, slowKey } = this.options;
    const { account, isCalm, isServed, isOrderly } = this.options;
    const all = origins();
    const origin = all[random.below(all.length)] as string;
    const wasCalm = isCalm();
    const wasServed = isServed();
    const wasOrderly = isOrderly();
    const begun = scheduler.now;
    const name = key === undefined ? path : `${path} (${key})`;
    const tell = (text: string) => scheduler.tell(this.process, `${method} ${name}: ${text}`);
    try {
      const response = await request(`${origin}/api/v1${path}`, {
        method,
        dispatcher: this.#agent,
        headers: {
          authorization: `Bearer ${isTest ? testKey : isSlow ? slowKey : apiKey}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(form && { 'content-type': form.type }),
          ...(key && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
        ...(form && { body: form.bytes }),
      });
      const reply = {
        status: response.statusCode,
        headers: response.headers as Record<string, string>,
        body: (await response.body.json()) as ApiReply['body'],
      };
      tell(`${reply.status} ${reply.body.error?.code ?? ''}`);
      ledger.answered(
        account,
        method,
        path,
        reply,
        scheduler.now - begun,
        wasCalm && isCalm(),
        wasServed && isServed(),
      );
      failures.other += reply.status >= 500 ? 1 : 0;
      return reply;
    } catch (error) {
      tell((error as { code?: string }).code ?? (error as Error).message);
      failures[wasOrderly && isOrderly() ? 'orderly' : 'other'] += 1;
      ledger.unanswered(account, method, path, error as Error, wasServed && isServed());
      return undefined;
    }
  }

  /** Downloads a customer's file. It needs no key. */
  protected async download(path: string): Promise<Download> {
    const { scheduler, random, origins } = this.options;
    let status: number | undefined;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const all = origins();
      const url = `${all[random.below(all.length)]}${path}`;
      const file = await this.process.run(() => fetchFile(url, this.#agent)).catch(() => undefined);
      scheduler.tell(this.process, `GET ${path}: ${file?.status}`);
      status = file?.status;
      if (file && file.status < 500 && file.status !== 429) {
        return { status, hash: hashOf(file.bytes) };
      }
      await scheduler.pause(this.process, 'waits to retry', 2 ** tries * SECOND);
    }
    return { status, hash: undefined };
  }

  /** Makes a call, and repeats it while a retry may succeed. */
  call(call: ApiRequest, tries = TRIES, failures: Failures = { orderly: 0, other: 0 }): Promise<ApiReply | undefined> {
    const { scheduler, ledger } = this.options;
    const settle = ledger.began(`${call.method} ${call.path}`);
    return this.process
      .run(async () => {
        for (let left = tries; ; left -= 1) {
          const reply = await this.#once(call, failures);
          if (left === 1 || (reply && reply.status < 500 && reply.status !== 429)) {
            return reply;
          }
          await scheduler.pause(this.process, 'waits to retry', 2 ** (tries - left) * SECOND);
        }
      })
      .finally(settle);
  }

  /**
   * Returns all records of a cursor list (§2.1); undefined if a page failed.
   *
   * @param pause how long to wait before each page, in microseconds
   */
  async readAll(path: string, name: string, limit = 100, pause = 0): Promise<readonly unknown[] | undefined> {
    const records: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = `limit=${limit}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
      const reply = await this.call({ method: 'GET', path: `${path}?${query}` });
      if (reply?.status !== 200) {
        return undefined;
      }
      await this.options.scheduler.pause(this.process, 'reads a page', pause);
      const { pagination } = (reply?.body.data ?? {}) as {
        pagination?: { has_more: boolean; next_cursor: string | null };
      };
      records.push(...((reply?.body.data?.[name] as unknown[] | undefined) ?? []));
      cursor = pagination?.has_more ? pagination.next_cursor : null;
    }
    return records;
  }
}
