import { localTime } from '../output/local-time.ts';
import { sanitizeTerminal } from '../output/sanitize-terminal.ts';

/** The names of pino's levels (https://getpino.io/#/docs/api?id=logger-level). */
const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

interface LogLine {
  level: number;
  /** Milliseconds since the epoch. */
  time: number;
  msg: string;
  error?: { message: string; stack?: string };
}

/** Returns a JSON line of the server's log as plain text: local time, level, message, fields and the error's stack. */
export function logLineOf(line: string): string {
  const { level, time, msg, error, ...fields } = JSON.parse(line) as LogLine;
  const shown = Object.entries(fields).map(([name, value]) => `${name}=${textOf(value)}`);
  const first = [`${localTime(new Date(time))} ${(LEVELS[level] ?? String(level)).padEnd(6)} ${msg}`, ...shown].join(
    '  ',
  );
  return sanitizeTerminal(error === undefined ? first : `${first}\n${error.stack ?? error.message}`);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
