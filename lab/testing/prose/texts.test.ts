import { expect, test } from 'vitest';
import { proseOfMarkdown, proseOfSource } from './texts.ts';

const found = (prose: ReturnType<typeof proseOfSource>) => prose.map(({ kind, line, text }) => [kind, line, text]);

test('the prose of a source is its comments and its texts of several words', () => {
  const source = `import { a } from './a b.ts';
/** Says hello. */
export const hello = (name: string) => \`Hello there, \${name} and all\`; // to one
test('greets', () => hello('Ada L'));
`;
  expect(found(proseOfSource('a.test.ts', source))).toEqual([
    ['comment', 2, '/** Says hello. */'],
    ['comment', 3, '// to one'],
    ['text', 3, 'Hello there, '],
    ['text', 3, ' and all'],
    ['text', 4, 'Ada L'],
  ]);
});

test('code in Markdown is not prose, and lines keep their numbers', () => {
  const source = ['Run `npm run tell`:', '```bash', 'tell me', '```', 'Done.'].join('\n');
  expect(found(proseOfMarkdown(source))).toEqual([
    ['text', 1, 'Run :'],
    ['text', 2, ''],
    ['text', 3, ''],
    ['text', 4, ''],
    ['text', 5, 'Done.'],
  ]);
});
