import type { MessageStatus } from '@wigwag/sdk';
import type { Context } from '../../program/context.ts';
import { waitFor } from './send.ts';

/** `wigwag messages get`. */
export async function getMessage({ wigwag, output }: Context, id: string): Promise<void> {
  await output.record(await wigwag.messages.get(id));
}

/** `wigwag messages wait`. */
export async function waitForMessage(
  context: Context,
  id: string,
  flags: { for: MessageStatus; timeout: number },
): Promise<void> {
  await waitFor(context, id, flags.for, flags.timeout);
}
