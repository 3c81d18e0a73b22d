import { type DestinationStream, type Logger, pino } from 'pino';
import { withoutKeys } from '../secrets.ts';
import type { Config } from './config.ts';

/** What opens something, wherever a line quotes it: our secrets, Meta's tokens, credentials of requests and of URLs. */
const OPENERS: readonly [RegExp, string][] = [
  [/whsec_\w+/g, 'whsec_***'],
  [/\b(EAA|IGAA)\w{16,}/g, '$1***'],
  [/\b(Bearer|Basic) +[\w.~+/=-]{8,}/gi, '$1 ***'],
  [/\b(access_token|verify_token|appsecret_proof|client_secret)=[^&\s"\\]+/g, '$1=***'],
  [/(\w:\/\/)[^\s/@"\\]+@/g, '$1***@'],
];

const withoutOpeners = (line: string): string =>
  OPENERS.reduce((text, [opener, instead]) => text.replace(opener, instead), withoutKeys(line));

const QUOTED = /["'][\s\S]*["']/;

/** Its message without the value that it quotes: the JSON parser does, and PostgreSQL about data (class 22), behind Knex's SQL. */
function unquoted({ name, message, code }: Error & { code?: unknown }): string {
  if (name === 'SyntaxError') {
    return message.replace(QUOTED, '"..."');
  }
  const behindSql = String(code).startsWith('22') ? message.indexOf(' - ') + 1 : message.length;
  return message.slice(0, behindSql) + message.slice(behindSql).replace(QUOTED, '"..."');
}

/**
 * Of an error only what it is: databases and libraries hang values on theirs or quote them, and values are customers' words.
 */
function errorForLog(error: Error & { code?: unknown }) {
  const { name, stack, code } = error;
  const message = unquoted(error);
  return { name, message, stack: stack?.replace(error.message, () => message), code };
}

/** The log, JSON lines on stderr unless told otherwise: whatever a line quotes, no secret is in it. */
export function createLogger({ logLevel }: Config, destination: DestinationStream = pino.destination(2)): Logger {
  const clean = { write: (line: string) => destination.write(withoutOpeners(line)) };
  return pino({ level: logLevel, base: null, errorKey: 'error', serializers: { error: errorForLog } }, clean);
}
