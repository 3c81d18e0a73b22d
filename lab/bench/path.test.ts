import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { traceMessages } from './support/trace-message.ts';

const GUIDE = new URL('../../docs/architecture.md', import.meta.url);

/** Returns the files that the guide lists in a section, as paths in the repository. */
function filesIn(section: string): string[] {
  const [, text = ''] = readFileSync(GUIDE, 'utf8').split(`## ${section}\n`);
  const [own = ''] = text.split('\n## ');
  return [...own.matchAll(/^\| \d+ \| `([^`]+)`/gm)].map(([, file]) => `server/${file}`);
}

test('a message runs the files that the guide lists as its path', async () => {
  const listed = filesIn('The path of a send');
  expect(listed.length).toBeGreaterThan(15);
  const [trace] = await traceMessages(1, 1);
  const ran = new Set(trace?.calls.map(({ file }) => file));
  expect(listed.filter((file) => !ran.has(file))).toEqual([]);
});
