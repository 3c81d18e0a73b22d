import { readState } from '../dev/state.ts';
import { UsageError } from '../errors.ts';
import { eventLine } from '../event-line.ts';
import { type Received, startReceiver } from '../receiver.ts';
import { DEFAULT_DATA } from '../settings.ts';
import { untilStopped } from '../signals.ts';
import { runTail, type TailFlags } from './tail.ts';

export interface ListenFlags extends TailFlags {
  receive?: boolean;
  port?: number;
}

const DEFAULT_PORT = 4000;

/** `wigwag listen`: shows events until it is told to stop, as the server tells them or as a receiver of webhooks. */
export async function runListen(flags: ListenFlags): Promise<void> {
  const { receive, port, json, ...ofTheTail } = flags;
  if (receive && Object.keys(ofTheTail).length > 0) {
    throw new UsageError(
      '--receive shows what is sent here: use --events, --channel, --last-event-id and --base-url without it',
    );
  }
  if (!receive && port !== undefined) {
    throw new UsageError('--port is that of the receiver: add --receive, or leave it out');
  }
  await (receive ? runReceiver({ port: port ?? DEFAULT_PORT, json: json ?? false }) : runTail(flags));
}

/** `wigwag listen --receive`: takes deliveries, verifies them and shows them. */
async function runReceiver(flags: { port: number; json: boolean }): Promise<void> {
  const secret = process.env.WIGWAG_SIGNING_SECRET ?? readState(DEFAULT_DATA)?.account?.signingSecret;
  if (!secret) {
    throw new UsageError('no signing secret: set WIGWAG_SIGNING_SECRET, or run `wigwag dev` in this folder first');
  }
  const stopped = untilStopped();
  const receiver = await startReceiver({
    port: flags.port,
    secret,
    onDelivery: (delivery) => show(delivery, flags.json),
  });
  process.stderr.write(`listening on ${receiver.url}; let events be sent there. Stop with Ctrl-C.\n`);
  await stopped;
  await receiver.close();
}

function show({ at, headers, rawBody, result }: Received, json: boolean): void {
  const verified = 'event' in result;
  if (json) {
    const line = {
      received_at: at.toISOString(),
      verified,
      ...(verified ? { event: result.event } : { problem: result.problem, raw_body: rawBody }),
    };
    process.stdout.write(`${JSON.stringify(line)}\n`);
    return;
  }
  const time = at.toISOString().slice(11, 23);
  const attempt = Number(headers['x-service-attempt'] ?? 1);
  const suffix = attempt > 1 ? ` (attempt ${attempt})` : '';
  process.stdout.write(
    verified ? `${time} ✓ ${eventLine(result.event)}${suffix}\n` : `${time} ✗ refused: ${result.problem}\n`,
  );
}
