import { type Replay, startReplay } from '@wigwag/mock-provider/cassette';
import { listening } from '../../client/listening.ts';
import { EXIT_CODES } from '../../program/errors/exit-codes.ts';
import { requireEnvOrExec, shownExports, startInBackground } from '../../program/process/background.ts';
import { runShellCommand } from '../../program/process/shell-command.ts';
import { untilStopped } from '../../program/process/signals.ts';
import { countOf, describeDifferences } from './differences.ts';
import { readCassette } from './read-cassette.ts';

export interface ReplayFlags {
  port: number;
  callbackUrl?: string;
  appSecret: string;
  speed: number;
  timeout: number;
  caDir?: string;
  exec?: string;
  env?: boolean;
  json?: boolean;
}

interface ReplayInfo {
  url: string;
  proxy: { url: string; ca_file: string; env: Record<string, string> };
}

/** `wigwag replay`: plays a cassette to an app, and exits with 1 if the app's requests differ. */
export async function runReplay(path: string, flags: ReplayFlags): Promise<void> {
  requireEnvOrExec(flags);
  const cassette = readCassette(path);
  if (flags.env) {
    return startInBackground<ReplayInfo>(variablesOf);
  }
  const { port, callbackUrl, appSecret, speed, timeout, caDir } = flags;
  const stopped = untilStopped();
  const replay = await listening(
    () => startReplay({ cassette, port, callbackUrl, appSecret, speed, timeoutMs: timeout * 1000, caDir }),
    { what: 'replay', port, option: '--port' },
  );
  const info = { url: replay.url, proxy: { url: replay.url, ca_file: replay.caFile, env: replay.env } };
  if (flags.exec === undefined) {
    process.stdout.write(flags.json ? `${JSON.stringify(info)}\n` : introduction(info));
  }
  replay.start();
  const code = await play(replay, flags.exec, variablesOf(info), stopped);
  replay.end();
  await replay.close();
  report(replay, flags.json ?? false);
  process.exitCode = code === EXIT_CODES.ok && replay.differences.length > 0 ? EXIT_CODES.fault : code;
}

/** Waits until the cassette is played, or until the command ends. Returns the exit code of the command. */
async function play(
  replay: Replay,
  command: string | undefined,
  variables: Record<string, string>,
  stopped: Promise<NodeJS.Signals>,
): Promise<number> {
  if (command !== undefined) {
    return runShellCommand(command, variables, stopped);
  }
  await Promise.race([replay.finished, stopped]);
  return EXIT_CODES.ok;
}

function report({ differences }: Replay, json: boolean): void {
  if (json) {
    for (const one of differences) {
      process.stdout.write(`${JSON.stringify(one)}\n`);
    }
  }
  const lines = json || differences.length === 0 ? '' : `${describeDifferences(differences)}\n`;
  process.stderr.write(`${lines}${countOf(differences)} from the cassette\n`);
}

const variablesOf = ({ url, proxy }: ReplayInfo, pid?: string): Record<string, string> => ({
  ...proxy.env,
  REPLAY_URL: url,
  ...(pid !== undefined && { REPLAY_PID: pid }),
});

function introduction({ url, proxy }: ReplayInfo): string {
  return `Replaying at ${url}. Start the app with these variables, or with this address in place of https://graph.facebook.com:

${shownExports(proxy.env)}

Press Ctrl-C to stop.
`;
}
