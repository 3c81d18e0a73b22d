import { text as asText } from '../graph/graph-request.ts';
import { isObject } from '../graph/parameters.ts';
import type { Json } from '../world/state.ts';

/** A pattern for a text, with a description and a matching example. */
export interface TextForm {
  pattern: RegExp;
  must: string;
  sample: string;
}

/** A fault in a whole value: a description, or the missing field. */
export type FieldRule<Value> = (value: Value) => string | { missing: FieldPath } | undefined;
export type FieldPath = readonly (string | number)[];
export type Fields = Readonly<Record<string, Field>>;

export interface TextField {
  is: 'text';
  /** In characters. */
  max?: number;
  words?: readonly string[];
  form?: TextForm;
  /** The field is required but may be empty. */
  empty?: true;
}
export interface NumberField {
  is: 'number';
  min: number;
  max: number;
  whole?: true;
}
export interface ObjectField {
  is: 'object';
  fields: Fields;
  /** Exactly one of these is required. */
  one?: readonly string[];
  /** At least one of these is required. */
  some?: readonly string[];
  rule?: FieldRule<Json>;
}
/** An object whose field `by` determines its other fields. */
export interface KindsField {
  is: 'kinds';
  by: string;
  kinds: Readonly<Record<string, ObjectField>>;
  /** The kind may also be uppercase. */
  caseless?: true;
}
export interface ListField {
  is: 'list';
  of: Field;
  min: number;
  max?: number;
  rule?: FieldRule<Json[]>;
}
/** An object with exactly one of `id` and `link`, in addition to these fields. */
export interface MediaField {
  is: 'media';
  kind: string;
  fields: Fields;
}
interface NothingField {
  is: 'nothing';
}

/** The type of a request field. Fields are required unless `optional`. */
export type Field = (TextField | NumberField | ObjectField | KindsField | ListField | MediaField | NothingField) & {
  optional?: true;
};

export const text = (max?: number, more: Omit<TextField, 'is' | 'max'> = {}): TextField => ({
  is: 'text',
  max,
  ...more,
});
export const words = (...known: string[]): TextField => ({ is: 'text', words: known });
export const number = (min: number, max: number, more: Pick<NumberField, 'whole'> = {}): NumberField => ({
  is: 'number',
  min,
  max,
  ...more,
});
export const object = (fields: Fields, more: Omit<ObjectField, 'is' | 'fields'> = {}): ObjectField => ({
  is: 'object',
  fields,
  ...more,
});
export const kinds = (by: string, known: KindsField['kinds'], more: Pick<KindsField, 'caseless'> = {}): KindsField => ({
  is: 'kinds',
  by,
  kinds: known,
  ...more,
});
export const list = (of: Field, min: number, max?: number, rule?: ListField['rule']): ListField => ({
  is: 'list',
  of,
  min,
  max,
  rule,
});
export const media = (kind: string, fields: Fields = {}): MediaField => ({ is: 'media', kind, fields });
export const nothing: Field = { is: 'nothing', optional: true };
export const optional = (field: Field): Field => ({ ...field, optional: true });

export const URL_FORMAT: TextForm = {
  pattern: /^https?:\/\/\S+$/,
  must: 'must be an http or https URL',
  sample: 'https://shop.example/',
};
export const url = (max?: number): TextField => text(max, { form: URL_FORMAT });

/** Returns a rule that reports `details` if two values of `get` in a list are equal. */
export const distinct =
  (get: (one: Json) => unknown, details: string): FieldRule<Json[]> =>
  (all) =>
    new Set(all.map((one) => String(get(one)))).size === all.length ? undefined : details;

/** Returns the first fault that one of the rules finds. */
export const all =
  <Value>(...rules: FieldRule<Value>[]): FieldRule<Value> =>
  (value) => {
    for (const rule of rules) {
      const found = rule(value);
      if (found !== undefined) {
        return found;
      }
    }
    return undefined;
  };

/** The reasons for refusing a request. */
export type RuleFault = { path: FieldPath } & (
  | { kind: 'missing' | 'unexpected' }
  | { kind: 'long'; max: number }
  | { kind: 'word'; words: readonly string[]; got: string }
  | { kind: 'count'; min: number; max?: number }
  | { kind: 'range'; min: number; max: number }
  /** The value has the wrong type or format, or violates a rule. */
  | { kind: 'type' | 'form' | 'rule'; says: string }
);

/** How one platform reports faults. */
export interface Dialect {
  error(fault: RuleFault): Error;
  /** Checks the `id` or `link` of media. */
  media?(kind: string, content: Json): void;
}

/** Checks the fields of a request against the table. @throws the error of the dialect for the first fault */
export function checkFields(fields: Fields, value: Json, path: FieldPath, dialect: Dialect): void {
  for (const [name, field] of Object.entries(fields)) {
    checkField(field, value[name], [...path, name], dialect);
  }
}

/** Checks one value against the table. @throws the error of the dialect for the first fault */
export function checkField(field: Field, value: unknown, path: FieldPath, dialect: Dialect): void {
  if (isAbsent(value) && !(value === '' && field.is === 'text' && field.empty)) {
    if (!field.optional) {
      throw dialect.error({ kind: 'missing', path });
    }
    return;
  }
  if (field.is === 'nothing') {
    throw dialect.error({ kind: 'unexpected', path });
  }
  if (field.is === 'text') {
    checkText(field, value, path, dialect);
  } else if (field.is === 'number') {
    checkNumber(field, value, path, dialect);
  } else if (field.is === 'list') {
    checkList(field, value, path, dialect);
  } else {
    checkJson(field, value, path, dialect);
  }
}

function checkJson(
  field: ObjectField | KindsField | MediaField,
  value: unknown,
  path: FieldPath,
  dialect: Dialect,
): void {
  if (!isObject(value)) {
    throw dialect.error({ kind: 'type', path, says: 'must be a JSON object' });
  }
  if (field.is === 'object') {
    checkObject(field, value, path, dialect);
  } else if (field.is === 'kinds') {
    checkObject(kindOf(field, value, path, dialect), value, path, dialect);
  } else {
    dialect.media?.(field.kind, value);
    checkFields(field.fields, value, path, dialect);
  }
}

/** In a form, the only way to omit a field is to leave it empty. */
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

function checkText(field: TextField, value: unknown, path: FieldPath, dialect: Dialect): void {
  const found = asText(value);
  if (found === undefined) {
    throw dialect.error({ kind: 'type', path, says: 'must be a string' });
  }
  if (found === '') {
    return;
  }
  if (field.words && !field.words.includes(found)) {
    throw dialect.error({ kind: 'word', path, words: field.words, got: found });
  }
  if (field.max !== undefined && [...found].length > field.max) {
    throw dialect.error({ kind: 'long', path, max: field.max });
  }
  if (field.form && !field.form.pattern.test(found)) {
    throw dialect.error({ kind: 'form', path, says: field.form.must });
  }
}

/** Coordinates are strings in Meta's schema, but numbers in its examples. Both are accepted. */
function checkNumber({ min, max, whole }: NumberField, value: unknown, path: FieldPath, dialect: Dialect): void {
  const found = Number(asText(value) ?? Number.NaN);
  if (!(found >= min && found <= max) || (whole && !Number.isInteger(found))) {
    throw dialect.error({ kind: 'range', path, min, max });
  }
}

function checkObject(field: ObjectField, value: Json, path: FieldPath, dialect: Dialect): void {
  checkFields(field.fields, value, path, dialect);
  const given = (names: readonly string[]) => names.filter((name) => !isAbsent(value[name]));
  if (field.one && given(field.one).length !== 1) {
    throw dialect.error({ kind: 'rule', path, says: `Exactly one of ${quoted(field.one)} is required` });
  }
  if (field.some && given(field.some).length === 0) {
    throw dialect.error({ kind: 'rule', path, says: `At least one of ${quoted(field.some)} is required` });
  }
  checkRule(field.rule, value, path, dialect);
}

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

function kindOf(
  { by, kinds: known, caseless }: KindsField,
  value: Json,
  path: FieldPath,
  dialect: Dialect,
): ObjectField {
  const given = asText(value[by]);
  if (given === undefined || given === '') {
    throw dialect.error({ kind: 'missing', path: [...path, by] });
  }
  const name = caseless ? given.toLowerCase() : given;
  const found = Object.hasOwn(known, name) ? known[name] : undefined;
  if (found === undefined) {
    throw dialect.error({ kind: 'word', path: [...path, by], words: Object.keys(known), got: given });
  }
  return found;
}

function checkList({ of, min, max, rule }: ListField, value: unknown, path: FieldPath, dialect: Dialect): void {
  if (!Array.isArray(value)) {
    throw dialect.error({ kind: 'type', path, says: 'must be a JSON array' });
  }
  if (value.length < min || (max !== undefined && value.length > max)) {
    throw dialect.error({ kind: 'count', path, min, max });
  }
  for (const [index, one] of value.entries()) {
    checkField(of, one, [...path, index], dialect);
  }
  checkRule(rule, value as Json[], path, dialect);
}

function checkRule<Value>(rule: FieldRule<Value> | undefined, value: Value, path: FieldPath, dialect: Dialect): void {
  const found = rule?.(value);
  if (found === undefined) {
    return;
  }
  if (typeof found === 'string') {
    throw dialect.error({ kind: 'rule', path, says: found });
  }
  throw dialect.error({ kind: 'missing', path: [...path, ...found.missing] });
}
