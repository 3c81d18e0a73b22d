import { ERRORS, type ErrorCode, type Operation } from '@wigwag/openapi';
import type { Asked, Exchange } from './exchange.ts';
import { Failure } from './verdict.ts';

/** One answer of the API, as it came over HTTP, with what was asked. */
export class Answer implements Exchange {
  readonly asked: Asked;
  /** The operation of the document, when the path is known. */
  readonly operation: Operation | undefined;
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
  /** The body; undefined when it is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: any implementation may answer anything
  readonly body: any;

  constructor(answer: {
    asked: Asked;
    operation?: Operation;
    status: number;
    headers: Record<string, string>;
    text: string;
  }) {
    this.asked = answer.asked;
    this.operation = answer.operation;
    this.status = answer.status;
    this.headers = answer.headers;
    this.text = answer.text;
    this.body = jsonOf(answer.text);
  }

  /** @throws {Failure} unless it is a success with this status */
  is(status: number): this {
    if (this.status !== status) {
      throw new Failure(`${this.what} answered ${this.said}, not ${status}`, {
        expected: status,
        got: this.said,
        exchange: this,
      });
    }
    return this;
  }

  /**
   * For what a case only needs: which 2xx it is has clauses of its own.
   *
   * @throws {Failure} unless it is a success
   */
  succeeds(): this {
    if (this.status < 200 || this.status > 299) {
      throw new Failure(`${this.what} answered ${this.said}, and no success`, {
        expected: '2xx',
        got: this.said,
        exchange: this,
      });
    }
    return this;
  }

  /**
   * @param allowed a code, which brings its status, or a status alone where the specification leaves the code open
   * @throws {Failure} unless it is one of these refusals
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
      throw new Failure(`${this.what} answered ${this.said}, not ${expected}`, {
        expected,
        got: this.said,
        exchange: this,
      });
    }
    return this;
  }

  /** `data` of a success. @throws {Failure} when there is none */
  // biome-ignore lint/suspicious/noExplicitAny: cases read what they expect
  get data(): any {
    const data = this.body?.data;
    if (data === null || typeof data !== 'object') {
      throw new Failure(`${this.what} answered ${this.said} without data`, {
        expected: 'data',
        got: this.text.slice(0, 200),
        exchange: this,
      });
    }
    return data;
  }

  /** `error` of a refusal. @throws {Failure} when there is none */
  // biome-ignore lint/suspicious/noExplicitAny: cases read what they expect
  get error(): any {
    const error = this.body?.error;
    if (error === null || typeof error !== 'object') {
      throw new Failure(`${this.what} answered ${this.said} without error`, {
        expected: 'error',
        got: this.text.slice(0, 200),
        exchange: this,
      });
    }
    return error;
  }

  /** The list beside `pagination`, whatever it is called (list-names is open). @throws {Failure} when there is none */
  // biome-ignore lint/suspicious/noExplicitAny: cases read what they expect
  get list(): any[] {
    const all = Object.values(this.data).filter(Array.isArray);
    // Beside the records there may be lists of something else, such as the filters that were used.
    const records = all.filter(
      (list) => list.length > 0 && list.every((one) => one !== null && typeof one === 'object'),
    );
    const lists = all.length > 1 && records.length === 1 ? records : all;
    if (lists.length !== 1) {
      throw new Failure(`${this.what} answered no list in data`, {
        expected: 'one array in data',
        got: Object.keys(this.data),
        exchange: this,
      });
    }
    return lists[0] as unknown[];
  }

  get what(): string {
    return `${this.asked.method} ${new URL(this.asked.url).pathname}`;
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
