import type { CommandContext } from '../../../program/context/context.ts';
import type { AccountFlags } from '../database.ts';
import { withOperatorOf } from '../operator.ts';

export const syncAccountTemplates = (
  { output }: CommandContext,
  { connection, ...flags }: AccountFlags & { connection: string },
) =>
  withOperatorOf(flags, async (call, account) => output.record(await call('syncTemplates', { account, connection })));
