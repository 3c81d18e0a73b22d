import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { quoted, shellWord } from './shell-word.ts';

test('a shell reads every text as the same single word', () => {
  const texts = [
    'shop',
    'Corner shop',
    "it's",
    '$HOME',
    '`id`',
    '$(id)',
    'a"b',
    '!',
    '~',
    '*',
    'a\nb',
    'a\\b',
    '=ls',
    '',
  ];
  for (const text of texts) {
    for (const word of [quoted(text), shellWord(text)]) {
      const { stdout } = spawnSync('sh', ['-c', `printf '%s|' ${word}`], { encoding: 'utf8' });
      expect([word, stdout]).toEqual([word, `${text}|`]);
    }
  }
});

test('a text that needs no quotes gets none', () => {
  for (const text of ['shop', 'wigwag-2026-11-21.db', '/tmp/a_b.yaml', 'http://127.0.0.1:3000/api/v1', 'a=b']) {
    expect(shellWord(text)).toBe(text);
  }
});
