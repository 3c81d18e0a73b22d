import { admin } from '@wigwag/server';
import { requireConfirmation } from '../../../output/confirm.ts';
import type { CommandContext } from '../../../program/context/context.ts';
import { OutcomeError, UsageError } from '../../../program/errors/errors.ts';
import { withAdmin } from '../database.ts';

/** `wigwag admin secrets rotate`: re-encrypts all secrets that the previous key encrypted. */
export const rotate = (context: CommandContext, flags: { yes?: boolean; dryRun?: boolean }) =>
  withAdmin(async (app) => {
    if (app.config.previousSecretKey === undefined) {
      throw new UsageError(
        'there is no previous key: set WIGWAG_SECRET_KEY to the new key and WIGWAG_SECRET_KEY_PREVIOUS to the old one, for all servers and for this command',
      );
    }
    const total = await admin.countSealed(app);
    if (flags.dryRun) {
      await context.output.record({ sealed: total });
      return;
    }
    await requireConfirmation(
      `Do all servers on this database run with both keys? This re-encrypts ${total} secrets.`,
      {
        yes: flags.yes,
        unchanged: 'nothing was changed',
        hint: 'add --yes once all servers run with both keys; a server with only the old key could no longer decrypt anything',
      },
    );
    const progress = context.progress(total);
    const { sealedAnew, current, unreadable } = await admin
      .rotateSecrets(app, (done) => progress.at(done))
      .finally(() => progress.clear());
    await context.output.record({ sealed_anew: sealedAnew, current, unreadable: unreadable.length });
    if (unreadable.length > 0) {
      throw new OutcomeError(
        `neither key decrypts ${unreadable.join(', ')}: set them again, or give the key that encrypted them`,
      );
    }
    context.say(
      'No stored secret needs WIGWAG_SECRET_KEY_PREVIOUS any longer. Keep it for a week, because it signed links to files. Keep it longer if web chat visitors should keep their sessions.',
    );
  });
