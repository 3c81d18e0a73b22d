import type { components } from '@wigwag/openapi';
import type { RunCount } from '../../store/flows/flow-runs.ts';
import type { Flow } from '../../store/flows/flows.ts';
import { percentOf } from '../reports/percent.ts';

const sum = (counts: readonly RunCount[], of: (count: RunCount) => number = ({ runs }) => runs): number =>
  counts.reduce((total, count) => total + of(count), 0);

/** Returns the statistics of a flow (§2.11). Each person who entered it is in progress, completed or stopped. */
export function flowStats({ steps }: Flow, counts: readonly RunCount[]): components['schemas']['FlowStats'] {
  const withStatus = (wanted: RunCount['status']) => sum(counts.filter(({ status }) => status === wanted));
  const stoppedBy = (reason: RunCount['stopReason']) => sum(counts.filter(({ stopReason }) => stopReason === reason));
  const entered = sum(counts);
  return {
    entered,
    running: withStatus('running'),
    done: withStatus('done'),
    stopped: withStatus('stopped'),
    messages_sent: sum(counts, ({ messagesSent }) => messagesSent),
    stop_reasons: {
      reply: stoppedBy('reply'),
      agent: stoppedBy('agent'),
      window: stoppedBy('window'),
      other: stoppedBy('other'),
    },
    funnel: steps.map((_, index) => {
      const reached = sum(counts.filter(({ currentStep }) => currentStep > index));
      return { step: index + 1, reached, rate: percentOf(reached, entered) };
    }),
  };
}
