import {
  type App,
  type DeliveryState,
  type EventName,
  enableWebhook,
  isoOf,
  isReplayable,
  type ReplayableState,
  replayDeliveries,
  replayDelivery,
} from '@wigwag/server';
import { localIso } from '../../output/local-time.ts';
import { counted } from '../../output/pluralize.ts';
import { UsageError } from '../../program/errors.ts';
import { type Output, print, printer, requireAccount, timeOf, withAdmin } from './database.ts';

interface Span {
  event?: EventName;
  from?: string;
  to?: string;
}

function filterOf({ event, from: begin, to: end }: Span) {
  const from = begin === undefined ? undefined : timeOf('--from', begin);
  const until = end === undefined ? undefined : timeOf('--to', end);
  if (from !== undefined && until !== undefined && from >= until) {
    throw new UsageError(`--from must be before --to; it is "${begin}", and --to is "${end}"`);
  }
  return { event, from, until };
}

const isoOrNull = (time: number | null): string | null => (time === null ? null : isoOf(time));

export const listDeliveries = (
  flags: Output & Span & { account: string; state?: readonly DeliveryState[]; limit: number },
) =>
  withAdmin(async (app) => {
    const accountId = await requireAccount(app, flags.account);
    const { deliveries } = app.store.read;
    const filter = { ...filterOf(flags), states: flags.state };
    const printNext = printer(flags);
    for (const { id, event, state, createdAt, isSample, replayOf } of await deliveries.listNewest(
      accountId,
      filter,
      flags.limit,
    )) {
      const attempts = (await deliveries.attemptsOf(accountId, id)).map((one) => ({
        attempt: one.attempt,
        at: isoOf(one.at),
        status_code: one.statusCode,
        problem: one.problem,
        response_prefix: one.responsePrefix,
        duration_ms: one.durationMs,
        next_attempt_at: isoOrNull(one.nextAttemptAt),
      }));
      const delivery = { id, event, state, created_at: isoOf(createdAt), sample: isSample, replay_of: replayOf };
      printNext(flags.json ? { ...delivery, attempts } : { ...delivery, ...linesOf(attempts) });
    }
  });

/** Attempts as lines for people. */
const linesOf = (
  attempts: readonly { attempt: number; at: string; status_code: number | null; problem: string | null }[],
) =>
  Object.fromEntries(
    attempts.map(({ attempt, at, status_code, problem }) => [
      `attempt ${attempt}`,
      `${localIso(at)} ${status_code ?? 'no answer'}${problem === null ? '' : `: ${problem}`}`,
    ]),
  );

export const replay = (
  id: string | undefined,
  flags: Output & Span & { account: string; state?: readonly ReplayableState[] },
) =>
  withAdmin(async (app) => {
    const accountId = await requireAccount(app, flags.account);
    if ((id === undefined) === (flags.from === undefined)) {
      throw new UsageError('give the id of a delivery, or --from and perhaps --to for all of a time');
    }
    await requireAddress(app, accountId);
    if (id !== undefined) {
      print(flags, { id: await replayOne(app, accountId, id), replay_of: id });
      return;
    }
    const printNext = printer(flags);
    let count = 0;
    await replayDeliveries(app, accountId, { ...filterOf(flags), states: flags.state }, (one) => {
      printNext({ id: one.id, replay_of: one.original.id });
      count += 1;
    });
    process.stderr.write(`${counted(count, 'event is', 'events are')} sent again\n`);
  });

async function replayOne(app: App, accountId: number, id: string): Promise<string> {
  const original = await app.store.read.deliveries.find(accountId, id);
  if (!original) {
    throw new UsageError(`the account has no delivery ${id}; \`wigwag admin deliveries list\` lists them`);
  }
  if (!isReplayable(original)) {
    throw new UsageError(
      original.isSample
        ? `${id} is a sample, which is not sent again`
        : `${id} is ${original.state}: it will be tried again without a replay`,
    );
  }
  return app.store.transaction((tx) => replayDelivery(app, tx, original));
}

/** A replay to nowhere would only wait. */
async function requireAddress(app: App, accountId: number): Promise<void> {
  const webhook = await app.store.read.webhooks.find(accountId);
  if (!webhook?.url) {
    throw new UsageError('the account has no webhook address; `wigwag admin webhook set` sets one');
  }
  if (!webhook.isEnabled) {
    throw new UsageError('the webhook address is disabled; `wigwag admin webhook enable` enables it');
  }
}

export const enableAccountWebhook = (flags: Output & { account: string }) =>
  withAdmin(async (app) => {
    const accountId = await requireAccount(app, flags.account);
    const webhook = await app.store.read.webhooks.find(accountId);
    if (!webhook?.url) {
      throw new UsageError('the account has no webhook address; `wigwag admin webhook set` sets one');
    }
    const resumed = await app.store.transaction((tx) => enableWebhook(app, tx, accountId));
    print(flags, { url: webhook.url, enabled: true, resumed });
  });
