import { MessageStatusError, type MessageStatus as Status } from '@wigwag/sdk';
import { FAILURE_FIXES } from '@wigwag/server/failures';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import type { CommandContext } from '../../program/context/context.ts';
import { OutcomeError, UsageError } from '../../program/errors/errors.ts';
import { readStdin } from '../../program/input/stdin.ts';
import {
  type MessageBody,
  type MessageFlags,
  messageOf,
  type TemplateBody,
  type TemplateFlags,
  templateOf,
} from './message-flags.ts';

interface SendingFlags {
  to?: string;
  idempotencyKey?: string;
  wait?: Status;
  timeout: number;
}

const POLL_MILLISECONDS = 200;

/** `wigwag send`: sends what the flags describe, and waits for a status if `--wait` is given. */
export async function runSend(
  context: CommandContext,
  text: string | undefined,
  flags: SendingFlags & MessageFlags,
): Promise<void> {
  const to = recipientOf(flags);
  const words = text === '-' ? await readStdin() : text;
  const message = await messageOf(words, flags, uploaderOf(context, flags));
  await send(context, flags, (options) => context.wigwag.messages.send({ to, ...message } as MessageBody, options));
}

/** `wigwag send template`. */
export async function runSendTemplate(
  context: CommandContext,
  name: string,
  flags: SendingFlags & TemplateFlags,
): Promise<void> {
  const body = { to: recipientOf(flags), ...templateOf(name, flags) } as TemplateBody;
  await send(context, flags, (options) => context.wigwag.messages.sendTemplate(body, options));
}

function recipientOf({ to }: SendingFlags): string {
  if (to === undefined) {
    throw new UsageError('no recipient: give --to RECIPIENT, or --csv FILE for many');
  }
  return to;
}

/** Uploads a local file. */
export const uploaderOf =
  ({ wigwag }: CommandContext, { connection }: { connection?: string }) =>
  async (path: string, filename?: string): Promise<string> =>
    (
      await wigwag.media.upload({
        file: { path },
        ...(filename !== undefined && { filename }),
        ...(connection !== undefined && { connection_id: connection }),
      })
    ).id;

type SendFunction = (options: { idempotencyKey?: string }) => Promise<{ id: string; status: string }>;

async function send(context: CommandContext, flags: SendingFlags, call: SendFunction): Promise<void> {
  const sent = await call(flags.idempotencyKey === undefined ? {} : { idempotencyKey: flags.idempotencyKey });
  if (flags.wait) {
    return waitFor(context, sent.id, flags.wait, flags.timeout);
  }
  await context.output.record(sent, () => onOneLine(`${sent.id} ${sent.status}`));
}

/** Waits until a message has a status. @throws {OutcomeError} with a readable message if it does not reach it */
export async function waitFor(
  { wigwag, output }: CommandContext,
  id: string,
  until: Status,
  seconds: number,
): Promise<void> {
  const { isTTY } = process.stderr;
  try {
    const message = await wigwag.messages.waitUntil(id, {
      until,
      waitTimeout: seconds * 1000,
      interval: POLL_MILLISECONDS,
      onStatus: ({ status }) => isTTY && process.stderr.write(`\r${onOneLine(`${id} ${status}`)} \x1b[K`),
    });
    isTTY && process.stderr.write('\r\x1b[K');
    await output.record(message, () => onOneLine(`${message.id} ${message.status}`));
  } catch (error) {
    if (!(error instanceof MessageStatusError)) {
      throw error;
    }
    const fix = FAILURE_FIXES[String(error.details?.error?.code)];
    throw new OutcomeError(fix === undefined ? error.message : `${error.message}\n  fix: ${fix}`);
  }
}
