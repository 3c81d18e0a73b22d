import { isUtf8 } from 'node:buffer';
import { ERRORS, type ErrorCode, type Operation } from '@wigwag/openapi';
import { textOf } from './bounded-body.ts';
import type { Exchange, SentRequest } from './exchange.ts';
import { CaseFailure } from './verdict.ts';

/** One HTTP response from the API, with its request. */
export class ApiResponse implements Exchange {
  readonly request: SentRequest;
  /** The operation of the document, if the path is known. */
  readonly operation: Operation | undefined;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
  /** Whether the bytes of the body are UTF-8. */
  readonly isUtf8: boolean;
  /** The parsed body; undefined if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: an implementation may return anything
  readonly body: any;

  constructor(answer: {
    request: SentRequest;
    operation?: Operation;
    status: number;
    headers: Record<string, string>;
    bytes: Uint8Array;
  }) {
    this.request = answer.request;
    this.operation = answer.operation;
    this.status = answer.status;
    this.headers = answer.headers;
    this.text = textOf(answer.bytes);
    this.isUtf8 = isUtf8(answer.bytes);
    this.body = jsonOf(this.text);
  }

  /** @throws {CaseFailure} unless the response has this status */
  is(status: number): this {
    if (this.status !== status) {
      throw new CaseFailure(`${this.what} returned ${this.said}, not ${status}`, {
        expected: status,
        got: this.said,
        exchange: this,
      });
    }
    return this;
  }

  /**
   * Checks a request that prepares a case. Separate clauses check which 2xx status it returns.
   *
   * @throws {CaseFailure} unless the response is a success
   */
  succeeds(): this {
    if (this.status < 200 || this.status > 299) {
      throw new CaseFailure(`${this.what} returned ${this.said}, not a success`, {
        expected: '2xx',
        got: this.said,
        exchange: this,
      });
    }
    return this;
  }

  /**
   * @param allowed error codes, which imply their status, or statuses where the specification leaves the code open
   * @throws {CaseFailure} unless the response is one of these errors
   */
  refuses(...allowed: (ErrorCode | number)[]): this {
    const holds = allowed.some((one) =>
      typeof one === 'number'
        ? this.status === one
        : this.status === ERRORS[one].http && this.body?.error?.code === one,
    );
    if (!holds) {
      const expected = allowed
        .map((one) => (typeof one === 'number' ? String(one) : `${ERRORS[one].http} ${one}`))
        .join(' or ');
      throw new CaseFailure(`${this.what} returned ${this.said}, not ${expected}`, {
        expected,
        got: this.said,
        exchange: this,
      });
    }
    return this;
  }

  /** Returns `data` of a success. @throws {CaseFailure} if it is missing */
  // biome-ignore lint/suspicious/noExplicitAny: cases read what they expect
  get data(): any {
    const data = this.body?.data;
    if (data === null || typeof data !== 'object') {
      throw new CaseFailure(`${this.what} returned ${this.said} without data`, {
        expected: 'data',
        got: this.text.slice(0, 200),
        exchange: this,
      });
    }
    return data;
  }

  /** Returns `error` of an error response. @throws {CaseFailure} if it is missing */
  // biome-ignore lint/suspicious/noExplicitAny: cases read what they expect
  get error(): any {
    const error = this.body?.error;
    if (error === null || typeof error !== 'object') {
      throw new CaseFailure(`${this.what} returned ${this.said} without error`, {
        expected: 'error',
        got: this.text.slice(0, 200),
        exchange: this,
      });
    }
    return error;
  }

  /** Returns the list next to `pagination`, under any name (list-names is open). @throws {CaseFailure} if there is none */
  // biome-ignore lint/suspicious/noExplicitAny: cases read what they expect
  get list(): any[] {
    const all = Object.values(this.data).filter(Array.isArray);
    // `data` may contain other lists, such as the filters in use.
    const records = all.filter(
      (list) => list.length > 0 && list.every((one) => one !== null && typeof one === 'object'),
    );
    const lists = all.length > 1 && records.length === 1 ? records : all;
    if (lists.length !== 1) {
      throw new CaseFailure(`${this.what} returned no list in data`, {
        expected: 'one array in data',
        got: Object.keys(this.data),
        exchange: this,
      });
    }
    return lists[0] as unknown[];
  }

  get what(): string {
    return `${this.request.method} ${new URL(this.request.url).pathname}`;
  }

  private get said(): string {
    const code = this.body?.error?.code;
    return code === undefined ? String(this.status) : `${this.status} ${code}`;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
