import { ApiError } from '@wigwag/sdk';
import { ERROR_CODES } from '@wigwag/sdk/errors';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from '../tree/program.ts';
import { describe as describeError, recordOf } from './exit-codes.ts';
import { FIXES } from './fixes.ts';
import { withOptionNames } from './option-names.ts';

test('fixes name commands that exist', async () => {
  const commands = Object.values(FIXES).flatMap((fix) =>
    [...fix.matchAll(/`wigwag ([a-z][a-z -]*)`/g)].map(([, words]) => words ?? ''),
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
    expect(shown(code)).not.toMatch(/fix: .*((GET|POST|PATCH|DELETE) \/|Retry-After|Idempotency-Key|Content-Type)/);
  }
});

test('a rate limit says how many seconds to wait, and a refusal of the provider what it reported', () => {
  const body = { message: 'm', reason: 'r', fix: 'of the server', docs: '', request_id: '' };
  const limited = new ApiError({ ...body, code: 'RATE_LIMITED', http: 429 }, 16.2);
  expect(describeError(limited)).toContain('  fix: Wait 17 s, then run the command again.');
  expect(recordOf(limited)).toMatchObject({ code: 'RATE_LIMITED', exit_code: 6, retry_after: 16.2 });
  const refused = new ApiError({
    ...body,
    code: 'PROVIDER_REJECTED',
    http: 502,
    provider_error: { code: 131_026, message: 'Message undeliverable' },
  });
  expect(describeError(refused)).toContain('  fix: Fix what the provider reports: 131026 Message undeliverable');
});

test('invalid values have the names of the options', async () => {
  const program = await createProgram();
  const list = program.commands.find((one) => one.name() === 'conversations')?.commands[0];
  const error = new ApiError({
    code: 'VALIDATION_FAILED',
    http: 422,
    message: 'from must not be after to; it is 2026-12-01, and to is 2026-11-01.',
    reason: 'r',
    fix: 'f',
    docs: '',
    request_id: '',
  });
  expect((withOptionNames(error, list ?? program) as ApiError).problem).toBe(
    '--from must not be after --to; it is 2026-12-01, and --to is 2026-11-01.',
  );
});
