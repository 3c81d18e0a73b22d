import type { Ledger } from './ledger.ts';
import type { Limited } from './records.ts';

const SECOND = 1_000_000;
const MINUTE = 60 * SECOND;

/** §8: checks requests with one key in calm times, each with its begin, end and response. */
export function checkRate(ledger: Ledger, account: number, limit: number, requests: readonly Limited[]): void {
  if (ledger.countsTogether && ledger.clockError > 0) {
    // Each server counts by its own clock, so a limit is only as exact as the clocks.
    return;
  }
  const admitted = requests.filter(({ reply }) => reply.status !== 429);
  for (const { begun } of admitted) {
    const count = admitted.filter((one) => one.begun >= begun && one.ended < begun + MINUTE - SECOND).length;
    if (count > limit) {
      ledger.problem(`rate: account ${account} made ${count} requests in a minute with a key for ${limit}`);
    }
  }
  for (const { reply } of requests.filter((one) => one.reply.status === 429)) {
    const seconds = Number(reply.headers['retry-after']);
    // Servers that count together do so in tenths of a second, and round up.
    if (!(seconds >= 1 && seconds <= (ledger.countsTogether ? 61 : 60))) {
      ledger.problem(`rate: account ${account} got 429 with Retry-After ${reply.headers['retry-after']}`);
    }
  }
  if (requests.some(({ isRetry, reply }) => isRetry && reply.status === 429)) {
    ledger.problem(`rate: account ${account} was refused again after Retry-After`);
  }
  if (requests.some(({ reply }) => Number(reply.headers['x-ratelimit-limit']) !== limit)) {
    ledger.problem(`rate: account ${account} got another X-RateLimit-Limit than ${limit}`);
  }
}
