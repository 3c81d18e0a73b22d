import type { WebhookEvent } from '@wigwag/sdk';
import { eventLine } from '../../output/event-line.ts';
import { onOneLine } from '../../output/sanitize-terminal.ts';

/** What an address answered; without `milliseconds`, not yet. */
export interface Forwarded {
  url: string;
  status?: number;
  milliseconds?: number;
  /** How the answer begins. */
  answer?: string;
  /** Why there is no answer. */
  problem?: string;
}

/** One event as it came, and what became of it here. */
export interface Entry {
  /** From 1, in the order they came. */
  number: number;
  at: Date;
  rawBody: string;
  /** What came; or why it is not believed. */
  result: { event: WebhookEvent } | { problem: string };
  /** Whether its signature was checked: what the server tells over its own connection has none. */
  signed: boolean;
  attempt: number;
  /** The same delivery was seen before (§6). */
  repeated: boolean;
  /** Where it was passed on to, the latest answer of each address. */
  forwarded: Forwarded[];
}

/** What a source knows of an event. */
export type Arrival = Pick<Entry, 'rawBody' | 'result' | 'signed' | 'attempt'>;

export const eventOf = ({ result }: Pick<Entry, 'result'>): WebhookEvent | undefined =>
  'event' in result ? result.event : undefined;

/** Milliseconds from what happened to its arrival; nothing where the two clocks disagree. */
export function latencyOf(entry: Entry): number | undefined {
  const latency = entry.at.getTime() - Date.parse(eventOf(entry)?.created_at ?? '');
  return latency >= 0 ? latency : undefined;
}

/** What it is, in a few words. */
export const wordsOf = ({ result }: Pick<Entry, 'result'>): string =>
  'event' in result ? eventLine(result.event) : `refused: ${onOneLine(result.problem)}`;

/** Whether the signature holds, in one character. */
export const markOf = ({ signed, result }: Entry): string => (!signed ? ' ' : 'event' in result ? '✓' : '✗');

/** Which try of the delivery it is, and whether it was seen before; nothing for a first one. */
export function attemptOf({ attempt, repeated }: Entry): string {
  const words = [...(attempt > 1 ? [`attempt ${attempt}`] : []), ...(repeated ? ['seen before'] : [])];
  return words.length > 0 ? ` (${words.join(', ')})` : '';
}

/** A length of time in its largest sensible unit. */
export function formatDuration(milliseconds: number): string {
  const [seconds, minutes] = [milliseconds / 1_000, milliseconds / 60_000];
  return milliseconds < 1_000
    ? `${Math.round(milliseconds)} ms`
    : seconds < 60
      ? `${seconds.toFixed(1)} s`
      : minutes < 60
        ? `${Math.round(minutes)} min`
        : `${Math.round(minutes / 60)} h`;
}

/** What an address answered. */
export const answerOf = ({ status, problem, milliseconds }: Forwarded): string =>
  milliseconds === undefined ? '...' : `${status ?? onOneLine(problem ?? '')} in ${formatDuration(milliseconds)}`;
