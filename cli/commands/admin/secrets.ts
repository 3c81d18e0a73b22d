import { admin } from '@wigwag/server';
import { requireConfirmation } from '../../output/confirm.ts';
import { ProgressLine } from '../../output/progress-line.ts';
import { OutcomeError, UsageError } from '../../program/errors.ts';
import { type Output, print, withAdmin } from './database.ts';

/** `wigwag admin secrets rotate`: seals anew what the previous key sealed. */
export const rotate = (flags: Output & { yes?: boolean; dryRun?: boolean }) =>
  withAdmin(async (app) => {
    if (app.config.previousSecretKey === undefined) {
      throw new UsageError(
        'nothing to rotate from: set WIGWAG_SECRET_KEY to the new key and WIGWAG_SECRET_KEY_PREVIOUS to the one before, for servers and this command alike',
      );
    }
    const total = await admin.countSealed(app);
    if (flags.dryRun) {
      print(flags, { sealed: total });
      return;
    }
    await requireConfirmation(`Do all servers on this database run with both keys? ${total} secrets are sealed anew.`, {
      yes: flags.yes,
      unchanged: 'nothing was changed',
      hint: 'add --yes once all servers run with both keys; one that knows only the old key could read nothing any more',
    });
    const progress = new ProgressLine(total, { quiet: flags.json ?? false });
    const { sealedAnew, current, unreadable } = await admin
      .rotateSecrets(app, (done) => progress.at(done))
      .finally(() => progress.clear());
    print(flags, { sealed_anew: sealedAnew, current, unreadable: unreadable.length });
    if (unreadable.length > 0) {
      throw new OutcomeError(`neither key opens: ${unreadable.join(', ')}; set them again, or give the key they had`);
    }
    process.stderr.write(
      'Nothing that is stored needs WIGWAG_SECRET_KEY_PREVIOUS any more; leave it for a week, since it signed links to files, and as long as wished for visitors of web chat.\n',
    );
  });
