import { createManualClock, createMockProvider, realClock } from '@wigwag/mock-provider';
import { listening } from '../../client/listening.ts';
import { UsageError } from '../../program/errors/errors.ts';
import { requireEnvOrExec, startInBackground } from '../../program/process/background.ts';
import { untilStopped } from '../../program/process/signals.ts';
import { mockEnvironment, runWithMock } from './mock-exec.ts';

export interface MockFlags {
  port: number;
  allowedHosts?: string[];
  callbackUrl?: string;
  verifyToken?: string;
  seed?: string;
  usernames?: boolean;
  contactBook: boolean;
  parentUserIds?: boolean;
  userIds: boolean;
  clock: 'real' | 'virtual';
  exec?: string;
  strict?: boolean;
  proxy?: boolean;
  caDir?: string;
  env?: boolean;
  json?: boolean;
}

/** `wigwag mock`: runs only the mock provider until a signal stops it, or until the command of `--exec` ends. */
export async function runMock(flags: MockFlags): Promise<void> {
  if (flags.strict && flags.exec === undefined) {
    throw new UsageError('--strict needs --exec');
  }
  if (flags.caDir !== undefined && !flags.proxy) {
    throw new UsageError('--ca-dir needs --proxy');
  }
  requireEnvOrExec(flags);
  if (flags.env) {
    return startInBackground<MockInfo>(variablesOf, ['--port', String(flags.port)]);
  }
  const stopped = untilStopped();
  const { contactBook, userIds, usernames = false, parentUserIds = false } = flags;
  const mock = createMockProvider({
    contactBook,
    userIds,
    usernames,
    parentUserIds,
    clock: flags.clock === 'virtual' ? createManualClock(Date.now()) : realClock,
    ...(flags.callbackUrl !== undefined && { callbackUrl: flags.callbackUrl }),
    ...(flags.verifyToken !== undefined && { verifyToken: flags.verifyToken }),
    ...(flags.seed !== undefined && { seed: flags.seed }),
  });
  const { port, allowedHosts = [] } = flags;
  const { url, close } = await listening(() => mock.listen({ port, allowedHosts }), {
    what: 'mock provider',
    port,
    option: '--port',
  });
  const proxy = flags.proxy
    ? await mock.listenAsProxy({ caDir: flags.caDir }).catch(async (error: unknown) => {
        await close(); // otherwise the process would not end
        throw error;
      })
    : undefined;
  const info = {
    url,
    ...mock.credentials,
    ...(proxy && { proxy: { url: proxy.url, ca_file: proxy.caFile, env: proxy.env } }),
  };
  const end = async () => {
    await proxy?.close();
    await close();
  };
  if (flags.exec !== undefined) {
    process.exitCode = await runWithMock(flags.exec, {
      mock,
      url,
      stopped,
      strict: flags.strict ?? false,
      env: proxy?.env,
    });
    await end();
    return;
  }
  process.stdout.write(flags.json ? `${JSON.stringify(info)}\n` : introduction(info));
  await stopped;
  await end();
}

type MockInfo = { url: string; proxy?: { url: string; env: Record<string, string> } } & ReturnType<
  typeof createMockProvider
>['credentials'];

const variablesOf = ({ url, proxy, ...credentials }: MockInfo, pid: string) => ({
  ...mockEnvironment(url, credentials),
  ...proxy?.env,
  MOCK_PID: pid,
});

function introduction(info: MockInfo): string {
  return `A mock of Meta's Graph API runs at ${info.url}. Open that address in a browser to see what happens.

  access token       ${info.access_token}
  app ID             ${info.app_id}
  app secret         ${info.app_secret}
  verify token       ${info.verify_token}
  WhatsApp number    ${info.whatsapp.phone_number_id} of account ${info.whatsapp.waba_id}
  Messenger page     ${info.messenger.page_id}
  Instagram account  ${info.instagram.account_id}${info.proxy ? `\n  HTTPS proxy        ${info.proxy.url}` : ''}

Send a template:

  curl ${info.url}/v25.0/${info.whatsapp.phone_number_id}/messages -H 'authorization: Bearer ${info.access_token}' \\
    -H 'content-type: application/json' \\
    -d '{"messaging_product":"whatsapp","to":"905551112233","type":"template","template":{"name":"hello_world","language":{"code":"en_US"}}}'

Press Ctrl-C to stop.
`;
}
