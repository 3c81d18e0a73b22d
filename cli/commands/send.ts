import { type Data, MessageStatusError, type Schemas, type MessageStatus as Status, Wigwag } from '@wigwag/sdk';
import { OutcomeError, UsageError } from '../errors.ts';
import { readSettings } from '../settings.ts';
import { readStdin } from '../stdin.ts';

export interface SendFlags {
  to: string;
  channel: Schemas['Channel'];
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

const POLL_MILLISECONDS = 200;

/** `wigwag send`: sends a text or a template, and waits for a status if asked to. */
export async function runSend(text: string | undefined, flags: SendFlags): Promise<void> {
  if ((text === undefined) === (flags.template === undefined)) {
    throw new UsageError('give a text or --template NAME, one of the two');
  }
  if (flags.template !== undefined && (flags.channel !== 'whatsapp' || flags.replyTo !== undefined)) {
    throw new UsageError('templates go out on whatsapp and quote nothing: leave out --channel and --reply-to');
  }
  // A person at a terminal rather sees what is wrong than waits for minutes.
  const wigwag = new Wigwag({ ...readSettings(flags, process.env), maxRetries: 0 });
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
  const message = await waitFor(wigwag, sent.id, flags.wait, flags.timeout);
  process.stdout.write(flags.json ? `${JSON.stringify(message)}\n` : `${message.id} ${message.status}\n`);
}

function templateFlags({ language, variables }: SendFlags) {
  return { ...(language !== undefined && { language }), ...(variables && { variables }) };
}

/** What did not come about ends the command with words for a person. */
async function waitFor(wigwag: Wigwag, id: string, until: Status, seconds: number): Promise<Data<'getMessage'>> {
  try {
    return await wigwag.messages.waitUntil(id, {
      until,
      patience: seconds * 1000,
      interval: POLL_MILLISECONDS,
      onStatus: ({ status }) => process.stderr.isTTY && process.stderr.write(`\r${id} ${status} `),
    });
  } catch (error) {
    throw error instanceof MessageStatusError ? new OutcomeError(error.message) : error;
  }
}
