import { localDay } from '../../output/local-time.ts';
import { Output } from '../../output/output.ts';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import { isTerminal } from '../../output/terminal.ts';
import { UsageError } from '../../program/errors/errors.ts';
import { whenReaderLeaves } from '../../program/process/reader.ts';
import { untilStopped } from '../../program/process/signals.ts';
import { findSettings, readSettings, readSigningSecret } from '../../settings/settings.ts';
import type { LogEntry } from './entry.ts';
import { EventLog } from './event-log.ts';
import { filterOf, filterOfKinds } from './filter.ts';
import { Forwarder } from './forwarder.ts';
import { jsonOf, lineDrawer } from './lines.ts';
import { receiverSource } from './receiver-source.ts';
import type { EventSource, Sink } from './source.ts';
import { type TailFlags, tailSource } from './tail-source.ts';

export interface ListenFlags extends TailFlags {
  baseUrl?: string;
  profile?: string;
  receive?: boolean;
  /** The public address of the endpoint; true for the receiver's own address. */
  endpoint?: string | true;
  endpointFilter?: string;
  account?: string;
  port?: number;
  forwardTo?: string[];
  skipVerify?: boolean;
  filter?: string;
  print?: 'lines' | 'json';
  json?: boolean;
}

const DEFAULT_PORT = 4000;

/**
 * `wigwag listen`: shows events until a signal stops it, from the server's event stream, as a webhook receiver, or as an
 * endpoint of the account.
 */
export async function runListen(flags: ListenFlags): Promise<void> {
  if (flags.skipVerify && !flags.forwardTo) {
    throw new UsageError('--skip-verify is for addresses of --forward-to: add --forward-to, or remove --skip-verify');
  }
  const { source, title } = await sourceOf(flags);
  const form = flags.json ? 'json' : (flags.print ?? (isTerminal() ? 'screen' : 'lines'));
  const tell = (line: string) => void process.stderr.write(`${onOneLine(line)}\n`);
  const forwarder = flags.forwardTo && forwarderOf(flags, flags.forwardTo, tell);
  const stop = new AbortController();
  const stopped = untilStopped();
  let bySignal = false;
  void stopped.then(() => {
    bySignal = true;
    stop.abort();
  });
  if (flags.endpoint !== undefined && isTerminal()) {
    // The terminal was closed. The endpoint would stay.
    process.on('SIGHUP', () => stop.abort());
  }
  const leaving = form === 'screen' ? undefined : whenReaderLeaves(() => stop.abort());
  const log = new EventLog();
  const output = new Output({});
  const lineOf = lineDrawer(localDay(new Date()));
  const shown = async (entry: LogEntry) => {
    if (form !== 'screen') {
      await output.text(form === 'json' ? jsonOf(entry) : lineOf(entry), stop.signal);
    }
  };
  // The server filters its event stream; a receiver gets everything and filters here.
  const filters = [filterOf(flags.filter ?? ''), ...(isReceiver(flags) ? [filterOfKinds(flags)] : [])];
  const sink: Sink = {
    log,
    stop: stop.signal,
    say: form === 'screen' ? () => {} : tell,
    async take(arrival) {
      if (!filters.every((isWanted) => isWanted(arrival))) {
        return;
      }
      const entry = log.add(arrival);
      await (forwarder ? forwarder.forward(entry, { answered: log.answered, done: () => shown(entry) }) : shown(entry));
    },
  };
  if (form === 'screen') {
    const { showListenScreen } = await import('../../screens/events/show-listen.tsx');
    await showListenScreen({ title, log, forwarder, quit: () => stop.abort() }, () => source(sink));
  } else {
    await source(sink);
  }
  if (forwarder && forwarder.inFlight > 0) {
    tell(`waiting for responses to ${forwarder.inFlight} events; press Ctrl-C to quit now.`);
    // After a signal, the next signal ends the process. The key that closes the screen is not a signal.
    await Promise.race([forwarder.idle(), ...(bySignal ? [] : [stopped])]);
    forwarder.leave();
  }
  clearInterval(leaving);
}

/** Whether the server sends the events to this command. */
const isReceiver = ({ receive, endpoint }: ListenFlags): boolean => receive === true || endpoint !== undefined;

/** Returns the source of the events and its title. @throws {UsageError} if the flags contradict each other */
async function sourceOf(flags: ListenFlags): Promise<{ source: EventSource; title: string }> {
  const { port, baseUrl, profile, events, channel, lastEventId, endpoint, endpointFilter, account } = flags;
  if (isReceiver(flags) && (lastEventId !== undefined || baseUrl !== undefined)) {
    throw new UsageError(
      `--${endpoint === undefined ? 'receive' : 'endpoint'} shows the webhooks sent to this command: use --last-event-id and --base-url without it`,
    );
  }
  if (!isReceiver(flags) && port !== undefined) {
    throw new UsageError('--port sets the port of the receiver: add --receive or --endpoint, or remove --port');
  }
  if (endpoint === undefined && (endpointFilter !== undefined || account !== undefined)) {
    const option = endpointFilter === undefined ? '--account' : '--endpoint-filter';
    throw new UsageError(`${option} is for the endpoint: add --endpoint, or remove ${option}`);
  }
  if (endpoint !== undefined) {
    // Loads the server's code, which the other sources do not need.
    const { endpointSource } = await import('./endpoint-source.ts');
    const source = endpointSource({
      port: port ?? DEFAULT_PORT,
      ...(typeof endpoint === 'string' && { url: endpoint }),
      ...(endpointFilter !== undefined && { filter: endpointFilter }),
      ...(account !== undefined && { account }),
      ...(events && { events }),
    });
    return { source, title: 'webhooks of an endpoint' };
  }
  const which = { ...(baseUrl !== undefined && { baseUrl }), ...(profile !== undefined && { profile }) };
  if (isReceiver(flags)) {
    const secret = readSigningSecret(which, process.env);
    return { source: receiverSource(port ?? DEFAULT_PORT, secret), title: 'webhooks sent here' };
  }
  const settings = readSettings(which, process.env);
  const ofTheTail = {
    ...(events && { events }),
    ...(channel && { channel }),
    ...(lastEventId !== undefined && { lastEventId }),
  };
  return { source: tailSource(settings, ofTheTail), title: settings.baseUrl };
}

/** Returns a forwarder that signs with the secret of the local server, or with one generated for this run. */
function forwarderOf(
  { baseUrl, profile, skipVerify = false }: ListenFlags,
  urls: string[],
  tell: (line: string) => void,
): Forwarder {
  const which = { ...(baseUrl !== undefined && { baseUrl }), ...(profile !== undefined && { profile }) };
  const forwarder = new Forwarder(urls, findSettings(which, process.env).signingSecret, skipVerify);
  tell(
    forwarder.isSecretGenerated
      ? `forwarding to ${urls.join(' ')}, signed with ${forwarder.secret}, which was generated for this run.`
      : `forwarding to ${urls.join(' ')}, signed with the signing secret of the server.`,
  );
  return forwarder;
}
