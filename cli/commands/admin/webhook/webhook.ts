import { admin } from '@wigwag/server';
import { requireConfirmation } from '../../../output/confirm.ts';
import type { Context } from '../../../program/context.ts';
import { UsageError } from '../../../program/errors.ts';
import { type AccountFlags, withAccount } from '../database.ts';

export const setAccountWebhook = (
  { output, say }: Context,
  flags: AccountFlags & { url?: string; off?: boolean; events?: string[] },
) =>
  withAccount(flags, async (app, accountId) => {
    if ((flags.url === undefined) === !flags.off) {
      throw new UsageError('give --url to set the address, or --off to remove it');
    }
    const { signingSecret, isResolved } = await admin.setWebhook(app, accountId, {
      url: flags.url ?? null,
      events: flags.events,
    });
    if (flags.url !== undefined && !isResolved) {
      say(`${new URL(flags.url).hostname} has no address yet: deliveries fail until DNS resolves it`);
    }
    await output.record({ url: flags.url ?? null, signing_secret: signingSecret });
  });

export const enableAccountWebhook = ({ output }: Context, flags: AccountFlags) =>
  withAccount(flags, async (app, accountId) => {
    const { url, resumed } = await admin.enableWebhook(app, accountId);
    await output.record({ url, enabled: true, resumed });
  });

export const renewSecret = ({ output }: Context, flags: AccountFlags & { yes?: boolean }) =>
  withAccount(flags, async (app, accountId) => {
    await requireConfirmation(
      'Will the receiver accept the new secret immediately? All deliveries will be signed with it from now on.',
      {
        yes: flags.yes,
        unchanged: 'nothing was changed',
        hint: 'add --yes; a receiver that knows only the old secret refuses deliveries, and the server retries them as usual',
      },
    );
    const secret = await admin.renewSigningSecret(app, accountId);
    await output.record({ signing_secret: secret });
  });
