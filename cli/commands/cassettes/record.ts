import { closeSync, fchmodSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Recorder } from '@wigwag/mock-provider/cassette';
import { startRecorder } from '@wigwag/mock-provider/cassette';
import { listening } from '../../client/listening.ts';
import { pluralize } from '../../output/pluralize.ts';
import { UsageError } from '../../program/errors/errors.ts';
import { requireEnvOrExec, shownExports, startInBackground } from '../../program/process/background.ts';
import { runShellCommand } from '../../program/process/shell-command.ts';
import { untilStopped } from '../../program/process/signals.ts';

export interface RecordFlags {
  out: string;
  force?: boolean;
  port: number;
  to?: string;
  callbackUrl?: string;
  caDir?: string;
  exec?: string;
  env?: boolean;
  json?: boolean;
}

interface RecordInfo {
  cassette: string;
  callback_address: string | null;
  proxy: { url: string; ca_file: string; env: Record<string, string> };
}

/** `wigwag record`: saves the traffic between an app and Meta, until a signal or the end of `--exec`. */
export async function runRecord(flags: RecordFlags): Promise<void> {
  requireEnvOrExec(flags);
  if (flags.env) {
    return startInBackground<RecordInfo>(variablesOf);
  }
  const stopped = untilStopped();
  const file = openFile(flags.out, flags.force);
  const recorder = await listening(
    () =>
      startRecorder({
        write: (line) => void writeSync(file, line),
        port: flags.port,
        to: flags.to,
        callbackUrl: flags.callbackUrl,
        caDir: flags.caDir,
      }),
    { what: 'recorder', port: flags.port, option: '--port' },
  );
  const info = infoOf(flags, recorder);
  if (flags.exec !== undefined) {
    process.exitCode = await runShellCommand(flags.exec, variablesOf(info), stopped);
  } else {
    process.stdout.write(flags.json ? `${JSON.stringify(info)}\n` : introduction(info));
    await stopped;
  }
  await recorder.close();
  closeSync(file);
  process.stderr.write(`Recorded ${pluralize(recorder.count, 'exchange')} in ${flags.out}\n`);
}

/** Opens the cassette. Only its owner can read it, although it is redacted. */
function openFile(path: string, force = false): number {
  try {
    const file = openSync(path, force ? 'w' : 'wx', 0o600);
    fchmodSync(file, 0o600); // a replaced file keeps its mode
    return file;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(code === 'EEXIST' ? `${path} exists: add --force to replace it` : `${path}: ${message}`);
  }
}

const infoOf = ({ out, callbackUrl }: RecordFlags, { url, caFile, env }: Recorder): RecordInfo => ({
  cassette: resolve(out),
  callback_address: callbackUrl === undefined ? null : url,
  proxy: { url, ca_file: caFile, env },
});

const variablesOf = ({ proxy, cassette, callback_address }: RecordInfo, pid?: string): Record<string, string> => ({
  ...proxy.env,
  RECORD_CASSETTE: cassette,
  ...(callback_address !== null && { RECORD_CALLBACK_ADDRESS: callback_address }),
  ...(pid !== undefined && { RECORD_PID: pid }),
});

function introduction({ cassette, callback_address, proxy }: RecordInfo): string {
  return `Recording to ${cassette}. Start the app with these variables:

${shownExports(proxy.env)}
${callback_address === null ? '' : `\nSend Meta's callbacks to ${callback_address}.\n`}
Press Ctrl-C to stop.
`;
}
