import type { Tone } from '../../parts/feedback.tsx';
import type { RunStatus } from './queries.ts';

export const STOP_REASONS = {
  reply: 'The customer wrote',
  agent: 'An agent took over',
  window: 'The window closed',
  other: 'Opt-out, block, disabled connection or other cause',
} as const;

/** The status of a run. */
export const RUN_STATUSES: Readonly<Record<RunStatus, { text: string; tone: Tone }>> = {
  running: { text: 'Running', tone: 'info' },
  done: { text: 'Done', tone: 'good' },
  stopped: { text: 'Stopped', tone: 'warn' },
};
