import { localTime } from '../output/local-time.ts';
import { onOneLine, sanitizeTerminal } from '../output/sanitize-terminal.ts';

/** The names of pino's levels (https://getpino.io/#/docs/api?id=logger-level). */
const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

interface LogLine {
  level: number;
  /** Milliseconds since the epoch. */
  time: number;
  msg: string;
  error?: { message: string; stack?: string };
}

/**
 * Returns a JSON line of the server's log as plain text: local time, level, message, fields and the error's stack. Only a
 * stack adds lines, because a client's text in a field or a message could otherwise add a false line.
 */
export function logLineOf(line: string): string {
  const { level, time, msg, error, ...fields } = JSON.parse(line) as LogLine;
  const shown = Object.entries(fields).map(([name, value]) => `${name}=${textOf(value)}`);
  const first = [`${localTime(new Date(time))} ${(LEVELS[level] ?? String(level)).padEnd(6)} ${msg}`, ...shown].join(
    '  ',
  );
  return error === undefined ? onOneLine(first) : `${onOneLine(first)}\n${stackOf(error)}`;
}

function stackOf({ message, stack = message }: NonNullable<LogLine['error']>): string {
  return sanitizeTerminal(stack.replace(message, () => onOneLine(message)));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
