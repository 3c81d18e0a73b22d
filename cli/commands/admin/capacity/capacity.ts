import { admin } from '@wigwag/server';
import type { CommandContext } from '../../../program/context/context.ts';

/** `wigwag admin capacity`: estimates what an installation needs. */
export const capacity = (context: CommandContext, flags: { messagesPerDay: number; peak: number }): Promise<void> =>
  context.output.record(admin.estimateCapacity(flags));
