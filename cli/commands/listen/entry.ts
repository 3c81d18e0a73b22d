import type { WebhookEvent } from '@wigwag/sdk';
import { eventLine } from '../../output/event-line.ts';
import { onOneLine } from '../../output/sanitize-terminal.ts';

/** The response of an address. `milliseconds` is missing until it arrives. */
export interface Forwarded {
  url: string;
  status?: number;
  milliseconds?: number;
  /** The beginning of the response body. */
  answer?: string;
  /** Why there is no response. */
  problem?: string;
}

/** One event as it arrived, and what this command did with it. */
export interface LogEntry {
  /** Counts from 1 in order of arrival. */
  number: number;
  at: Date;
  rawBody: string;
  /** The event, or why it was refused. */
  result: { event: WebhookEvent } | { problem: string };
  /** Whether its signature was checked. Events of the server's stream have no signature. */
  signed: boolean;
  attempt: number;
  /** Whether the same delivery was received before (§6). */
  repeated: boolean;
  /** Where the event was forwarded, with the latest response of each address. */
  forwarded: Forwarded[];
}

/** A row of the list: all statuses of one message, or one other event. */
export interface LogRow {
  /** The number of its first event. */
  number: number;
  /** Oldest first; at least one. */
  entries: readonly LogEntry[];
}

export const latestOf = ({ entries }: LogRow): LogEntry => entries.at(-1) as LogEntry;

/** The fields of an entry that its source provides. */
export type Arrival = Pick<LogEntry, 'rawBody' | 'result' | 'signed' | 'attempt'>;

export const eventOf = ({ result }: Pick<LogEntry, 'result'>): WebhookEvent | undefined =>
  'event' in result ? result.event : undefined;

/** Returns the milliseconds between the event and its arrival, or undefined if the two clocks disagree. */
export function latencyOf(entry: LogEntry): number | undefined {
  const latency = entry.at.getTime() - Date.parse(eventOf(entry)?.created_at ?? '');
  return latency >= 0 ? latency : undefined;
}

/** Returns a short description of the event. */
export const wordsOf = ({ result }: Pick<LogEntry, 'result'>): string =>
  'event' in result ? eventLine(result.event) : `refused: ${onOneLine(result.problem)}`;

/** Returns whether the signature is valid, as one character. */
export const markOf = ({ signed, result }: LogEntry): string => (!signed ? ' ' : 'event' in result ? '✓' : '✗');

/** Returns the attempt number if above 1, and whether the delivery was seen before; an empty string if neither. */
export function attemptOf({ attempt, repeated }: LogEntry): string {
  const words = [...(attempt > 1 ? [`attempt ${attempt}`] : []), ...(repeated ? ['seen before'] : [])];
  return words.length > 0 ? ` (${words.join(', ')})` : '';
}

/** Returns a duration in its largest sensible unit. */
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

/** Returns the response of an address as text. */
export const answerOf = ({ status, problem, milliseconds }: Forwarded): string =>
  milliseconds === undefined ? '...' : `${status ?? onOneLine(problem ?? '')} in ${formatDuration(milliseconds)}`;
