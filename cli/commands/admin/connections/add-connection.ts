import type { Channel } from '@wigwag/sdk/names';
import { admin, type Finding } from '@wigwag/server';
import type { CommandContext } from '../../../program/context/context.ts';
import { UsageError } from '../../../program/errors/errors.ts';
import type { AccountFlags } from '../database.ts';
import { withOperator, withOperatorOf } from '../operator.ts';
import { requireSecret } from '../secret-input.ts';
import { linesOf } from './check-connections.ts';

export const addApp = ({ output, say }: CommandContext) =>
  withOperator(async (call) => {
    const app_secret = await requireSecret('WIGWAG_APP_SECRET', 'app secret');
    const app = await call('createProviderApp', { app_secret });
    await output.record(app);
    if (!app.callback_url.startsWith('https://')) {
      say("Meta calls only https addresses: set WIGWAG_PUBLIC_URL to the server's public https address.");
    }
  });

const requireToken = () => requireSecret('WIGWAG_ACCESS_TOKEN', 'access token');

/** Prints the findings of a check, even if the operation is refused because of them. */
async function showFindings<T extends { findings: readonly Finding[] }>(
  { say }: CommandContext,
  operation: Promise<T>,
): Promise<Omit<T, 'findings'>> {
  const show = (findings: readonly Finding[] = []) => findings.map(linesOf).forEach(say);
  const { findings, ...result } = await operation.catch((error: unknown) => {
    if (error instanceof admin.AdminError) {
      show(error.findings);
    }
    throw error;
  });
  show(findings);
  return result;
}

export const addConnection = (
  context: CommandContext,
  flags: AccountFlags & {
    channel: Channel;
    app?: string;
    id?: string;
    waba?: string;
    name?: string;
    origins?: string[];
    force?: boolean;
  },
) =>
  withOperatorOf(flags, async (call, account) => {
    const { output, say } = context;
    const { channel, app: app_id, id: provider_id, waba: waba_id, origins, force = false } = flags;
    const described = { account, channel, ...(flags.name !== undefined && { name: flags.name }) };
    if (channel === 'web') {
      const { findings: _, ...chat } = await call('createConnection', {
        ...described,
        force,
        ...(origins && { origins }),
      });
      await output.record(chat);
      return;
    }
    if (origins !== undefined) {
      throw new UsageError('--origins sets the sites of a web chat; leave it out for other channels');
    }
    if (app_id === undefined || provider_id === undefined) {
      throw new UsageError(`${channel} needs --app and --id`);
    }
    const access_token = await requireToken();
    const given = { app_id, provider_id, access_token, ...(waba_id !== undefined && { waba_id }) };
    const connection = await showFindings(context, call('createConnection', { ...described, ...given, force }));
    await output.record(connection);
    if (channel === 'whatsapp') {
      const { templates } = await call('syncTemplates', { account, connection: connection.connection_id });
      say(`${templates} templates synced`);
    }
  });

/** Replaces an expired token, or the app after a new registration. */
export const setToken = (
  context: CommandContext,
  connection: string,
  { app, force = false, ...flags }: AccountFlags & { app?: string; force?: boolean },
) =>
  withOperatorOf(flags, async (call, account) => {
    const given = { access_token: await requireToken(), force, ...(app !== undefined && { app_id: app }) };
    await context.output.record(
      await showFindings(context, call('setConnectionToken', { account, connection, ...given })),
    );
  });
