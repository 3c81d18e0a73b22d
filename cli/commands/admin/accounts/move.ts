import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { admin, type Config, readConfig } from '@wigwag/server';
import { requireConfirmation } from '../../../output/confirm.ts';
import type { CommandContext } from '../../../program/context/context.ts';
import { UsageError } from '../../../program/errors/errors.ts';
import { refusalOf, requireDatabase, requireDirect } from '../database.ts';

/** What the operator reads after each step. */
const TOLD: Partial<Record<admin.MoveStep, string>> = {
  prepared: 'The account keeps working during the copy.',
  copied: 'Everything is copied. The account pauses.',
  activated: 'The other installation has the account.',
  forwarding: 'This installation forwards requests and callbacks. The command ends when late requests have ended.',
};

/** @throws {UsageError} if the file cannot be read */
function configOf(file: string): Config {
  try {
    return readConfig(parseEnv(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new UsageError(`--to ${file}: ${(error as Error).message}`);
  }
}

/** `wigwag admin accounts move`: moves an account to another installation while it works. */
export async function moveAccount(
  context: CommandContext,
  account: string,
  flags: { to: string; as?: number; cancel?: boolean; yes?: boolean },
): Promise<void> {
  requireDirect();
  const accountId = Number(account);
  if (!Number.isInteger(accountId) || accountId < 1) {
    throw new UsageError(`an account has a number, such as 5; it is "${account}"`);
  }
  const from = readConfig(process.env);
  requireDatabase(from);
  const to = configOf(flags.to);
  const run = async () => {
    if (flags.cancel) {
      await admin.cancelMove(from, to, accountId);
      context.say(`The move was canceled. Account ${accountId} continues here.`);
      return;
    }
    await requireConfirmation(`Move account ${accountId} to ${to.publicUrl}?`, {
      yes: flags.yes,
      unchanged: 'nothing was moved',
      hint: 'add --yes to move without confirmation',
    });
    const moved = await admin.moveAccount(from, to, {
      accountId,
      targetId: flags.as,
      onStep: (step) => {
        const text = TOLD[step];
        if (text !== undefined) {
          context.say(text);
        }
      },
    });
    await context.output.record({
      account_id: moved.accountId,
      url: moved.url,
      rows: moved.rows,
      tasks: moved.tasks,
      paused_ms: moved.pausedMilliseconds,
    });
  };
  await run().catch((error: unknown) => {
    throw error instanceof admin.AdminError ? refusalOf(error) : error;
  });
}
