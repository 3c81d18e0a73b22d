import type { ServedRequest } from '@wigwag/server';
import { type Dev, type DevOptions, startDev } from '../../dev/dev.ts';
import { logLineOf } from '../../dev/log-line.ts';
import { choosePorts } from '../../dev/ports.ts';
import { lineOf, RequestLog } from '../../dev/request-log.ts';
import { runningDev } from '../../dev/state.ts';
import { UsageError } from '../../program/errors/errors.ts';
import { untilStopped } from '../../program/process/signals.ts';
import { asRun } from '../../program/words/command-name.ts';
import { DEFAULT_DATA } from '../../settings/settings.ts';

export interface DevFlags {
  host?: string;
  port?: number;
  mockPort?: number;
  controlPort?: number;
  allowedHosts?: string[];
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
  const running = data === undefined ? undefined : await runningDev(data);
  if (running !== undefined) {
    throw new UsageError(`a \`wigwag dev\` of this folder is already running at ${running}; stop it first`);
  }
  const ports = await choosePorts(flags, (line) => void process.stderr.write(`${line}\n`));
  const requests = data === undefined ? undefined : new RequestLog(data);
  let isReady = false;
  const onRequest = (served: ServedRequest): void => {
    requests?.write(served);
    if (isReady && !flags.json) {
      process.stdout.write(`${lineOf(served)}\n`);
    }
  };
  const onLog = flags.json ? undefined : (line: string) => void process.stderr.write(`${logLineOf(line)}\n`);
  const dev = await startDev({ ...flags, ...ports, data, environment: process.env, onRequest, onLog });
  process.stdout.write(flags.json ? `${JSON.stringify(dev.info)}\n` : introduction(dev, flags));
  isReady = true;
  await stopped;
  await dev.stop();
  requests?.close();
}

/** Commands that work with the demo account. */
const FIRST_STEPS = [
  'wigwag trigger message.received --override "text=Hello" from.name=Ada',
  'wigwag send "Hello Ada" --to 905551112233',
  'wigwag listen',
];

/** Returns the settings that other commands need if they cannot find them in the folder. */
const settingsOf = ({ base_url, live_key, control_url }: Dev['info']): string => `\
  export WIGWAG_BASE_URL=${base_url}
  export WIGWAG_API_KEY=${live_key}
  export WIGWAG_CONTROL_URL=${control_url}

`;

function introduction({ info, webchatUrl }: Dev, flags: DevFlags): string {
  const kept = flags.memory ? 'in memory only' : `in ${flags.data ?? DEFAULT_DATA}`;
  const isFound = !flags.memory && (flags.data ?? DEFAULT_DATA) === DEFAULT_DATA;
  return `wigwag is ready, with a demo account. Data is stored ${kept}.

  API             ${info.base_url}
  live key        ${info.live_key}
  test key        ${info.test_key}
  signing secret  ${info.signing_secret}
  mock provider   ${info.mock_provider_url}
  control port    ${info.control_url}
  web chat        ${webchatUrl}
  reference       ${new URL('/developers', info.base_url)}
${info.dashboard_url ? `  dashboard       ${info.dashboard_url}\n` : ''}
Simulate a message from a customer, then reply. In another terminal${isFound ? ', in this folder' : ''}:

${isFound ? '' : settingsOf(info)}${FIRST_STEPS.map((line) => `  ${asRun(line)}`).join('\n')}

Or with plain HTTP:

  curl ${info.control_url}/inbound -H 'content-type: application/json' \\
    -d '{"account_id":"${info.account_id}","channel":"whatsapp","from":{"id":"905551112233","name":"Ada"},"type":"text","text":"Hello"}'

  curl ${info.base_url}/messages -H 'authorization: Bearer ${info.live_key}' \\
    -H 'content-type: application/json' -d '{"to":"905551112233","text":"Hello Ada"}'

Or write as a customer on a phone in your browser: ${info.mock_provider_url}

Requests follow as they come. Press Ctrl-C to stop.
`;
}
