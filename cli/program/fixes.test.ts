import { ApiError } from '@wigwag/sdk';
import { ERROR_CODES } from '@wigwag/sdk/errors';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { describe as describeError } from './exit-codes.ts';
import { FIXES } from './fixes.ts';
import { createProgram } from './program.ts';

test('fixes name commands that exist', async () => {
  const commands = Object.values(FIXES).flatMap((fix) =>
    [...fix.matchAll(/`wigwag ([a-z -]+)`/g)].map(([, words]) => words ?? ''),
  );
  expect(commands).toContain('templates list');
  for (const line of commands) {
    const words = line.split(' ');
    let command: Command | undefined = await createProgram(words);
    for (const word of words) {
      command = command?.commands.find((one) => one.name() === word);
    }
    expect([line, command?.name()]).toEqual([line, words.at(-1)]);
  }
});

test('a terminal shows no fix in terms of HTTP methods for codes of the table, and the fix of the server for others', () => {
  const shown = (code: keyof typeof ERROR_CODES) =>
    describeError(
      new ApiError({ code, http: 400, message: 'm', reason: 'r', fix: 'of the server', docs: '', request_id: '' }),
    );
  for (const code of Object.keys(ERROR_CODES) as (keyof typeof ERROR_CODES)[]) {
    expect(shown(code)).toContain(`  fix: ${FIXES[code] ?? 'of the server'}`);
    expect(shown(code)).not.toMatch(/fix: .*(GET|POST|PATCH|DELETE) \//);
  }
});
