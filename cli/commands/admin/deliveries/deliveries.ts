import type { admin } from '@wigwag/server';
import { pluralize } from '../../../output/pluralize.ts';
import { ProgressLine } from '../../../output/progress-line.ts';
import type { CommandContext } from '../../../program/context/context.ts';
import { UsageError } from '../../../program/errors/errors.ts';
import { type AccountFlags, requireTime } from '../database.ts';
import { type Operator, withOperatorOf } from '../operator.ts';

type DeliveryFlags = admin.AdminInput<'listDeliveries'>;

type Replays = admin.AdminInput<'replayDeliveries'>;

type DeliveryPeriod = Pick<DeliveryFlags, 'event' | 'endpoint' | 'from' | 'to'>;

/** @throws {UsageError} for a text that is not a time */
const spanOf = ({ event, endpoint, from, to }: DeliveryPeriod): DeliveryPeriod => ({
  ...(event !== undefined && { event }),
  ...(endpoint !== undefined && { endpoint }),
  ...(from !== undefined && { from: requireTime('--from', from) }),
  ...(to !== undefined && { to: requireTime('--to', to) }),
});

const COLUMNS = ['id', 'event', 'endpoint', 'state', 'created_at', 'attempts', 'last.status_code', 'last.problem'];

export const listDeliveries = (
  { output }: CommandContext,
  { state, limit, ...flags }: AccountFlags & DeliveryPeriod & Pick<DeliveryFlags, 'state'> & { limit: number },
) =>
  withOperatorOf(flags, async (call, account) => {
    const filter = { account, ...spanOf(flags), ...(state && { state }), limit };
    const { deliveries } = await call('listDeliveries', filter);
    await output.list(deliveries, COLUMNS, ({ attempts, ...delivery }) => ({
      ...delivery,
      attempts: attempts.length,
      last: attempts.at(-1),
    }));
  });

/** Makes the next attempt of a pending delivery now. */
export const retry = ({ output, say }: CommandContext, id: string, flags: AccountFlags) =>
  withOperatorOf(flags, async (call, account) => {
    const { id: delivery, event, state, attempts } = await call('retryDelivery', { account, delivery: id });
    await output.record({ id: delivery, event, state, attempts: attempts.length });
    say('The next attempt is being made; `wigwag admin deliveries list` shows its result');
  });

/** Sends all events of a period again, in parts, and shows progress. A repeated command continues after the last part. */
async function replayAll(call: Operator, wanted: Replays): Promise<admin.AdminOutput<'replayDeliveries'>['replays']> {
  const replays = [];
  let progress: ProgressLine | undefined;
  let after: string | null = null;
  do {
    const part: admin.AdminOutput<'replayDeliveries'> = await call('replayDeliveries', {
      ...wanted,
      ...(after !== null && { after }),
    });
    replays.push(...part.replays);
    progress ??= new ProgressLine(part.replays.length + part.left, {});
    progress.at(replays.length);
    after = part.next;
  } while (after);
  progress.clear();
  return replays;
}

export const replay = (
  { output, say }: CommandContext,
  id: string | undefined,
  {
    state: states,
    again,
    ...flags
  }: AccountFlags & DeliveryPeriod & { state?: admin.ReplayableState[]; again?: boolean },
) =>
  withOperatorOf(flags, async (call, account) => {
    const { from, ...span } = spanOf(flags);
    if ((id === undefined) === (from === undefined)) {
      throw new UsageError('give the ID of a delivery, or a period with --from and optionally --to');
    }
    if (id !== undefined) {
      await output.record(await call('replayDelivery', { account, delivery: id }));
    } else if (from !== undefined) {
      const wanted = { account, from, ...span, ...(states && { states }), ...(again && { again }) };
      const replays = await replayAll(call, wanted);
      await output.list(replays, ['id', 'replay_of']);
      say(`${pluralize(replays.length, 'event is', 'events are')} being sent again`);
      if (replays.length === 0 && !again) {
        say('Events that were already sent again are skipped; --again includes them');
      }
    }
  });
