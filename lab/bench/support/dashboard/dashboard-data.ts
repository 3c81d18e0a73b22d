import type { DevInfo } from '../../../../cli/dev/dev.ts';
import { openDatabase } from '../../../../server/store/database.ts';

export interface DashboardSizes {
  conversations: number;
  /** The messages of the long conversation. */
  messages: number;
}

/** The person of the long conversation, who is also the last who wrote. */
export const LONG = { id: '905551112233', name: 'Ada Lovelace' };

const MINUTE = 60_000_000;

const WORDS = 'Where is my order? It should have come on Monday, and I need it before the weekend. ';
/** Texts of one to many lines, in several scripts. */
const TEXTS = [
  'Hi',
  'Thanks!',
  WORDS,
  'مرحبا، أين طلبي؟ كان يجب أن يصل يوم الاثنين.',
  'नमस्ते, मेरा ऑर्डर कहाँ है?',
  '👍🏽🎉',
  WORDS.repeat(3),
  'It is at https://shop.example/orders/1042?from=chat, as you wrote.',
  WORDS.repeat(8),
];

/** Sends a message from a customer, through the mock's own signed callback. Resolves when the server has stored it. */
export async function customerSender({ mock_provider_url: mock }: DevInfo) {
  const { whatsapp } = (await (await fetch(`${mock}/_mock/credentials`)).json()) as {
    whatsapp: { phone_number_id: string };
  };
  return async (message: object): Promise<void> => {
    const response = await fetch(`${mock}/_mock/receive`, {
      method: 'POST',
      body: JSON.stringify({ channel: 'whatsapp', business_id: whatsapp.phone_number_id, ...message }),
    });
    if (!response.ok) {
      throw new Error(`the mock answered ${response.status}: ${await response.text()}`);
    }
  };
}

/** Writes one message of each kind in both directions, which the rest of the long conversation repeats. */
async function writeModels({ base_url, live_key }: DevInfo, receive: (message: object) => Promise<void>) {
  const from = LONG;
  for (const text of TEXTS) {
    await receive({ from, type: 'text', text });
  }
  await receive({ from, type: 'image', text: 'The box', media: { mime_type: 'image/png' } });
  await receive({
    from,
    type: 'location',
    location: { latitude: 41, longitude: 29, name: 'Galata', address: 'Istanbul' },
  });
  await receive({ from, type: 'button', button: { payload: 'YES', title: 'Yes, please' } });
  for (const text of TEXTS) {
    const response = await fetch(`${base_url}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${live_key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ channel: 'whatsapp', to: LONG.id, text }),
    });
    if (response.status !== 202) {
      throw new Error(`a send returned ${response.status}: ${await response.text()}`);
    }
  }
}

/** Fills the inbox of the account of `wigwag dev`: models over HTTP, and their repetitions in bulk. */
export async function fillInbox(info: DevInfo, databaseUrl: string, sizes: DashboardSizes): Promise<void> {
  await writeModels(info, await customerSender(info));
  await fetch(`${info.control_url}/settle`, { method: 'POST' });
  const account = Number(info.account_id);
  const now = Date.now() * 1000;
  const db = await openDatabase(databaseUrl);
  const numbers = (from: number, to: number) =>
    `with recursive n(i) as (select ${from} union all select i + 1 from n where i + 1 < ${to})`;
  try {
    const models = (await db('messages').where({ account_id: account }).orderBy('created_at')) as { id: string }[];
    await db.raw(
      `${numbers(models.length, sizes.messages)}, model as (
         select *, row_number() over (order by created_at) - 1 as place from messages where account_id = ${account})
       insert into messages (account_id, id, conversation_id, connection_id, channel, direction, person, type, text, content,
         status, external_id, is_test, created_at, updated_at)
       select account_id, 'msg_bench' || i, conversation_id, connection_id, channel, direction, person, type, text, content,
         status, 'wamid.bench' || i, is_test, ${now} - i * cast(${4 * MINUTE} as bigint), ${now}
       from n join model on place = (i * 7) % ${models.length}`,
    );
    const person = `'90555' || (2000000 + i)`;
    const names = `case i % 5 when 0 then 'Grace Hopper ' || i when 1 then 'محمد عبد الله ' || i when 2 then 'कविता शर्मा ' || i
      when 3 then 'Maximiliane Katharina von Hohenstein-Langenburg ' || i else null end`;
    const texts = TEXTS.map((_, place) => `when ${place} then ?`).join(' ');
    await db.raw(
      `${numbers(0, 5)} insert into agents (account_id, name, is_active, created_at) select ${account}, 'Agent ' || i, true, 0 from n`,
    );
    await db.raw(
      `${numbers(0, sizes.conversations - 1)} insert into contacts (account_id, phone, name, created_at, updated_at)
       select ${account}, ${person}, ${names}, ${now}, ${now} from n`,
    );
    await db.raw(
      `${numbers(0, sizes.conversations - 1)} insert into conversations (account_id, connection_id, channel, person, name,
         contact_id, status, agent_id, unread_count, last_message_text, last_message_direction, last_message_at,
         last_inbound_at, created_at)
       select ${account}, 'wa_1', 'whatsapp', ${person}, ${names},
         (select id from contacts where account_id = ${account} and phone = ${person}), 'open',
         (select id from agents where account_id = ${account} and name = 'Agent ' || (i % 7)), i % 3,
         case i % ${TEXTS.length} ${texts} end, case when i % 4 = 0 then 'out' else 'in' end,
         ${now} - (i + 1) * cast(${MINUTE} as bigint), ${now} - (i + 1) * cast(${MINUTE} as bigint), 0 from n`,
      TEXTS,
    );
  } finally {
    await db.destroy();
  }
}
