import { existsSync } from 'node:fs';
import { ApiError, type Data } from '@wigwag/sdk';
import { problemOfPort } from '../../client/port-problem.ts';
import { localDay } from '../../output/local-time.ts';
import { pluralize } from '../../output/pluralize.ts';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import type { Context } from '../../program/context.ts';
import { OutcomeError } from '../../program/errors.ts';
import { describe, isDryRun } from '../../program/exit-codes.ts';
import { loadProjectEnvironment } from '../../settings/project-environment.ts';
import { findSettings } from '../../settings/settings.ts';

/** The result of one check. */
export interface Check {
  check: string;
  ok: boolean;
  what: string;
  /** What to do about a fault; for a check that is ok, a hint. */
  fix?: string;
}

/** A receiver refuses what is older than 300 s (§6); long before that something is wrong with a clock. */
const SKEW_SECONDS = 60;

/**
 * `wigwag doctor`: checks key, clock, webhook, provider tokens, database and port, and changes nothing. With `--dry-run` it only
 * prints its requests.
 *
 * @throws {OutcomeError} when something is wrong
 */
export async function runDoctor(context: Context): Promise<void> {
  if (context.flags.dryRun) {
    return printRequests(context);
  }
  loadProjectEnvironment();
  const checks: Check[] = [];
  const { isThere } = await checkServer(context, checks);
  await checkDatabase(checks);
  if (!isThere) {
    checks.push(await checkPort(findSettings(context.flags, process.env).baseUrl));
  }
  await (context.output.isDrawn
    ? context.output.text(checks.map(lineOf).join('\n'))
    : context.output.list(checks, ['check', 'ok', 'what', 'fix']));
  const wrong = checks.filter(({ ok }) => !ok).length;
  if (wrong > 0) {
    throw new OutcomeError(`${wrong} of ${checks.length} things to put right`);
  }
}

async function printRequests({ wigwag }: Context): Promise<void> {
  for (const request of [() => wigwag.account.me(), () => wigwag.account.channels(), () => wigwag.webhooks.test({})]) {
    await request().catch((error) => {
      if (!isDryRun(error)) {
        throw error;
      }
    });
  }
}

function lineOf({ check, ok, what, fix }: Check): string {
  const mark = !ok ? '✗' : fix === undefined ? '✓' : '!';
  const more = fix === undefined ? '' : `\n  ${' '.repeat(10)} ${ok ? 'hint' : 'fix'}: ${onOneLine(fix)}`;
  return `${mark} ${check.padEnd(10)} ${onOneLine(what)}${more}`;
}

/** What went wrong as a check. */
function failed(check: string, error: unknown, fix: string): Check {
  return {
    check,
    ok: false,
    what: describe(error).split('\n')[0] ?? '',
    fix: error instanceof ApiError ? error.fix : fix,
  };
}

async function checkServer(context: Context, checks: Check[]): Promise<{ isThere: boolean }> {
  const { baseUrl, source, apiKey, withheld } = findSettings(context.flags, process.env);
  checks.push({ check: 'settings', ok: true, what: `${baseUrl}, as said by ${source}` });
  if (apiKey === undefined) {
    const fix = 'set WIGWAG_API_KEY, choose a profile with --profile, or run `wigwag dev` in this folder';
    checks.push({ check: 'key', ok: false, what: withheld?.why ?? 'there is no API key', fix: withheld?.fix ?? fix });
    return { isThere: false };
  }
  try {
    const { data, response } = await context.wigwag.account.me().withResponse();
    checks.push(keyCheck(data), clockCheck(response.headers.get('date')));
  } catch (error) {
    const isThere = error instanceof ApiError;
    const fix = 'start the server (`wigwag dev` or `wigwag serve`), or correct the base URL';
    checks.push(failed(isThere ? 'key' : 'server', error, fix));
    return { isThere };
  }
  checks.push(await channelsCheck(context), await webhookCheck(context));
  return { isThere: true };
}

function keyCheck({ key, account, license }: Data<'getMe'>): Check {
  const scopes = key.scopes.includes('*') ? 'full access' : key.scopes.join(', ');
  const until = license.expires_at === null ? '' : `, licensed until ${localDay(new Date(license.expires_at))}`;
  return { check: 'key', ok: true, what: `a ${key.mode} key of ${account.name}, ${scopes}${until}` };
}

function clockCheck(date: string | null): Check {
  const skew = date === null ? 0 : Math.round((Date.now() - Date.parse(date)) / 1000);
  const isFine = Math.abs(skew) <= SKEW_SECONDS;
  return {
    check: 'clock',
    ok: isFine,
    what: `${Math.abs(skew)} s away from that of the server`,
    ...(!isFine && { fix: 'set the clock of this machine by NTP; a signature is refused when it is 300 s off' }),
  };
}

async function channelsCheck({ wigwag }: Context): Promise<Check> {
  const { channels } = await wigwag.account.channels();
  const connected = channels.filter(({ connections }) => connections.length > 0).map(({ channel }) => channel);
  return connected.length > 0
    ? { check: 'channels', ok: true, what: `connected: ${connected.join(', ')}` }
    : {
        check: 'channels',
        ok: false,
        what: 'nothing is connected',
        fix: 'connect a number with `wigwag admin connections add`',
      };
}

/** Sends a sample event: only so it shows whether the address can be reached. */
async function webhookCheck({ wigwag }: Context): Promise<Check> {
  try {
    const { status_code, duration_ms } = await wigwag.webhooks.test({});
    return { check: 'webhook', ok: true, what: `the address answered ${status_code} in ${duration_ms} ms` };
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'WEBHOOK_NOT_CONFIGURED') {
      // The API tells neither which of the two it is, nor the address (§4.10).
      const fix =
        'set it with `wigwag admin webhook set`, or enable it with `wigwag admin webhook enable`; `wigwag listen` shows events without';
      // An account may do without, as with `wigwag listen`.
      return { check: 'webhook', ok: true, what: 'no address is set, or it was disabled after failures', fix };
    }
    if (code === 'SCOPE_DENIED') {
      return { check: 'webhook', ok: true, what: 'not tried, as the key lacks the scope webhooks:test' };
    }
    return failed('webhook', error, 'correct the address with `wigwag admin webhook set`');
  }
}

/** The database of this folder or of WIGWAG_DATABASE_URL, and the tokens of its connections. */
async function checkDatabase(checks: Check[]): Promise<void> {
  if (!process.env.WIGWAG_DATABASE_URL && !existsSync('wigwag.db')) {
    return;
  }
  const { admin, openAdmin, readConfig } = await import('@wigwag/server');
  try {
    const { app, close } = await openAdmin(readConfig(process.env), 'read');
    try {
      const accounts = await admin.listAccounts(app);
      checks.push({
        check: 'database',
        ok: true,
        what: `it opens, with ${pluralize(accounts.length, 'account')}`,
      });
      for (const { id } of accounts) {
        for (const connection of await admin.listConnections(app, id)) {
          for (const { ok, what, fix } of await admin.checkConnection(app, connection)) {
            checks.push({ check: connection.id, ok, what, ...(fix !== undefined && { fix }) });
          }
        }
      }
    } finally {
      await close();
    }
  } catch (error) {
    checks.push(failed('database', error, 'see WIGWAG_DATABASE_URL and WIGWAG_SECRET_KEY'));
  }
}

/** Whether a server could listen where none was found. */
async function checkPort(baseUrl: string): Promise<Check> {
  const { hostname, port, protocol } = new URL(baseUrl);
  // A server in this folder listens where its own variable says.
  const number = Number(process.env.WIGWAG_PORT) || Number(port || (protocol === 'https:' ? 443 : 80));
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) {
    return { check: 'port', ok: true, what: `${hostname} is another machine` };
  }
  const problem = await problemOfPort(number);
  if (problem === undefined) {
    return { check: 'port', ok: true, what: `${number} is free for a server` };
  }
  if (problem === 'EADDRINUSE' && (await isWigwag(`http://127.0.0.1:${number}/api/v1`))) {
    return { check: 'port', ok: true, what: `a wigwag answers on ${number}` };
  }
  const fix = problem === 'EADDRINUSE' ? 'stop the other program, or choose another port' : 'choose another port';
  return { check: 'port', ok: false, what: `${number}: ${problem}`, fix };
}

/** A program on the same machine answers at once. */
const TIMEOUT_MILLISECONDS = 1_000;

/** Whether a server of this API is at the base URL. It refuses a request without a key in a way that no other program does. */
async function isWigwag(baseUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/me`, { signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) });
    const { error } = (await response.json()) as { error?: { code?: string } };
    return error?.code === 'MISSING_API_KEY';
  } catch {
    return false;
  }
}
