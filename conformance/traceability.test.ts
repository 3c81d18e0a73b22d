import { readFileSync } from 'node:fs';
import { ERRORS, OPERATIONS } from '@wigwag/openapi';
import { expect, test } from 'vitest';
import { FORMS_OF } from './cases/4/4-types.ts';
import { fieldNames } from './cases/support/types.ts';
import { CASES, CLAUSES, WATCHED } from './index.ts';
import { bodyClause } from './observers/answers.ts';
import { FEATURES, PAIRS } from './pairs.ts';
import { receiverRules } from './receivers/rules.ts';

test('every observable clause has a case or an observer', () => {
  const named = new Set(CASES.flatMap(({ clauses }) => clauses));
  const bare = [...CLAUSES.values()]
    .filter(({ id, unobservable }) => !unobservable && !named.has(id) && !WATCHED.has(id))
    .map(({ id }) => id);
  expect(bare).toEqual([]);
});

test('no two cases have the same name', () => {
  const names = CASES.map(({ name }) => name);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

test('each clause belongs to a section of the specification and has a text', () => {
  for (const { id, section, text } of CLAUSES.values()) {
    expect([id, id.startsWith(`${section}/`), /[.)]$/.test(text)]).toEqual([id, true, true]);
  }
});

const specification = readFileSync(new URL('../openapi/SPECIFICATION.md', import.meta.url), 'utf8');
const words = specification.replaceAll(/\s+/g, ' ');

test('each group of rules for receivers quotes its section of the specification', () => {
  const quote = ({ section, spec }: { section: string; spec: string }) => {
    const [, text = ''] = words.split(new RegExp(`#+ ${section.replace('.', '\\.')}\\.? `));
    return text.split(/ ##+ \d/)[0]?.includes(spec) ? [] : [spec];
  };
  expect(receiverRules({}).flatMap(quote)).toEqual([]);
});

test('each clause quotes the specification, and each should says why it is not a must', () => {
  const clauses = [...CLAUSES.values()];
  expect(clauses.filter(({ spec }) => !spec || !words.includes(spec)).map(({ id, spec }) => [id, spec])).toEqual([]);
  expect(clauses.filter(({ level, why }) => (level === 'should') !== (why !== undefined)).map(({ id }) => id)).toEqual(
    [],
  );
});

test('each pair of features has existing clauses or a reason', () => {
  const pairs = FEATURES.flatMap((one, at) => FEATURES.slice(at + 1).map((other) => [one, other]));
  expect(PAIRS.map(({ features }) => features)).toEqual(pairs);
  expect(PAIRS.flatMap(({ clauses }) => clauses).filter((id) => !CLAUSES.has(id))).toEqual([]);
  expect(PAIRS.filter(({ clauses, reason }) => clauses.length === 0 && !reason)).toEqual([]);
});

test('every row of READINGS.md names existing clauses', () => {
  const rows = readFileSync(new URL('READINGS.md', import.meta.url), 'utf8').matchAll(/^\| ([\d.]+\/[^|]+) \|/gm);
  const patterns = [...rows].flatMap(([, names = '']) => {
    let section = '';
    return names.split(', ').map((name) => {
      const full = name.includes('/') ? name : `${section}/${name}`;
      section = full.split('/')[0] ?? '';
      return full;
    });
  });
  expect(patterns.length).toBeGreaterThan(75);
  const isNamed = (pattern: string, id: string) =>
    new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(id);
  expect(patterns.filter((pattern) => ![...CLAUSES.keys()].some((id) => isNamed(pattern, id)))).toEqual([]);
});

test('the forms of requests have every field of every JSON body in the document', () => {
  const withoutType = ['addOptOut phone', 'blockNumber phone', 'sendTemplate variables'];
  // The specification does not have these, so the suite must not send them to other implementations.
  const ours = ['updateConversation typing'];
  const missing = OPERATIONS.filter(({ versioned }) => versioned).flatMap((operation) => {
    const forms = FORMS_OF.get(operation.id) ?? [];
    const told = new Set(forms.flatMap((form) => Object.keys(form)));
    return fieldNames(operation)
      .filter((name) => !told.has(name))
      .map((name) => `${operation.id} ${name}`);
  });
  expect(missing.filter((one) => !withoutType.includes(one))).toEqual(ours);
});

test('every operation of the document has clauses for its body, its key and its scope', () => {
  for (const operation of OPERATIONS.filter(({ versioned }) => versioned)) {
    const slug = bodyClause(operation).split('/body-')[1];
    expect([operation.id, CLAUSES.has(bodyClause(operation))]).toEqual([operation.id, true]);
    expect([operation.id, CLAUSES.has(`4/auth-${slug}`)]).toEqual([operation.id, true]);
    expect([operation.id, operation.scopes.length === 0 || CLAUSES.has(`5.5/${slug}-without`)]).toEqual([
      operation.id,
      true,
    ]);
  }
});

test('every error code of the specification has a clause', () => {
  // Our additional codes are not in the specification's table (error-codes).
  const ours =
    /^(CONTACT_NOT_FOUND|CONVERSATION_NOT_FOUND|FLOW_NOT_FOUND|FLOW_INVALID|FLOW_HAS_RUNS|FLOW_NOT_TESTABLE|MEDIA_GONE|URL_TOO_LONG|HEADERS_TOO_LARGE)$/;
  const codes = Object.keys(ERRORS).filter((code) => !ours.test(code));
  expect(codes).toHaveLength(44);
  expect(codes.filter((code) => !CLAUSES.has(`7/${code}`))).toEqual([]);
});

test('a written report matches report.schema.json', async () => {
  const schema = JSON.parse(readFileSync(new URL('report.schema.json', import.meta.url), 'utf8'));
  // Only an incomplete run has a reason.
  expect(Object.keys(schema.properties).sort()).toEqual([...schema.required, 'incomplete'].sort());
});
