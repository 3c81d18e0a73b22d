import type { Mutation, ProxiedRequest, ProxiedResponse } from '../mutants/mutant.ts';

// biome-ignore lint/suspicious/noExplicitAny: variations reach into bodies as they like
type Json = any;

/** Returns all objects in a value, the outermost last. */
export function eachObject(node: Json, change: (record: Json) => void): void {
  if (node !== null && typeof node === 'object') {
    for (const value of Object.values(node)) {
      eachObject(value, change);
    }
    if (!Array.isArray(node)) {
      change(node);
    }
  }
}

/** Replaces each string in a value with the result of `change`, which receives the field name. */
export function eachText(node: Json, change: (text: string, name: string) => string): void {
  eachObject(node, (record) => {
    for (const [name, value] of Object.entries(record)) {
      if (typeof value === 'string') {
        record[name] = change(value, name);
      } else if (Array.isArray(value)) {
        record[name] = value.map((one) => (typeof one === 'string' ? change(one, name) : one));
      }
    }
  });
}

/** Returns a change of the JSON in both responses and webhooks. */
export const everywhere = (change: (json: Json) => void): Pick<Mutation, 'answer' | 'delivery'> => ({
  answer: ({ json }) => change(json),
  delivery: ({ json }) => {
    change(json);
    return 'sign';
  },
});

/** Renames fields. A name with a dot moves the field into a nested object. */
export const renamed =
  (names: Record<string, string>) =>
  (record: Json): void => {
    for (const [name, other] of Object.entries(names)) {
      if (record && Object.hasOwn(record, name)) {
        const { [name]: value } = record;
        delete record[name];
        const [outer = '', inner] = other.split('.');
        record[outer] = inner === undefined ? value : { ...record[outer], [inner]: value };
      }
    }
  };

/** Returns whether a request is for this path. */
export const below =
  (path: RegExp, change: (data: Json, answer: ProxiedResponse, asked: ProxiedRequest) => void) =>
  (answer: ProxiedResponse, asked: ProxiedRequest): void => {
    if (path.test(asked.path) && answer.status < 300 && answer.json?.data) {
      change(answer.json.data, answer, asked);
    }
  };

export const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
