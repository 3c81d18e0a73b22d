import type { Json } from '../world/state.ts';
import type { Bindings } from './bindings.ts';
import { shapeOf } from './placeholders.ts';
import { FREE_TEXT } from './redaction-table.ts';
import { isKept, type Side, sideWithin } from './redactor.ts';
import { jsonIn } from './values.ts';

/** One difference between a cassette and a run. */
export interface Difference {
  what: 'shape' | 'code' | 'header' | 'order' | 'missing' | 'unexpected';
  /** The exchange: the method and path of a request, or the events of a callback. */
  exchange: string;
  /** The field, header or list. */
  at: string;
  recorded: string;
  found: string;
}

export type FoundDifference = Pick<Difference, 'what' | 'at' | 'recorded' | 'found'>;

export interface CassetteComparison {
  side: Side;
  /** When the recording began, in milliseconds since the epoch. */
  now: number;
  bindings: Bindings;
  /** Whether the values of this field must be equal, if they are not redacted. */
  comparesValue(name: string): boolean;
  /**
   * Whether equal values of the cassette must also be equal in this run, and lists must have the same length. Otherwise,
   * it is enough that both lists are empty or both are not.
   */
  isStrict: boolean;
}

const describe = (value: unknown): string => {
  if (Array.isArray(value)) {
    return `a list of ${value.length}`;
  }
  if (typeof value === 'object') {
    return value === null ? 'null' : 'an object';
  }
  return typeof value === 'string' ? `a string (${shapeOf(value)})` : `a ${typeof value}`;
};

const shape = (at: string, recorded: string, found: string): FoundDifference => ({
  what: 'shape',
  at,
  recorded,
  found,
});

/** Returns the differences in shape between a redacted value of a cassette and a value of this run. */
export function compare(
  recorded: unknown,
  actual: unknown,
  comparison: CassetteComparison,
  at: string,
): FoundDifference[] {
  return compareField(recorded, actual, comparison, at, '', '');
}

function compareField(
  recorded: unknown,
  actual: unknown,
  how: CassetteComparison,
  at: string,
  name: string,
  parent: string,
): FoundDifference[] {
  if (recorded === undefined || actual === undefined) {
    if (recorded === actual) {
      return [];
    }
    return [recorded === undefined ? shape(at, 'nothing', describe(actual)) : shape(at, describe(recorded), 'nothing')];
  }
  if (Array.isArray(recorded) && Array.isArray(actual)) {
    const sameLength = how.isStrict
      ? recorded.length === actual.length
      : (recorded.length === 0) === (actual.length === 0);
    const pairs = recorded.slice(0, actual.length).map((one, index) => [one, actual[index], index] as const);
    return [
      ...(sameLength ? [] : [shape(at, describe(recorded), describe(actual))]),
      ...pairs.flatMap(([one, other, index]) => compareField(one, other, how, `${at}[${index}]`, name, parent)),
    ];
  }
  if (isObject(recorded) && isObject(actual)) {
    return compareObjects(recorded, actual, { ...how, side: sideWithin(recorded, how.side, name, parent) }, at, name);
  }
  if (typeof recorded === 'string' && typeof actual === 'string') {
    return compareStrings(recorded, actual, how, at, name, parent);
  }
  if (
    typeof recorded !== typeof actual ||
    isObject(recorded) ||
    isObject(actual) ||
    recorded === null ||
    actual === null
  ) {
    return recorded === actual ? [] : [shape(at, describe(recorded), describe(actual))];
  }
  if (typeof recorded === 'number' && !isKept(name, recorded, how.side, parent, how.now)) {
    const related = bound(String(recorded), String(actual), how);
    return related ? [] : [shape(at, 'the same value as before', 'another value')];
  }
  return recorded === actual || !how.comparesValue(name) ? [] : [shape(at, String(recorded), String(actual))];
}

function compareObjects(
  recorded: Json,
  actual: Json,
  how: CassetteComparison,
  at: string,
  parent: string,
): FoundDifference[] {
  // Replace names that are placeholders, such as an account's ID, by the names of this run.
  const named = Object.entries(recorded).map(([name, value]) => [how.bindings.actual(name), value] as const);
  const names = new Set([...named.map(([name]) => name), ...Object.keys(actual)]);
  const values = new Map(named);
  const inside = at === '' ? '' : `${at}.`;
  return [...names].flatMap((name) =>
    compareField(values.get(name), actual[name], how, `${inside}${name}`, name, parent),
  );
}

function compareStrings(
  recorded: string,
  actual: string,
  how: CassetteComparison,
  at: string,
  name: string,
  parent: string,
): FoundDifference[] {
  if (isKept(name, recorded, how.side, parent, how.now)) {
    const isTime = /^\d{10,13}$/.test(recorded);
    return recorded === actual || isTime || !how.comparesValue(name) ? [] : [shape(at, recorded, actual)];
  }
  const [inner, other] = [jsonIn(recorded), jsonIn(actual)];
  if (inner !== undefined && other !== undefined) {
    const side = sideWithin(recorded, how.side, name, parent);
    return compareField(inner, other, { ...how, side }, at, name, parent);
  }
  if (FREE_TEXT.has(name)) {
    return [];
  }
  const [before, now] = [shapeOf(recorded), shapeOf(actual)];
  if (before !== now) {
    return [shape(at, describe(recorded), describe(actual))];
  }
  return before === 'text' || before === 'empty' || bound(recorded, actual, how)
    ? []
    : [shape(at, 'the same value as before', 'another value')];
}

/** Returns whether a value equals the one that it was bound to before. Short values, such as counts, are not IDs. */
function bound(recorded: string, actual: string, { bindings, isStrict }: CassetteComparison): boolean {
  return recorded.length < 6 || bindings.bind(recorded, actual) || !isStrict;
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
