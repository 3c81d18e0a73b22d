import type { Field, KindsField, ListField, NumberField, ObjectField, TextField } from '../rules/rules.ts';
import type { Json } from '../world/state.ts';

/** A value for a field of a table, and whether Meta accepts it. */
interface RuleCase {
  name: string;
  value: unknown;
  taken: boolean;
  /** Only the first element of a list may have this value. */
  alone?: true;
}

/** Values for fields that must refer to existing objects, by field name. */
type KnownFields = Record<string, unknown>;

let count = 0;

/** Returns a value that the table accepts, with the required fields or with all fields. */
function sampleOf(field: Field, known: KnownFields, all = false, index = 0): unknown {
  switch (field.is) {
    case 'text':
      return sampleText(field);
    case 'number':
      return Math.min(field.max, Math.max(field.min, index));
    case 'list':
      return elements(field, known, Math.max(1, field.min));
    case 'object':
      return sampleObject(field, known, all, index);
    case 'kinds': {
      const [kind = '', content] = Object.entries(field.kinds)[0] ?? [];
      return { ...(content && sampleObject(content, known, all, index)), [field.by]: kind };
    }
    case 'media':
      return { link: 'https://shop.example/file' };
    case 'nothing':
      return undefined;
  }
}

function sampleText({ words, form, max }: TextField): string {
  count += 1;
  if (words?.[0] !== undefined) {
    return words[0];
  }
  if (!form) {
    return `t${count}`.slice(0, max);
  }
  const numbered = `${form.sample}${count}`;
  return form.pattern.test(numbered) ? numbered : form.sample;
}

function sampleObject(
  { fields, one = [], some = [] }: ObjectField,
  known: KnownFields,
  all: boolean,
  index: number,
): Json {
  const left = one.slice(1);
  const entries = Object.entries(fields).filter(
    ([name, field]) =>
      field.is !== 'nothing' && !left.includes(name) && (all || !field.optional || one[0] === name || some[0] === name),
  );
  return Object.fromEntries(entries.map(([name, field]) => [name, known[name] ?? sampleOf(field, known, all, index)]));
}

const elements = ({ of }: ListField, known: KnownFields, length: number): unknown[] =>
  Array.from({ length }, (_, index) => sampleOf(of, known, length > 1, index));

/** Returns values on both sides of each limit, without each required field, and with each word and kind. */
export function casesOf(field: Field, known: KnownFields, index = 0): RuleCase[] {
  switch (field.is) {
    case 'text':
      return casesOfText(field);
    case 'number':
      return casesOfNumber(field);
    case 'list':
      return casesOfList(field, known);
    case 'object':
      return casesOfObject(field, known, index);
    case 'kinds':
      return casesOfKinds(field, known, index);
    case 'media': {
      const link = 'https://shop.example/file';
      const beside = casesOfObject({ is: 'object', fields: field.fields }, known, index);
      return [
        { name: 'link', value: { link }, taken: true },
        { name: 'neither id nor link', value: { caption: undefined }, taken: false },
        { name: 'id and link', value: { id: '1', link }, taken: false },
        { name: 'an unknown id', value: { id: '1' }, taken: false },
        { name: 'a link that is not a URL', value: { link: 'nonsense' }, taken: false },
        ...beside
          .filter(({ value }) => isJson(value))
          .map((one) => ({ ...one, value: { link, ...(one.value as Json) } })),
      ];
    }
    case 'nothing':
      return [{ name: 'given', value: { text: 'x' }, taken: false }];
  }
}

const isJson = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

function casesOfText(field: TextField): RuleCase[] {
  const { max, words, form, empty } = field;
  const cases: RuleCase[] = [
    { name: 'a sample', value: sampleText(field), taken: true },
    { name: 'an object', value: { a: 1 }, taken: false },
    { name: 'empty', value: '', taken: empty === true },
  ];
  if (max !== undefined) {
    cases.push({ name: `${max} characters`, value: 'x'.repeat(max), taken: true });
    cases.push({ name: `${max + 1} characters`, value: 'x'.repeat(max + 1), taken: false });
  }
  for (const word of words ?? []) {
    cases.push({ name: word, value: word, taken: true });
  }
  if (words) {
    cases.push({ name: 'another word', value: 'nonsense', taken: false });
  }
  if (form) {
    cases.push({ name: 'another form', value: ' ? ', taken: false });
  }
  return cases;
}

const NARROW = 1_000_000;

function casesOfNumber({ min, max, whole }: NumberField): RuleCase[] {
  const cases: RuleCase[] = [{ name: 'no number', value: 'abc', taken: false }];
  if (Math.abs(max) < NARROW) {
    cases.push({ name: `${max}`, value: max, taken: true }, { name: `${max + 1}`, value: max + 1, taken: false });
  }
  if (Math.abs(min) < NARROW) {
    cases.push({ name: `${min}`, value: min, taken: true }, { name: `${min - 1}`, value: min - 1, taken: false });
  }
  if (whole) {
    cases.push({ name: 'a fraction', value: min + 0.5, taken: false });
  }
  return cases.map((one) => ({ ...one, alone: true }));
}

function casesOfList(field: ListField, known: KnownFields): RuleCase[] {
  const { of, min, max } = field;
  const length = Math.max(1, min);
  const cases: RuleCase[] = [{ name: 'no list', value: { a: 1 }, taken: false }];
  if (min > 0) {
    cases.push({ name: `${min - 1} elements`, value: elements(field, known, min - 1), taken: false });
  }
  if (max !== undefined) {
    cases.push({ name: `${max} elements`, value: elements(field, known, max), taken: true });
    cases.push({ name: `${max + 1} elements`, value: elements(field, known, max + 1), taken: false });
  }
  const rows = Array.from({ length }, (_, index) => casesOf(of, known, index));
  for (const [index, one] of (rows[0] ?? []).entries()) {
    const [kind, rest] = one.name.split(': ');
    const usual = `${rest === undefined ? '' : `${kind}: `}the required fields`;
    const value = rows.map((row, position) => {
      const other = one.alone && position > 0 ? row.find(({ name }) => name === usual) : undefined;
      return (other ?? row[index])?.value;
    });
    cases.push({ ...one, name: `[0] ${one.name}`, value });
  }
  return cases;
}

function casesOfObject(field: ObjectField, known: KnownFields, index: number): RuleCase[] {
  const { fields, one = [], some = [] } = field;
  const base = sampleObject(field, known, false, index);
  const cases: RuleCase[] = [
    { name: 'the required fields', value: base, taken: true },
    { name: 'no object', value: 'x', taken: false },
  ];
  const without = (...names: readonly string[]) =>
    Object.fromEntries(Object.entries(base).filter(([name]) => !names.includes(name)));
  if (one.length > 0) {
    cases.push({ name: `none of ${one}`, value: without(...one), taken: false });
    const [first, second] = one.map((name) => [name, known[name] ?? sampleOf(fields[name] as Field, known)] as const);
    cases.push({
      name: `two of ${one}`,
      value: { ...base, ...Object.fromEntries([first, second] as never) },
      taken: false,
    });
  }
  if (some.length > 0) {
    cases.push({ name: `none of ${some}`, value: without(...some), taken: false });
  }
  for (const [name, inner] of Object.entries(fields)) {
    const rest = one.includes(name) ? without(...one) : base;
    if (!inner.optional) {
      cases.push({ name: `no ${name}`, value: without(name), taken: false });
    }
    if (known[name] !== undefined) {
      continue;
    }
    for (const found of casesOf(inner, known, index)) {
      // An empty value counts as missing, which is valid only for an optional field.
      const only = one.includes(name) || (some.includes(name) && Object.keys(rest).every((key) => !some.includes(key)));
      const taken = found.taken || (found.value === '' && inner.optional === true && !only);
      const value = some[0] === name && found.value === '' ? undefined : { ...rest, [name]: found.value };
      if (value) {
        cases.push({ ...found, name: `${name} ${found.name}`, value, taken });
      }
    }
  }
  return cases;
}

function casesOfKinds({ by, kinds, caseless }: KindsField, known: KnownFields, index: number): RuleCase[] {
  const cases: RuleCase[] = [
    { name: `no ${by}`, value: { a: 1 }, taken: false },
    { name: `another ${by}`, value: { [by]: 'nonsense' }, taken: false },
  ];
  for (const [kind, content] of Object.entries(kinds)) {
    const found = casesOfObject(content, known, index);
    if (caseless) {
      cases.push({
        name: `${by} in capitals`,
        value: { ...(found[0]?.value as Json), [by]: kind.toUpperCase() },
        taken: true,
      });
    }
    for (const one of found) {
      cases.push({
        ...one,
        name: `${kind}: ${one.name}`,
        value: isJson(one.value) ? { ...(one.value as Json), [by]: kind } : one.value,
      });
    }
  }
  return cases;
}

/** Returns the numbers of a table by path, to compare with Meta's pages. */
export function limitsOf(field: Field, path = ''): Record<string, string> {
  switch (field.is) {
    case 'text':
      return field.max === undefined ? {} : { [path]: `${field.max}` };
    case 'number':
      return Math.abs(field.max) < NARROW ? { [path]: `${field.min} to ${field.max}` } : {};
    case 'list': {
      const own = field.min > 1 || field.max !== undefined ? { [`${path}[]`]: `${field.min} to ${field.max}` } : {};
      return { ...own, ...limitsOf(field.of, `${path}[]`) };
    }
    case 'object':
    case 'media':
      return Object.assign({}, ...Object.entries(field.fields).map(([name, one]) => limitsOf(one, `${path}.${name}`)));
    case 'kinds':
      return Object.assign({}, ...Object.entries(field.kinds).map(([kind, one]) => limitsOf(one, `${path}(${kind})`)));
    case 'nothing':
      return {};
  }
}
