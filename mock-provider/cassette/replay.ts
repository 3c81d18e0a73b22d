import { overNetwork as deliverOverNetwork } from '../callbacks/callbacks.ts';
import { breakOff, type Incoming, type Outgoing, readRequest } from '../http.ts';
import { type MockProxy, type ProxyOptions, startProxy } from '../proxy/proxy.ts';
import { realClock } from '../world/clock.ts';
import { Player, type PlayerOptions } from './player.ts';
import { writeResponse } from './wire.ts';

export interface ReplayOptions extends ProxyOptions, Pick<PlayerOptions, 'cassette' | 'callbackUrl'> {
  /** @default 'mock-app-secret' */
  appSecret?: string;
  /** @default 1 */
  speed?: number;
  /** @default 30,000 */
  timeoutMs?: number;
  /** @default the machine's time */
  clock?: PlayerOptions['clock'];
  /** Sends callbacks. @default over the network */
  deliver?: PlayerOptions['deliver'];
}

export interface Replay extends MockProxy, Pick<Player, 'differences' | 'finished'> {
  /** Sends the callbacks that come before the first request, and starts to wait for requests. */
  start(): void;
  /** Ends the replay, and reports what was not played as missing. */
  end(): void;
}

/** Starts a forward proxy that plays a cassette. Apps that cannot use a proxy send requests to its URL. */
export async function startReplay(options: ReplayOptions): Promise<Replay> {
  const player = new Player({
    cassette: options.cassette,
    callbackUrl: options.callbackUrl,
    appSecret: options.appSecret ?? 'mock-app-secret',
    speed: options.speed ?? 1,
    timeoutMs: options.timeoutMs ?? 30_000,
    clock: options.clock ?? realClock,
    deliver: options.deliver ?? deliverOverNetwork(),
  });
  const answer = (scheme: 'http' | 'https') => (incoming: Incoming, outgoing: Outgoing) => {
    void readRequest(incoming, scheme)
      .then((request) => player.answer(request))
      .then(
        (response) => writeResponse(outgoing, response),
        () => breakOff(outgoing),
      );
  };
  const proxy = await startProxy({ answer, own: answer('http') }, options);
  return {
    ...proxy,
    differences: player.differences,
    finished: player.finished,
    start: () => player.start(),
    end: () => player.end(),
  };
}
