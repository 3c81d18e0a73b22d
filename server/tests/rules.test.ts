import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SERVER = join(import.meta.dirname, '..');

/** The files that write without a rule, and why. */
const WITHOUT_RULE = {
  // Callbacks of rare kinds, such as edits and shared history. Each item reads what the one before it wrote.
  'worker/callbacks/process-callback.ts': 2,
  // Joins of people. Each step reads what the one before it wrote.
  'domain/contacts/join-forms.ts': 1,
  'domain/contacts/learn-sighting.ts': 1,
  'worker/messages/send-message.ts': 1,
  // The database assigns IDs that the response contains.
  'http/dashboard/inbox-operations.ts': 1,
  // Jobs: erasure, set-up and removal of old rows.
  'domain/people/erase-person.ts': 9,
  'domain/account/demo-account.ts': 1,
  'worker/sweep.ts': 1,
};

test('every write of http, worker and domain is a rule, with few exceptions', () => {
  const paths = globSync('{http,worker,domain}/**/*.ts', { cwd: SERVER }).filter((path) => !path.endsWith('.test.ts'));
  const counts = paths.map((path): [string, number] => [
    path,
    readFileSync(join(SERVER, path), 'utf8').match(/\.transaction\(/g)?.length ?? 0,
  ]);
  expect(Object.fromEntries(counts.filter(([, count]) => count > 0))).toEqual(WITHOUT_RULE);
});
