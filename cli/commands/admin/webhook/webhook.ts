import { admin } from '@wigwag/server';
import { requireConfirmation } from '../../../output/confirm.ts';
import { UsageError } from '../../../program/errors.ts';
import { type Output, print, withAdmin } from '../database.ts';

export const setAccountWebhook = (
  flags: Output & { account: string; url?: string; off?: boolean; events?: string[] },
) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    if ((flags.url === undefined) === !flags.off) {
      throw new UsageError('give --url to set the address, or --off to remove it');
    }
    const { signingSecret, isResolved } = await admin.setWebhook(app, accountId, {
      url: flags.url ?? null,
      events: flags.events,
    });
    if (flags.url !== undefined && !isResolved) {
      process.stderr.write(
        `${new URL(flags.url).hostname} has no address yet: deliveries fail until DNS resolves it\n`,
      );
    }
    print(flags, { url: flags.url ?? '', signing_secret: signingSecret });
  });

export const enableAccountWebhook = (flags: Output & { account: string }) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    const { url, resumed } = await admin.enableWebhook(app, accountId);
    print(flags, { url, enabled: true, resumed });
  });

export const renewSecret = (flags: Output & { account: string; yes?: boolean }) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    await requireConfirmation(
      'Will the receiver accept the new secret immediately? All deliveries will be signed with it from now on.',
      {
        yes: flags.yes,
        unchanged: 'nothing was changed',
        hint: 'add --yes; a receiver that knows only the old secret refuses deliveries, and the server retries them as usual',
      },
    );
    const secret = await admin.renewSigningSecret(app, accountId);
    print(flags, { signing_secret: secret });
  });
