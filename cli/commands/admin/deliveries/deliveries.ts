import { admin, type DeliveryState, type EventName, isoOf } from '@wigwag/server';
import { pluralize } from '../../../output/pluralize.ts';
import type { Context } from '../../../program/context.ts';
import { UsageError } from '../../../program/errors.ts';
import { type AccountFlags, timeOf, withAccount } from '../database.ts';

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

type ListFlags = AccountFlags & Span & { state?: readonly DeliveryState[]; limit: number };

const COLUMNS = ['id', 'event', 'state', 'created_at', 'attempts', 'last.status_code', 'last.problem'];

export const listDeliveries = ({ output }: Context, flags: ListFlags) =>
  withAccount(flags, async (app, accountId) => {
    const filter = { ...filterOf(flags), states: flags.state };
    const records = [];
    for await (const { delivery, attempts } of admin.listDeliveries(app, accountId, filter, flags.limit)) {
      const { id, event, state, createdAt, isSample, replayOf } = delivery;
      records.push({
        id,
        event,
        state,
        created_at: isoOf(createdAt),
        sample: isSample,
        replay_of: replayOf,
        attempts: attempts.map((one) => ({
          attempt: one.attempt,
          at: isoOf(one.at),
          status_code: one.statusCode,
          problem: one.problem,
          response_prefix: one.responsePrefix,
          duration_ms: one.durationMs,
          next_attempt_at: isoOrNull(one.nextAttemptAt),
        })),
      });
    }
    await output.list(records, COLUMNS, ({ attempts, ...delivery }) => ({
      ...delivery,
      attempts: attempts.length,
      last: attempts.at(-1),
    }));
  });

export const replay = (
  { output, say }: Context,
  id: string | undefined,
  flags: AccountFlags & Span & { state?: readonly admin.ReplayableState[] },
) =>
  withAccount(flags, async (app, accountId) => {
    if ((id === undefined) === (flags.from === undefined)) {
      throw new UsageError('give the ID of a delivery, or a period with --from and optionally --to');
    }
    if (id !== undefined) {
      await output.record({ id: await admin.replayDelivery(app, accountId, id), replay_of: id });
      return;
    }
    const filter = { ...filterOf(flags), states: flags.state };
    const replays: { id: string; replay_of: string }[] = [];
    const count = await admin.replayDeliveries(app, accountId, filter, (one) =>
      replays.push({ id: one.id, replay_of: one.original.id }),
    );
    await output.list(replays, ['id', 'replay_of']);
    say(`${pluralize(count, 'event is', 'events are')} being sent again`);
  });
