import { shapeOf } from './placeholders.ts';

const digitsOf = (value: string) => value.replace(/\D/g, '');
const keyOf = (value: string) => (shapeOf(value) === 'digits' ? digitsOf(value) : value);

/** Maps the values of a cassette, such as message IDs, to the values of this run. */
export class Bindings {
  readonly #values: Map<string, string>;

  constructor(values: Iterable<[string, string]> = []) {
    this.#values = new Map(values);
  }

  copy(): Bindings {
    return new Bindings(this.#values);
  }

  /** Binds a value of the cassette to one of this run. Returns false if it is already bound to another one. */
  bind(recorded: string, actual: string): boolean {
    const bound = this.#values.get(keyOf(recorded));
    if (bound === undefined) {
      this.#values.set(keyOf(recorded), keyOf(actual));
    }
    return bound === undefined || bound === keyOf(actual);
  }

  /** Returns the value of this run, or the same value if it is not bound. */
  actual(recorded: string): string {
    const bound = this.#values.get(keyOf(recorded));
    if (bound === undefined) {
      return recorded;
    }
    return recorded.startsWith('+') && shapeOf(bound) === 'digits' ? `+${bound}` : bound;
  }

  /** Returns JSON of a cassette with the values of this run. */
  substitute(value: unknown): unknown {
    if (typeof value === 'string') {
      return this.actual(value);
    }
    if (typeof value === 'number') {
      const actual = this.#values.get(String(value));
      return actual === undefined || !/^\d{1,15}$/.test(actual) ? value : Number(actual);
    }
    if (Array.isArray(value)) {
      return value.map((one) => this.substitute(one));
    }
    if (typeof value !== 'object' || value === null) {
      return value;
    }
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [this.actual(name), this.substitute(one)]));
  }
}
