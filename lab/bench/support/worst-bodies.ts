import type { Schema } from '@wigwag/openapi';

/** A path in a body: field names, and 0 for list entries. */
type FieldPath = readonly (string | number)[];

/** A body that is expensive to validate, and a description of it. */
export interface WorstBody {
  what: string;
  text: string;
}

/** Values for a position, as JSON. Each is repeated until the body is full. */
interface Attack {
  name: string;
  open: string;
  unit: string;
  separator: string;
  close: string;
}

const list = (unit: string): Attack => ({ name: `[${unit}, ...]`, open: '[', unit, separator: ',', close: ']' });
const text = (unit: string): Attack => ({
  name: `"${unit}..."`,
  open: '"',
  unit: JSON.stringify(unit).slice(1, -1),
  separator: '',
  close: '"',
});

/** List entries: invalid values, values with missing or extra fields, and nested lists. */
const LISTS = ['1', '"a"', 'null', 'true', '{}', '[]', '{"x":1}', '{"type":1}', '{"title":"a"}', '[[],{}]'].map(list);

/** Strings on which regular expressions, formats and parsers of URLs and numbers may backtrack. */
const TEXTS = [
  ...['a', '0', '9', '+', '-', '(', '%', '%7B', '.', '@', ':', '/', ' ', '\t', '\n', '\u0085', '\u00a0', '\u200d'],
  ...[
    'é',
    'e\u0301',
    'İ',
    '٣',
    '😀',
    '👨‍👩‍👧‍👦',
    '\ud83d',
    '{',
    '}',
    '{{',
    '{{ ',
    '{{a',
    '{{1}}',
    '}}',
    'a.',
    'a@',
    'http://',
  ],
  ...[
    'https://',
    'https://a.',
    'https://a@',
    '0h',
    '1:',
    '::',
    '[',
    ']',
    '\\',
    '"',
    "'",
    '<',
    '&',
    'T',
    '-01',
    '    \t',
  ],
].map(text);

/** Prefixes that make validation read further into a string. */
const PREFIXES = ['https://a.example/', 'https://', '{{', '+90', 'web_', 'msg_', 'wa_', 'wamid.'];

const INDEX = '#'; // replaced by a unique number, so that all field names differ
const object = (value: string): Attack => ({
  name: `{"k0": ${value}, ...}`,
  open: '{',
  unit: `"k${INDEX}":${value}`,
  separator: ',',
  close: '}',
});
const OBJECTS = ['1', '""', '{}', 'null'].map(object);

const nested = (open: string, close: string, what: string) => (bytes: number) => ({
  name: what,
  filling: (() => {
    const depth = Math.floor(bytes / (open.length + close.length + 1));
    return `${open.repeat(depth)}1${close.repeat(depth)}`;
  })(),
});
const NESTED = [nested('[', ']', '[[[...'), nested('{"a":', '}', '{"a":{"a":...')];

function filled({ open, unit, separator, close }: Attack, bytes: number): string {
  const length = Buffer.byteLength(unit) + Buffer.byteLength(separator) + (unit.includes(INDEX) ? 4 : 0);
  const units = Array.from({ length: Math.floor((bytes - 2) / length) }, (_, index) =>
    unit.replace(INDEX, String(index)),
  );
  return open + units.join(separator) + close;
}

/** Returns a string of a prefix and repeated units. */
const prefixed = (prefix: string, unit: string, bytes: number): string =>
  JSON.stringify(prefix + unit.repeat(Math.floor((bytes - prefix.length - 2) / Buffer.byteLength(unit))));

/** Resolves a schema's reference. */
type Resolve = (reference: string) => unknown;

/** Returns all positions in a schema with their types, and the schema's examples. */
function placesOf(schema: Schema, resolve: Resolve) {
  const places = new Map<string, { path: FieldPath; types: Set<string> }>();
  const examples: unknown[] = [];
  const visit = (node: unknown, path: FieldPath, seen: readonly unknown[]): void => {
    if (node === null || typeof node !== 'object' || seen.includes(node) || path.length > 8) {
      return;
    }
    const { $ref, type, properties, items, examples: own, ...rest } = node as Schema;
    const inside = [...seen, node];
    const key = JSON.stringify(path);
    const place = places.get(key) ?? { path, types: new Set<string>() };
    places.set(key, place);
    for (const one of [type].flat()) {
      if (typeof one === 'string') {
        place.types.add(one);
      }
    }
    if (path.length === 0 && Array.isArray(own)) {
      examples.push(...own);
    }
    if (typeof $ref === 'string') {
      visit(resolve($ref), path, inside);
    }
    for (const [name, property] of Object.entries((properties ?? {}) as Schema)) {
      visit(property, [...path, name], inside);
    }
    visit(items, [...path, 0], inside);
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      for (const branch of (rest[keyword] as unknown[] | undefined) ?? []) {
        visit(branch, path, inside);
      }
    }
    for (const keyword of ['if', 'then', 'else']) {
      visit(rest[keyword], path, inside);
    }
  };
  visit(schema, [], []);
  return { places: [...places.values()], examples };
}

const HOLE = 'a hole to fill';

/** Returns a copy of the example with a hole at the path. Missing parents are added. */
function withHole(example: unknown, path: FieldPath): string {
  const [first, ...rest] = path;
  const hole = (node: unknown, [name, ...deeper]: FieldPath): unknown => {
    if (name === undefined) {
      return HOLE;
    }
    if (typeof name === 'number') {
      return [hole(Array.isArray(node) ? node[0] : undefined, deeper)];
    }
    const object = node !== null && typeof node === 'object' && !Array.isArray(node) ? node : {};
    return { ...object, [name]: hole((object as Record<string, unknown>)[name], deeper) };
  };
  return JSON.stringify(first === undefined ? HOLE : hole(example, [first, ...rest]));
}

/** Returns how many steps of a path exist in an example. */
const depthOf = (example: unknown, path: FieldPath): number => {
  let node = example;
  let depth = 0;
  for (const name of path) {
    node = (node as Record<string | number, unknown> | null | undefined)?.[name];
    if (node === undefined) {
      return depth;
    }
    depth += 1;
  }
  return depth;
};

/**
 * Returns bodies of nearly `bytes` bytes for every list, object and string of a schema. Each is an example of the
 * schema in which one position is filled with values that are expensive to validate.
 */
export function* worstBodies(schema: Schema, resolve: Resolve, bytes: number): Generator<WorstBody> {
  const { places, examples } = placesOf(schema, resolve);
  for (const { path, types } of places) {
    const best = examples.toSorted((left, right) => depthOf(right, path) - depthOf(left, path))[0] ?? {};
    const around = withHole(best, path);
    const room = bytes - Buffer.byteLength(around);
    const at = path.length === 0 ? 'body' : path.join('.');
    const body = (name: string, filling: string): WorstBody => ({
      what: `${at} = ${name}`,
      text: around.replace(JSON.stringify(HOLE), () => filling),
    });
    const attacks = [
      ...(types.has('array') || types.size === 0 ? LISTS : LISTS.slice(0, 1)),
      ...(types.has('object') || types.size === 0 ? OBJECTS : OBJECTS.slice(0, 1)),
      ...(types.has('string') || types.size === 0 ? TEXTS : TEXTS.slice(0, 1)),
    ];
    for (const attack of attacks) {
      yield body(attack.name, filled(attack, room));
    }
    if (types.has('string')) {
      for (const prefix of PREFIXES) {
        yield body(`"${prefix}a..."`, prefixed(prefix, 'a', room));
        yield body(`"${prefix} ..."`, prefixed(prefix, ' ', room));
        yield body(`"${prefix}9..."`, prefixed(prefix, '9', room));
      }
    }
    const example = path.reduce<unknown>((node, name) => (node as Record<string | number, unknown>)?.[name], best);
    if (Array.isArray(example) && example.length > 0) {
      const [entry] = example;
      yield body('its own entry, ...', filled(list(JSON.stringify(entry)), room));
    }
    for (const attack of NESTED) {
      const { name, filling } = attack(room);
      yield body(name, filling);
    }
  }
}
