import { MICROSECONDS } from '../../base/time.ts';
import { reportOf } from '../reports.ts';
import type { OperationHandlers } from './types.ts';

const secondsOf = (time: number): number => Math.round(time / MICROSECONDS.second);

/** Reports over the stored messages. */
export const reportOperations: OperationHandlers<'getReport'> = {
  getReport: async (app, { account, from, to }) => {
    const { days, timeZone, conversations, isComplete, agents } = await reportOf(app, account, { from, to });
    return {
      from: days[0]?.day ?? '',
      to: days.at(-1)?.day ?? '',
      time_zone: timeZone,
      days,
      responses: {
        conversations,
        is_complete: isComplete,
        agents: agents.map(({ agentId, name, replies, median, slowestTenth }) => ({
          agent_id: agentId,
          name,
          replies,
          median_seconds: secondsOf(median),
          slowest_tenth_seconds: secondsOf(slowestTenth),
        })),
      },
    };
  },
};
