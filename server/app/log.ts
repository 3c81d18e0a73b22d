import { type DestinationStream, type Logger, pino } from 'pino';
import { withoutKeys } from '../base/secrets.ts';
import type { Config } from '../config/config.ts';

/** The start of a word. In JSON, the first word of a line of text may follow the letter of an escape sequence. */
const START = String.raw`(?:\b|(?<=\\[bfnrt]))`;

/** Secrets that are masked in every log line: ours, Meta's tokens, and credentials in requests and URLs. */
const OPENERS: readonly [RegExp, string][] = [
  [/whsec_\w+/g, 'whsec_***'],
  [new RegExp(String.raw`${START}(EAA|IGAA)\w{16,}`, 'g'), '$1***'],
  [new RegExp(String.raw`${START}(Bearer|Basic) +[\w.~+/=-]{8,}`, 'gi'), '$1 ***'],
  [new RegExp(String.raw`${START}(access_token|verify_token|appsecret_proof|client_secret)=[^&\s"\\]+`, 'g'), '$1=***'],
  [/(\w:\/\/)[^\s/@"\\]+@/g, '$1***@'],
];

const withoutOpeners = (line: string): string =>
  OPENERS.reduce((text, [opener, instead]) => text.replace(opener, instead), withoutKeys(line));

const QUOTED = /["'][\s\S]*["']/;

/**
 * Returns the message of an error without the values that it quotes. The JSON parser quotes its input, and PostgreSQL
 * quotes data (class 22) after Knex's SQL.
 */
function unquoted({ name, message, code }: Error & { code?: unknown }): string {
  if (name === 'SyntaxError') {
    return message.replace(QUOTED, '"..."');
  }
  const behindSql = String(code).startsWith('22') ? message.indexOf(' - ') + 1 : message.length;
  return message.slice(0, behindSql) + message.slice(behindSql).replace(QUOTED, '"..."');
}

/**
 * Logs only the kind of an error. Databases and libraries attach values to their errors or quote them, and these values
 * contain customers' texts.
 */
function errorForLog(error: Error & { code?: unknown }) {
  const { name, stack, code } = error;
  const message = unquoted(error);
  return { name, message, stack: stack?.replace(error.message, () => message), code };
}

/** Returns the logger. It writes JSON lines, on stderr by default, and masks secrets in them. */
export function createLogger({ logLevel }: Config, destination: DestinationStream = pino.destination(2)): Logger {
  const clean = { write: (line: string) => destination.write(withoutOpeners(line)) };
  return pino({ level: logLevel, base: null, errorKey: 'error', serializers: { error: errorForLog } }, clean);
}
