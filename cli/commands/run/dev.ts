import { ListenError } from '@wigwag/server';
import { type Dev, type DevOptions, startDev } from '../../dev/dev.ts';
import { runningDev } from '../../dev/state.ts';
import { UsageError } from '../../program/errors.ts';
import { untilStopped } from '../../program/signals.ts';
import { DEFAULT_DATA } from '../../settings/settings.ts';

export interface DevFlags {
  host?: string;
  port: number;
  mockPort: number;
  controlPort: number;
  data?: string;
  memory?: boolean;
  clock: DevOptions['clock'];
  database?: string;
  json?: boolean;
}

/** `wigwag dev`: serves until a signal stops it. */
export async function runDev(flags: DevFlags): Promise<void> {
  if (flags.memory && flags.data !== undefined) {
    throw new UsageError('--memory keeps all data in memory, and --data stores it on disk: use only one of them');
  }
  const stopped = untilStopped();
  const data = flags.memory ? undefined : (flags.data ?? DEFAULT_DATA);
  const dev = await startDev({ ...flags, data, environment: process.env }).catch(async (error: Error) => {
    const running = error instanceof ListenError && data !== undefined && (await runningDev(data));
    throw running
      ? new ListenError(`${error.message}. A \`wigwag dev\` of this folder is already running at ${running}`)
      : error;
  });
  process.stdout.write(flags.json ? `${JSON.stringify(dev.info)}\n` : introduction(dev, flags));
  await stopped;
  await dev.stop();
}

function introduction({ info, webchatUrl }: Dev, flags: DevFlags): string {
  const kept = flags.memory ? 'in memory only' : `in ${flags.data ?? DEFAULT_DATA}`;
  return `wigwag is ready, with a demo account. Data is stored ${kept}.

  API             ${info.base_url}
  live key        ${info.live_key}
  test key        ${info.test_key}
  signing secret  ${info.signing_secret}
  mock provider   ${info.mock_provider_url}
  control port    ${info.control_url}
  web chat        ${webchatUrl}
  reference       ${new URL('/developers', info.base_url)}

Simulate a message from a customer, then reply:

  curl ${info.control_url}/inbound -H 'content-type: application/json' \\
    -d '{"account_id":"${info.account_id}","channel":"whatsapp","from":{"id":"905551112233","name":"Ada"},"type":"text","text":"Hello"}'

  curl ${info.base_url}/messages -H 'authorization: Bearer ${info.live_key}' \\
    -H 'content-type: application/json' -d '{"to":"905551112233","text":"Hello Ada"}'

Press Ctrl-C to stop.
`;
}
