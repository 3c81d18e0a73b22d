import type { admin } from '@wigwag/server';
import { requireConfirmation } from '../../../output/confirm.ts';
import type { CommandContext } from '../../../program/context/context.ts';
import { OutcomeError, UsageError } from '../../../program/errors/errors.ts';
import type { AccountFlags } from '../database.ts';
import { withOperatorOf } from '../operator.ts';
import { requireSecret } from '../secret-input.ts';

type Settings = Omit<admin.AdminInput<'updateEndpoint'>, 'account' | 'endpoint'>;

/** The options of an endpoint. `--no-filter`, `--no-header` and `--no-password` make theirs false. */
interface SettingFlags extends AccountFlags {
  url?: string;
  name?: string;
  events?: admin.AdminInput<'addEndpoint'>['events'];
  filter?: string | false;
  password?: boolean;
  header?: string[] | false;
  retryMinutes?: number[];
  defaultRetries?: boolean;
  failuresToDisable?: number;
}

/** @throws {UsageError} for a text that is not a header */
function headersOf(texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf(':');
      if (at < 1) {
        throw new UsageError(`--header must have the form "Name: value"; it is "${text}"`);
      }
      return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
    }),
  );
}

const settingsOf = async (flags: SettingFlags): Promise<Settings> => ({
  ...(flags.url !== undefined && { url: flags.url }),
  ...(flags.name !== undefined && { name: flags.name }),
  ...(flags.events && { events: flags.events }),
  ...(typeof flags.filter === 'string' && { filter: flags.filter }),
  ...(flags.filter === false && { filter: null }),
  ...(flags.password === true && { password: await requireSecret('WIGWAG_BROKER_PASSWORD', 'password') }),
  ...(flags.password === false && { password: null }),
  ...(Array.isArray(flags.header) && { headers: headersOf(flags.header) }),
  ...(flags.header === false && { headers: null }),
  ...(flags.retryMinutes && { retry_minutes: flags.retryMinutes }),
  ...(flags.defaultRetries && { retry_minutes: null }),
  ...(flags.failuresToDisable !== undefined && { failures_to_disable: flags.failuresToDisable }),
});

function warnUnresolved({ say }: CommandContext, url: string | null, isResolved: boolean): void {
  if (url !== null && !isResolved) {
    say(`${new URL(url).hostname} has no address yet: deliveries fail until DNS resolves it`);
  }
}

const COLUMNS = ['id', 'name', 'url', 'events', 'filter', 'is_enabled', 'is_paused', 'consecutive_failures'];

export const listEndpoints = ({ output }: CommandContext, flags: AccountFlags) =>
  withOperatorOf(flags, async (call, account) => {
    const { endpoints } = await call('listEndpoints', { account });
    await output.list(endpoints, COLUMNS);
  });

export const addEndpoint = (context: CommandContext, flags: SettingFlags & { url: string; paused?: boolean }) =>
  withOperatorOf(flags, async (call, account) => {
    const settings = { ...(await settingsOf(flags)), url: flags.url, ...(flags.paused && { is_paused: true }) };
    const { is_resolved, ...endpoint } = await call('addEndpoint', { account, ...settings });
    warnUnresolved(context, endpoint.url, is_resolved);
    await context.output.record(endpoint);
  });

export const showEndpoint = ({ output }: CommandContext, endpoint: number, flags: AccountFlags) =>
  withOperatorOf(flags, async (call, account) => output.record(await call('getEndpoint', { account, endpoint })));

/** Sends a sample event. @throws {OutcomeError} if the receiver does not accept it */
export const testEndpoint = (
  { output }: CommandContext,
  endpoint: number,
  { event, ...flags }: AccountFlags & Pick<admin.AdminInput<'testEndpoint'>, 'event'>,
) =>
  withOperatorOf(flags, async (call, account) => {
    const { accepted, ...attempt } = await call('testEndpoint', { account, endpoint, event });
    await output.record(attempt);
    if (!accepted) {
      throw new OutcomeError(`the receiver did not accept the event: ${attempt.problem}`);
    }
  });

export const updateEndpoint = (context: CommandContext, endpoint: number, flags: SettingFlags) =>
  withOperatorOf(flags, async (call, account) => {
    const settings = await settingsOf(flags);
    if (Object.keys(settings).length === 0) {
      throw new UsageError('give at least one setting to change, such as --events');
    }
    const { is_resolved, signing_secret, ...changed } = await call('updateEndpoint', {
      account,
      endpoint,
      ...settings,
    });
    warnUnresolved(context, changed.url, is_resolved);
    await context.output.record({ ...changed, ...(signing_secret !== null && { signing_secret }) });
  });

export const removeEndpoint = (
  { output }: CommandContext,
  endpoint: number,
  { yes, ...flags }: AccountFlags & { yes?: boolean },
) =>
  withOperatorOf(flags, async (call, account) => {
    const { url } = await call('getEndpoint', { account, endpoint });
    await requireConfirmation(`Remove the endpoint ${url}? Its deliveries that were not made yet fail.`, {
      yes,
      unchanged: 'nothing was changed',
      hint: 'add --yes; `wigwag admin webhooks pause` lets its events wait instead',
    });
    await output.record(await call('removeEndpoint', { account, endpoint }));
  });

const setPaused = ({ output }: CommandContext, endpoint: number, flags: AccountFlags, isPaused: boolean) =>
  withOperatorOf(flags, async (call, account) => {
    const { id, is_paused, resumed } = await call('updateEndpoint', { account, endpoint, is_paused: isPaused });
    await output.record({ id, is_paused, resumed });
  });

export const pauseEndpoint = (context: CommandContext, endpoint: number, flags: AccountFlags) =>
  setPaused(context, endpoint, flags, true);

export const resumeEndpoint = (context: CommandContext, endpoint: number, flags: AccountFlags) =>
  setPaused(context, endpoint, flags, false);

export const enableEndpoint = ({ output }: CommandContext, endpoint: number, flags: AccountFlags) =>
  withOperatorOf(flags, async (call, account) => output.record(await call('enableEndpoint', { account, endpoint })));

export const rotateSecret = (
  { output }: CommandContext,
  endpoint: number,
  { overlapHours: overlap_hours, ...flags }: AccountFlags & { overlapHours: number },
) =>
  withOperatorOf(flags, async (call, account) =>
    output.record(await call('rotateEndpointSecret', { account, endpoint, overlap_hours })),
  );

export const endOverlap = ({ output }: CommandContext, endpoint: number, flags: AccountFlags) =>
  withOperatorOf(flags, async (call, account) =>
    output.record(await call('endEndpointOverlap', { account, endpoint })),
  );
