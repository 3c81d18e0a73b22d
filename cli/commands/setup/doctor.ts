import { existsSync } from 'node:fs';
import { ApiError, type Data } from '@wigwag/sdk';
import { problemOfPort } from '../../client/port-problem.ts';
import { localDay } from '../../output/local-time.ts';
import { pluralize } from '../../output/pluralize.ts';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import type { CommandContext } from '../../program/context/context.ts';
import { OutcomeError } from '../../program/errors/errors.ts';
import { describe, isDryRun } from '../../program/errors/exit-codes.ts';
import { asRun } from '../../program/words/command-name.ts';
import { isDatabaseOf, loadProjectEnvironment } from '../../settings/project-environment.ts';
import { DEFAULT_DATA, type FoundDev, findDevData, findSettings } from '../../settings/settings.ts';

/** The result of one check. */
export interface DoctorCheck {
  check: string;
  ok: boolean;
  what: string;
  /** How to fix a failed check; for a passed check, a hint. */
  fix?: string;
}

/** Receivers refuse signatures older than 300 s (§6). A smaller skew already means that a clock is wrong. */
const SKEW_SECONDS = 60;

export interface DoctorFlags {
  webhook?: boolean;
}

/**
 * `wigwag doctor`: checks key, clock, proxy, provider tokens, database and port, and changes nothing. With `--webhook` it
 * also sends a sample event to the webhook address. With `--dry-run` it only prints its requests.
 *
 * @throws {OutcomeError} if a check fails
 */
export async function runDoctor(context: CommandContext, flags: DoctorFlags): Promise<void> {
  if (context.flags.dryRun) {
    return printRequests(context, flags);
  }
  loadProjectEnvironment();
  const found: DoctorCheck[] = [];
  const server = await checkServer(context, flags, found);
  await checkProxy(found);
  await checkDatabase(found, server);
  const { isThere } = server;
  if (!isThere) {
    found.push(await checkPort(findSettings(context.flags, process.env).baseUrl));
  }
  const checks = found.map((one) => ({ ...one, ...(one.fix !== undefined && { fix: asRun(one.fix) }) }));
  await (context.output.isDrawn
    ? context.output.text(checks.map(lineOf).join('\n'))
    : context.output.list(checks, ['check', 'ok', 'what', 'fix']));
  const wrong = checks.filter(({ ok }) => !ok).length;
  if (wrong > 0) {
    throw new OutcomeError(`${wrong} of ${checks.length} checks failed`);
  }
}

async function printRequests({ wigwag }: CommandContext, { webhook }: DoctorFlags): Promise<void> {
  const reads = [() => wigwag.account.me(), () => wigwag.account.channels()];
  for (const request of [...reads, ...(webhook ? [() => wigwag.webhooks.test({})] : [])]) {
    await request().catch((error) => {
      if (!isDryRun(error)) {
        throw error;
      }
    });
  }
}

function lineOf({ check, ok, what, fix }: DoctorCheck): string {
  const mark = !ok ? '✗' : fix === undefined ? '✓' : '!';
  const more = fix === undefined ? '' : `\n  ${' '.repeat(10)} ${ok ? 'hint' : 'fix'}: ${onOneLine(fix)}`;
  return `${mark} ${check.padEnd(10)} ${onOneLine(what)}${more}`;
}

/** Returns an error as a failed check. */
function failed(check: string, error: unknown, fix: string): DoctorCheck {
  return {
    check,
    ok: false,
    what: describe(error).split('\n')[0] ?? '',
    fix: error instanceof ApiError ? error.fix : fix,
  };
}

/** The server that the settings name. */
interface FoundServer {
  /** Whether it responds. */
  isThere: boolean;
  baseUrl: string;
  /** The key that it accepted. */
  apiKey?: string;
  /** The `wigwag dev` that the settings come from. */
  dev?: FoundDev | undefined;
}

async function checkServer(
  context: CommandContext,
  { webhook }: DoctorFlags,
  checks: DoctorCheck[],
): Promise<FoundServer> {
  const { baseUrl, source, apiKey, withheld } = findSettings(context.flags, process.env);
  const dev = source === DEFAULT_DATA ? findDevData(process.cwd()) : undefined;
  checks.push({ check: 'settings', ok: true, what: `${baseUrl}, from ${dev?.data ?? source}` });
  if (apiKey === undefined) {
    const fix = 'set WIGWAG_API_KEY, choose a profile with --profile, or run `wigwag dev` in this folder';
    checks.push({ check: 'key', ok: false, what: withheld?.why ?? 'there is no API key', fix: withheld?.fix ?? fix });
    return { isThere: false, baseUrl, dev };
  }
  try {
    const { data, response } = await context.wigwag.account.me().withResponse();
    checks.push(keyCheck(data), clockCheck(response.headers.get('date')));
  } catch (error) {
    const isThere = error instanceof ApiError;
    const fix = 'start the server (`wigwag dev` or `wigwag serve`), or correct the base URL';
    checks.push(failed(isThere ? 'key' : 'server', error, fix));
    return { isThere, baseUrl, dev };
  }
  checks.push(...(await channelsChecks(context)), webhook ? await webhookCheck(context) : WEBHOOK_NOT_TESTED);
  return { isThere: true, baseUrl, apiKey, dev };
}

function keyCheck({ key, account, license }: Data<'getMe'>): DoctorCheck {
  const scopes = key.scopes.includes('*') ? 'full access' : key.scopes.join(', ');
  const until = license.expires_at === null ? '' : `, licensed until ${localDay(new Date(license.expires_at))}`;
  return { check: 'key', ok: true, what: `a ${key.mode} key of ${account.name}, ${scopes}${until}` };
}

function clockCheck(date: string | null): DoctorCheck {
  const skew = date === null ? 0 : Math.round((Date.now() - Date.parse(date)) / 1000);
  const isFine = Math.abs(skew) <= SKEW_SECONDS;
  return {
    check: 'clock',
    ok: isFine,
    what: `differs from the server's clock by ${Math.abs(skew)} s`,
    ...(!isFine && { fix: "synchronize this machine's clock with NTP; signatures more than 300 s off are refused" }),
  };
}

async function channelsChecks({ wigwag }: CommandContext): Promise<DoctorCheck[]> {
  const { channels } = await wigwag.account.channels();
  const connected = channels.filter(({ connections }) => connections.length > 0).map(({ channel }) => channel);
  if (connected.length === 0) {
    const fix = 'connect a number with `wigwag admin connections add`';
    return [{ check: 'channels', ok: false, what: 'no channel is connected', fix }];
  }
  const { admin } = await import('@wigwag/server');
  const reports = channels.flatMap(({ connections }) =>
    connections.flatMap(({ id, reports = [] }) =>
      admin.findingsOf(reports).map((finding): DoctorCheck => ({ check: id, ...finding })),
    ),
  );
  return [{ check: 'channels', ok: true, what: `connected: ${connected.join(', ')}` }, ...reports];
}

/** A receiver may act on a sample event, so the user must ask for one. */
const WEBHOOK_NOT_TESTED: DoctorCheck = {
  check: 'webhook',
  ok: true,
  what: 'not tested, because that sends a sample event to your address',
  fix: 'send one with `wigwag doctor --webhook`',
};

/** Sends a sample event: only a delivery shows whether the address is reachable. */
async function webhookCheck({ wigwag }: CommandContext): Promise<DoctorCheck> {
  try {
    const { status_code, duration_ms } = await wigwag.webhooks.test({});
    return { check: 'webhook', ok: true, what: `the address returned ${status_code} in ${duration_ms} ms` };
  } catch (error) {
    const code = error instanceof ApiError ? error.code : undefined;
    if (code === 'WEBHOOK_NOT_CONFIGURED') {
      // The API does not say whether the address is missing or disabled, and does not return it (§4.10).
      const fix =
        'set it with `wigwag admin webhook set`, or enable it with `wigwag admin webhook enable`; `wigwag listen` needs no address';
      // An account can work without a webhook, for example with `wigwag listen`.
      return { check: 'webhook', ok: true, what: 'no address is set, or failures disabled it', fix };
    }
    if (code === 'SCOPE_DENIED') {
      return { check: 'webhook', ok: true, what: 'not tested: the key lacks the scope webhooks:test' };
    }
    return failed('webhook', error, 'correct the address with `wigwag admin webhook set`');
  }
}

const PROXY_VARIABLES = /^(https?_proxy|no_proxy|WIGWAG_GRAPH_URL)$/i;

/** Checks the proxy that a server with the variables of this folder and environment uses. */
async function checkProxy(checks: DoctorCheck[]): Promise<void> {
  const { admin, readConfig } = await import('@wigwag/server');
  try {
    const variables = Object.entries(process.env).filter(([name]) => PROXY_VARIABLES.test(name));
    const config = readConfig(Object.fromEntries(variables), { secretKey: 'does not matter here' });
    const finding = await admin.checkProxy(config);
    if (finding) {
      checks.push({ check: 'proxy', ...finding });
    }
  } catch (error) {
    checks.push(failed('proxy', error, 'correct the variable'));
  }
}

/**
 * Checks the database of this folder or of WIGWAG_DATABASE_URL, and the tokens of its connections. Skips a database
 * that does not belong to the server in the settings.
 */
async function checkDatabase(checks: DoctorCheck[], { isThere, baseUrl, apiKey, dev }: FoundServer): Promise<void> {
  if (!process.env.WIGWAG_DATABASE_URL && !existsSync('wigwag.db')) {
    return;
  }
  const { admin, openAdmin, readConfig } = await import('@wigwag/server');
  const ofAnother = (database: string): DoctorCheck => ({
    check: 'database',
    ok: true,
    what: `not checked: ${database} is not the database of ${baseUrl}`,
    fix: "to check that database and its server, set WIGWAG_BASE_URL and WIGWAG_API_KEY to the server's address and key",
  });
  // A database may have a password in its address.
  const database = process.env.WIGWAG_DATABASE_URL ? 'WIGWAG_DATABASE_URL' : 'wigwag.db';
  if (dev && !isDatabaseOf(dev, process.env.WIGWAG_DATABASE_URL || 'sqlite:./wigwag.db')) {
    checks.push(ofAnother(database));
    return;
  }
  try {
    const { app, close } = await openAdmin(readConfig(process.env), 'read');
    try {
      if (apiKey !== undefined && !(await admin.hasKeyText(app, apiKey))) {
        checks.push(ofAnother(database));
        return;
      }
      const accounts = await admin.listAccounts(app);
      checks.push({
        check: 'database',
        ok: true,
        what: `opens, with ${pluralize(accounts.length, 'account')}`,
      });
      for (const { id } of accounts) {
        for (const connection of await admin.listConnections(app, id)) {
          // The server has already shown what Meta reports.
          const reports = isThere ? [] : await admin.reportFindings(app, connection);
          for (const { ok, what, fix } of [...(await admin.checkConnection(app, connection)), ...reports]) {
            checks.push({ check: connection.id, ok, what, ...(fix !== undefined && { fix }) });
          }
        }
      }
    } finally {
      await close();
    }
  } catch (error) {
    checks.push(failed('database', error, 'check WIGWAG_DATABASE_URL and WIGWAG_SECRET_KEY'));
  }
}

/** If no server was found, checks whether one could listen on the port. */
async function checkPort(baseUrl: string): Promise<DoctorCheck> {
  const { hostname, port, protocol } = new URL(baseUrl);
  // A server in this folder listens on WIGWAG_PORT if it is set.
  const number = Number(process.env.WIGWAG_PORT) || Number(port || (protocol === 'https:' ? 443 : 80));
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(hostname)) {
    return { check: 'port', ok: true, what: `${hostname} is another machine` };
  }
  const problem = await problemOfPort(number);
  if (problem === undefined) {
    return { check: 'port', ok: true, what: `${number} is free for a server` };
  }
  if (problem === 'EADDRINUSE' && (await isWigwag(`http://127.0.0.1:${number}/api/v1`))) {
    return { check: 'port', ok: true, what: `a wigwag server is running on ${number}` };
  }
  const fix = problem === 'EADDRINUSE' ? 'stop the other program, or choose another port' : 'choose another port';
  return { check: 'port', ok: false, what: `${number}: ${problem}`, fix };
}

/** A program on the same machine responds immediately. */
const TIMEOUT_MILLISECONDS = 1_000;

/**
 * Returns whether the base URL is that of a wigwag server. Only a wigwag server refuses a request without a key in
 * this way.
 */
async function isWigwag(baseUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/me`, { signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) });
    const { error } = (await response.json()) as { error?: { code?: string } };
    return error?.code === 'MISSING_API_KEY';
  } catch {
    return false;
  }
}
