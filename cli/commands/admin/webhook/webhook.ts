import { requireConfirmation } from '../../../output/confirm.ts';
import type { CommandContext } from '../../../program/context/context.ts';
import { UsageError } from '../../../program/errors/errors.ts';
import type { AccountFlags } from '../database.ts';
import { withOperatorOf } from '../operator.ts';

export const setAccountWebhook = (
  { output, say }: CommandContext,
  flags: AccountFlags & { url?: string; off?: boolean; events?: string[] },
) =>
  withOperatorOf(flags, async (call, account) => {
    if ((flags.url === undefined) === !flags.off) {
      throw new UsageError('give --url to set the address, or --off to remove it');
    }
    const { is_resolved, ...webhook } = await call('setWebhook', {
      account,
      url: flags.url ?? null,
      ...(flags.events && { events: flags.events }),
    });
    if (flags.url !== undefined && !is_resolved) {
      say(`${new URL(flags.url).hostname} has no address yet: deliveries fail until DNS resolves it`);
    }
    await output.record(webhook);
  });

export const showAccountWebhook = ({ output }: CommandContext, flags: AccountFlags) =>
  withOperatorOf(flags, async (call, account) => output.record(await call('getWebhook', { account })));

export const enableAccountWebhook = ({ output }: CommandContext, flags: AccountFlags) =>
  withOperatorOf(flags, async (call, account) => {
    await output.record(await call('enableWebhook', { account }));
  });

export const renewSecret = ({ output }: CommandContext, flags: AccountFlags & { yes?: boolean }) =>
  withOperatorOf(flags, async (call, account) => {
    await requireConfirmation(
      'Will the receiver accept the new secret immediately? All deliveries will be signed with it from now on.',
      {
        yes: flags.yes,
        unchanged: 'nothing was changed',
        hint: 'add --yes; a receiver that knows only the old secret refuses deliveries, and the server retries them as usual',
      },
    );
    await output.record(await call('renewSigningSecret', { account }));
  });
