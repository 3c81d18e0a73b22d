import type { MessageStatus } from '@wigwag/sdk';
import type { CommandContext } from '../../program/context/context.ts';
import { waitFor } from './send.ts';

/** `wigwag messages get`. */
export async function getMessage({ wigwag, output }: CommandContext, id: string): Promise<void> {
  await output.record(await wigwag.messages.get(id));
}

/** `wigwag messages wait`. */
export async function waitForMessage(
  context: CommandContext,
  id: string,
  flags: { for: MessageStatus; timeout: number },
): Promise<void> {
  await waitFor(context, id, flags.for, flags.timeout);
}
