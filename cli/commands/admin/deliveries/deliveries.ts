import { admin, type DeliveryState, type EventName, isoOf } from '@wigwag/server';
import { localIso } from '../../../output/local-time.ts';
import { pluralize } from '../../../output/pluralize.ts';
import { UsageError } from '../../../program/errors.ts';
import { type Output, print, printer, timeOf, withAdmin } from '../database.ts';

interface Span {
  event?: EventName;
  from?: string;
  to?: string;
}

function filterOf({ event, from: begin, to: end }: Span) {
  const from = begin === undefined ? undefined : timeOf('--from', begin);
  const until = end === undefined ? undefined : timeOf('--to', end);
  if (from !== undefined && until !== undefined && from >= until) {
    throw new UsageError(`--from must be before --to; --from is "${begin}" and --to is "${end}"`);
  }
  return { event, from, until };
}

const isoOrNull = (time: number | null): string | null => (time === null ? null : isoOf(time));

export const listDeliveries = (
  flags: Output & Span & { account: string; state?: readonly DeliveryState[]; limit: number },
) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    const filter = { ...filterOf(flags), states: flags.state };
    const printNext = printer(flags);
    for await (const { delivery: one, attempts: tries } of admin.listDeliveries(app, accountId, filter, flags.limit)) {
      const { id, event, state, createdAt, isSample, replayOf } = one;
      const attempts = tries.map((one) => ({
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

/** Returns the attempts as readable lines. */
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
  flags: Output & Span & { account: string; state?: readonly admin.ReplayableState[] },
) =>
  withAdmin(async (app) => {
    const accountId = await admin.requireAccount(app, flags.account);
    if ((id === undefined) === (flags.from === undefined)) {
      throw new UsageError('give the ID of a delivery, or a period with --from and optionally --to');
    }
    if (id !== undefined) {
      print(flags, { id: await admin.replayDelivery(app, accountId, id), replay_of: id });
      return;
    }
    const printNext = printer(flags);
    const filter = { ...filterOf(flags), states: flags.state };
    const count = await admin.replayDeliveries(app, accountId, filter, (one) =>
      printNext({ id: one.id, replay_of: one.original.id }),
    );
    process.stderr.write(`${pluralize(count, 'event is', 'events are')} being sent again\n`);
  });
