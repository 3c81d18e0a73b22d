import { setTimeout as sleep } from 'node:timers/promises';
import { type components, Wigwag } from '@wigwag/sdk';
import { OutcomeError, UsageError } from '../errors.ts';
import { readSettings } from '../settings.ts';
import { readStdin } from '../stdin.ts';

type Channel = components['schemas']['Channel'];
type Status = components['schemas']['MessageStatus'];

export interface SendFlags {
  to: string;
  channel: Channel;
  connection?: string;
  replyTo?: string;
  template?: string;
  language?: string;
  variables?: string[];
  idempotencyKey?: string;
  wait?: Status;
  timeout: number;
  baseUrl?: string;
  json?: boolean;
}

const ORDER: readonly Status[] = ['queued', 'sent', 'delivered', 'read'];
const POLL_MILLISECONDS = 200;

/** `wigwag send`: sends a text or a template, and waits for a status if asked to. */
export async function runSend(text: string | undefined, flags: SendFlags): Promise<void> {
  if ((text === undefined) === (flags.template === undefined)) {
    throw new UsageError('give a text or --template NAME, one of the two');
  }
  if (flags.template !== undefined && (flags.channel !== 'whatsapp' || flags.replyTo !== undefined)) {
    throw new UsageError('templates go out on whatsapp and quote nothing: leave out --channel and --reply-to');
  }
  const wigwag = new Wigwag(readSettings(flags, process.env));
  const options = flags.idempotencyKey === undefined ? {} : { idempotencyKey: flags.idempotencyKey };
  const common = { to: flags.to, ...(flags.connection !== undefined && { connection_id: flags.connection }) };
  const sent =
    flags.template === undefined
      ? await wigwag.messages.send(
          {
            ...common,
            channel: flags.channel,
            text: text === '-' ? await readStdin() : (text ?? ''),
            ...(flags.replyTo !== undefined && { reply_to: flags.replyTo }),
          },
          options,
        )
      : await wigwag.messages.sendTemplate({ ...common, name: flags.template, ...templateFlags(flags) }, options);
  if (!flags.wait) {
    process.stdout.write(flags.json ? `${JSON.stringify(sent)}\n` : `${sent.id} ${sent.status}\n`);
    return;
  }
  const message = await waitFor(wigwag, sent.id, flags.wait, flags.timeout * 1000);
  process.stdout.write(flags.json ? `${JSON.stringify(message)}\n` : `${message.id} ${message.status}\n`);
}

function templateFlags({ language, variables }: SendFlags) {
  return { ...(language !== undefined && { language }), ...(variables && { variables }) };
}

async function waitFor(
  wigwag: Wigwag,
  id: string,
  status: Status,
  milliseconds: number,
): Promise<components['schemas']['Message']> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const message = await wigwag.messages.get(id);
    if (message.status === 'failed' && status !== 'failed') {
      throw new OutcomeError(
        `${id} failed: ${message.error?.title ?? message.error?.code} ${message.error?.detail ?? ''}`.trim(),
      );
    }
    if (
      message.status === status ||
      (ORDER.includes(status) && ORDER.indexOf(message.status) >= ORDER.indexOf(status))
    ) {
      return message;
    }
    if (status === 'failed' && message.status === 'read') {
      throw new OutcomeError(`${id} was read, so it can no longer fail`);
    }
    if (Date.now() > deadline) {
      throw new OutcomeError(`${id} is still ${message.status} after ${milliseconds / 1000} s`);
    }
    process.stderr.isTTY && process.stderr.write(`\r${id} ${message.status} `);
    await sleep(POLL_MILLISECONDS);
  }
}
