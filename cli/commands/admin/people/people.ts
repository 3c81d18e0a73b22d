import { writeFileSync } from 'node:fs';
import type { Channel } from '@wigwag/sdk/names';
import { type App, admin, type Traces } from '@wigwag/server';
import { requireConfirmation } from '../../../output/confirm.ts';
import type { Context } from '../../../program/context.ts';
import { NotFoundError, OutcomeError, UsageError } from '../../../program/errors.ts';
import { type AccountFlags, withAccount } from '../database.ts';

interface PersonFlags extends AccountFlags {
  channel?: Channel;
}

/**
 * @param onNobody is called before the error if no one is found
 * @throws {NotFoundError} if nothing is stored about such a person
 */
async function requirePerson(
  app: App,
  accountId: number,
  text: string,
  flags: PersonFlags,
  onNobody: () => Promise<void> = async () => {},
): Promise<Traces> {
  const person = await admin.findPerson(app, accountId, text, flags.channel);
  if (!person) {
    await onNobody();
    const where = flags.channel === undefined ? '' : ` on ${flags.channel}`;
    throw new NotFoundError(`nothing is stored about ${text}${where} in account ${accountId}`);
  }
  return person;
}

/** `wigwag admin people export`: writes everything that is stored about one person. */
export const exportOne = ({ output }: Context, text: string, flags: PersonFlags & { file: string }) =>
  withAccount(flags, async (app, accountId) => {
    const person = await requirePerson(app, accountId, text, flags);
    const json = JSON.stringify(await admin.exportPerson(app, person), null, 2);
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
export const eraseOne = ({ output }: Context, text: string, flags: PersonFlags & { yes?: boolean; dryRun?: boolean }) =>
  withAccount(flags, async (app, accountId) => {
    // If an earlier erasure was killed just before its end, the file may still contain erased bytes.
    const person = await requirePerson(app, accountId, text, flags, () =>
      flags.dryRun ? Promise.resolve() : cleanFile(app),
    );
    if (flags.dryRun) {
      const everything = Object.entries(await admin.exportPerson(app, person));
      await output.record(
        Object.fromEntries(everything.flatMap(([name, rows]) => (Array.isArray(rows) ? [[name, rows.length]] : []))),
      );
      return;
    }
    await requireConfirmation(
      `Erase everything that is stored about ${person.persons.join(', ')}? This cannot be undone.`,
      {
        yes: flags.yes,
        unchanged: 'nothing was erased',
        hint: 'add --yes to erase without confirmation, or --dry-run to only count the rows',
      },
    );
    const { left, ...erased } = await admin.erasePerson(app, person);
    await output.record({ ...erased, left });
    if (left > 0) {
      throw new OutcomeError(`${left} items are in progress; run the command again to erase them`);
    }
    await cleanFile(app);
  });

/** @throws {OutcomeError} if erased bytes are still in the file */
async function cleanFile(app: App): Promise<void> {
  if (!(await admin.forgetDeleted(app))) {
    throw new OutcomeError(
      `everything about the person is erased from the tables, but the old bytes are still in ${admin.sqlitePathOf(app.config.databaseUrl)} or its log because a server uses the file. Stop the server and run this command again`,
    );
  }
}
