import type { components } from '@wigwag/openapi';
import { expect } from 'vitest';
import { metaCallback, type TestServer } from './server.ts';

export type Received = components['schemas']['ReceivedMessage'];
export type HistoryMessage = components['schemas']['HistoryMessage'];
export type Channel = 'whatsapp' | 'messenger' | 'instagram';

/** A customer on WhatsApp, and one on Messenger and Instagram. */
export const ADA = '905551112233';
export const PSID = '6042731925';

let mids = 0;

/** Returns Meta's callback for these events of a person on Messenger or Instagram. Messages get an ID if they have none. */
export function pageCallback(
  { business, clock }: TestServer,
  channel: Exclude<Channel, 'whatsapp'>,
  events: readonly object[],
  { person = PSID, field = 'messaging' }: { person?: string; field?: 'messaging' | 'standby' } = {},
): object {
  const ours = channel === 'messenger' ? business.messenger.page_id : business.instagram.account_id;
  return {
    object: channel === 'messenger' ? 'page' : 'instagram',
    entry: [
      {
        id: ours,
        time: clock.now(),
        [field]: events.map((event) => {
          const { message } = event as { message?: { is_echo?: boolean } };
          const [sender, recipient] = message?.is_echo ? [ours, person] : [person, ours];
          mids += 1;
          return {
            sender: { id: sender },
            recipient: { id: recipient },
            timestamp: clock.now(),
            ...event,
            ...(message && { message: { mid: `m_${mids}`, ...message } }),
          };
        }),
      },
    ],
  };
}

/** Returns Meta's callback for one field of a WhatsApp number. */
export const whatsAppCallback = ({ business }: TestServer, field: string, value: object): object => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: business.whatsapp.waba_id,
      changes: [
        {
          field,
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '15550783881', phone_number_id: business.whatsapp.phone_number_id },
            ...value,
          },
        },
      ],
    },
  ],
});

/** Posts a callback as Meta would, and processes it. */
export async function takes(server: TestServer, body: object): Promise<void> {
  expect((await server.callback(body)).status).toBe(200);
  await server.settle();
}

/** Posts one message of a person as Meta would, and processes it. */
export async function receives(
  server: TestServer,
  channel: Channel,
  message: object,
  person = channel === 'whatsapp' ? ADA : PSID,
): Promise<void> {
  const timestamp = String(Math.floor(server.clock.now() / 1000));
  await takes(
    server,
    channel === 'whatsapp'
      ? metaCallback(server.business.whatsapp.phone_number_id, {
          contacts: [{ profile: { name: 'Ada' }, wa_id: person }],
          messages: [{ from: person, timestamp, ...message }],
        })
      : pageCallback(server, channel, [message], { person }),
  );
}

/** Returns the messages of all `message.received` events, oldest first. */
export async function receivedEvents({ server, accountId }: TestServer): Promise<Received[]> {
  const { events } = server.app.store.read;
  const { seq } = await events.end(accountId);
  const listed = await events.list(accountId, 0, seq, { events: ['message.received'] }, 1_000);
  return listed.map(({ data }) => (data as { message: Received }).message);
}

export const eventsFrom = async (server: TestServer, person: string): Promise<Received[]> =>
  (await receivedEvents(server)).filter(({ from }) => from.id === person);

/** Returns the history of a person, newest first; an empty list for an unknown person. */
export const historyOf = async ({ api }: TestServer, person: string): Promise<HistoryMessage[]> =>
  (await api('GET', `/conversations/${person}/messages`)).body.data?.messages ?? [];

export const windowOf = async ({ api }: TestServer, channel: Channel, person: string): Promise<boolean> =>
  (await api('GET', `/contacts/${person}/window?channel=${channel}`)).body.data.window_open;
