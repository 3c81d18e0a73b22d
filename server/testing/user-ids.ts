import type { Connection } from '../store/connections/connections.ts';
import { metaCallback, type TestServer } from './server.ts';

/** What a callback of Meta shows of a WhatsApp user. */
export interface ShownIdentifiers {
  userId?: string;
  phone?: string;
  parentUserId?: string;
  username?: string;
}

let count = 0;

/** Returns a callback with a message of a user, as Meta sends it to a number. @param at seconds since the epoch */
export function writtenBy(
  shown: ShownIdentifiers,
  text: string,
  { number, at, id }: { number: string; at: number; id?: string },
) {
  count += 1;
  const { userId, phone, parentUserId, username } = shown;
  const profile = { name: 'Ada', ...(username !== undefined && { username }) };
  return metaCallback(number, {
    contacts: [{ profile, user_id: userId, wa_id: phone, parent_user_id: parentUserId }],
    messages: [
      {
        id: id ?? `wamid.in${count}`,
        from: phone,
        from_user_id: userId,
        from_parent_user_id: parentUserId,
        timestamp: String(at),
        type: 'text',
        text: { body: text },
      },
    ],
  });
}

/** Returns a callback with a status of a message to a user. */
export function statusFor(
  shown: ShownIdentifiers,
  message: { id: string; tag?: string; status: string },
  { number, at }: { number: string; at: number },
) {
  const { userId, phone, parentUserId, username } = shown;
  const profile = { ...(username !== undefined && { username }) };
  return metaCallback(number, {
    contacts: [{ profile, user_id: userId, parent_user_id: parentUserId, wa_id: phone }],
    statuses: [
      {
        id: message.id,
        status: message.status,
        timestamp: String(at),
        recipient_id: phone,
        recipient_user_id: userId,
        biz_opaque_callback_data: message.tag,
      },
    ],
  });
}

/** Returns a callback that reports another number or user ID of a user. */
export const changedTo = (
  shown: ShownIdentifiers,
  before: ShownIdentifiers,
  { number, at }: { number: string; at: number },
) =>
  metaCallback(number, {
    messages: [
      {
        id: `wamid.system${at}`,
        from: before.phone,
        from_user_id: before.userId,
        timestamp: String(at),
        type: 'system',
        system: {
          body: 'User changed',
          type: shown.phone === undefined ? 'user_changed_user_id' : 'user_changed_number',
          wa_id: shown.phone,
          user_id: shown.userId,
          previous_user_id: before.userId,
        },
      },
    ],
  });

/** Sends callbacks for the number of a test server, and runs what they cause. */
export function callbacksTo(server: TestServer, number = server.business.whatsapp.phone_number_id) {
  const nowIn = () => Math.floor(server.clock.now() / 1000);
  const post = async (body: object): Promise<void> => {
    const { status } = await server.callback(body);
    if (status !== 200) {
      throw new Error(`a callback got ${status}`);
    }
    await server.settle();
  };
  return {
    write: (shown: ShownIdentifiers, text: string, { at = nowIn(), id }: { at?: number; id?: string } = {}) => {
      if (shown.userId !== undefined) {
        server.mock.setContact({ business_id: number, id: shown.userId }); // so that a send reaches the user
      }
      return post(writtenBy(shown, text, { number, at, ...(id !== undefined && { id }) }));
    },
    report: (shown: ShownIdentifiers, message: { id: string; tag?: string; status: string }, at = nowIn()) =>
      post(statusFor(shown, message, { number, at })),
    change: (shown: ShownIdentifiers, before: ShownIdentifiers, at = nowIn()) =>
      post(changedTo(shown, before, { number, at })),
  };
}

/** Connects a number of another business to the account of a server. */
export async function secondConnection({
  server,
  mock,
  accountId,
}: TestServer): Promise<{ number: string; connectionId: string }> {
  const { app } = server;
  const { whatsapp, access_token } = mock.addBusiness();
  const first = (await app.store.read.connections.listActive(accountId)).find(({ channel }) => channel === 'whatsapp');
  const connectionId = await app.store.transaction(async (tx) => {
    const id = await tx.connections.nextId('whatsapp');
    const connection = {
      ...(first as Connection),
      id,
      providerId: whatsapp.phone_number_id,
      wabaId: whatsapp.waba_id,
      accessToken: app.vault.seal(access_token),
    };
    await tx.connections.insert(connection, app.monotonicNow());
    return id;
  });
  return { number: whatsapp.phone_number_id, connectionId };
}
