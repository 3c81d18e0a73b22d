import { writeFileSync } from 'node:fs';
import type { Channel } from '@wigwag/sdk/names';
import { admin } from '@wigwag/server';
import { requireConfirmation } from '../../../output/confirm.ts';
import type { CommandContext } from '../../../program/context/context.ts';
import { OutcomeError, UsageError } from '../../../program/errors/errors.ts';
import type { AccountFlags } from '../database.ts';
import { withOperatorOf } from '../operator.ts';

interface PersonFlags extends AccountFlags {
  channel?: Channel;
}

const inputOf = (account: string, person: string, { channel }: PersonFlags) => ({
  account,
  person,
  ...(channel !== undefined && { channel }),
});

/** `wigwag admin people export`: writes everything that is stored about one person. */
export const exportOne = ({ output }: CommandContext, text: string, flags: PersonFlags & { file: string }) =>
  withOperatorOf(flags, async (call, account) => {
    const json = JSON.stringify(await call('exportPerson', inputOf(account, text, flags)), null, 2);
    if (flags.file === '-') {
      return output.text(json);
    }
    try {
      writeFileSync(flags.file, `${json}\n`, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      throw new UsageError(`cannot write ${flags.file}: ${(error as Error).message}`);
    }
  });

/** `wigwag admin people erase`: erases everything that identifies one person. */
export const eraseOne = (
  { output }: CommandContext,
  text: string,
  flags: PersonFlags & { yes?: boolean; dryRun?: boolean },
) =>
  withOperatorOf(flags, async (call, account) => {
    const input = inputOf(account, text, flags);
    if (!flags.yes && !flags.dryRun) {
      const { person } = await call('exportPerson', input);
      await requireConfirmation(`Erase everything that is stored about ${person.join(', ')}? This cannot be undone.`, {
        unchanged: 'nothing was erased',
        hint: 'add --yes to erase without confirmation, or --dry-run to only count the rows',
      });
    }
    const { left, remains, ...erased } = await call('erasePerson', {
      ...input,
      ...(flags.dryRun && { dry_run: true }),
    });
    await output.record({ ...erased, left });
    if (left > 0) {
      throw new OutcomeError(`${left} items are in progress; run the command again to erase them`);
    }
    if (remains) {
      throw new OutcomeError(admin.ERASED_BYTES_REMAIN);
    }
  });
