import { createManualClock, createMockProvider, realClock } from '@wigwag/mock-provider';
import { listening } from '../../client/listening.ts';
import { untilStopped } from '../../program/signals.ts';

export interface MockFlags {
  port: number;
  callbackUrl?: string;
  verifyToken?: string;
  seed?: string;
  usernames?: boolean;
  contactBook: boolean;
  parentUserIds?: boolean;
  userIds: boolean;
  clock: 'real' | 'virtual';
  json?: boolean;
}

/** `wigwag mock`: runs only the mock provider until a signal stops it. */
export async function runMock(flags: MockFlags): Promise<void> {
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
  const { port } = flags;
  const { url, close } = await listening(() => mock.listen({ port }), {
    what: 'mock provider',
    port,
    option: '--port',
  });
  const info = { url, ...mock.credentials };
  process.stdout.write(flags.json ? `${JSON.stringify(info)}\n` : introduction(info));
  await stopped;
  await close();
}

function introduction(info: { url: string } & ReturnType<typeof createMockProvider>['credentials']): string {
  return `A mock of Meta's Graph API runs at ${info.url}. Open that address in a browser to see what happens.

  access token       ${info.access_token}
  app ID             ${info.app_id}
  app secret         ${info.app_secret}
  verify token       ${info.verify_token}
  WhatsApp number    ${info.whatsapp.phone_number_id} of account ${info.whatsapp.waba_id}
  Messenger page     ${info.messenger.page_id}
  Instagram account  ${info.instagram.account_id}

Send a template:

  curl ${info.url}/v25.0/${info.whatsapp.phone_number_id}/messages -H 'authorization: Bearer ${info.access_token}' \\
    -H 'content-type: application/json' \\
    -d '{"messaging_product":"whatsapp","to":"905551112233","type":"template","template":{"name":"hello_world","language":{"code":"en_US"}}}'

Press Ctrl-C to stop.
`;
}
