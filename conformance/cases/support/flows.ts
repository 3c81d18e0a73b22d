import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiResponse } from '../../answer.ts';
import type { CaseContext } from '../../context.ts';
import { expectThat } from '../../expectations.ts';
import { TooSlow } from '../../verdict.ts';
import { body, field, leaves, personOf } from './support.ts';

/** Publishes a flow. */
export const active = { is_active: true };

export const TEMPLATE = 'press_me';

/** Adds the template for the flows of a case. @returns its ID */
export const template = (
  t: CaseContext,
  more: Partial<Parameters<CaseContext['addTemplate']>[0]> = {},
): Promise<number> =>
  t.addTemplate({
    name: TEMPLATE,
    category: 'MARKETING',
    components: [
      body('Hi {{1}}, see {{2}}.', ['Ada', 'shoes']),
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'More' },
          { type: 'QUICK_REPLY', text: 'Other' },
          { type: 'QUICK_REPLY', text: 'Stop promotions' },
          { type: 'URL', text: 'Shop', url: 'https://shop.example/' },
          { type: 'PHONE_NUMBER', text: 'Call', phone_number: '+905551112233' },
        ],
      },
    ],
    ...more,
  });

export const step = (delay: string, text: string, more: Record<string, unknown> = {}) => ({ delay, text, ...more });

/** Returns a valid flow with these changes. An undefined field is omitted. */
export const flowBody = (changes: Record<string, unknown> = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({
      name: 'Flow',
      template: TEMPLATE,
      button: 'More',
      steps: [step('0', 'First')],
      ...changes,
    }).filter(([, value]) => value !== undefined),
  );

/** Calls POST /flows, after adding the template. */
export async function create(t: CaseContext, changes: Record<string, unknown> = {}): Promise<ApiResponse> {
  await template(t);
  return t.post('/flows', flowBody(changes));
}

/** Returns the ID in a flow record. The specification does not define the record. */
export const idOf = (record: unknown): unknown => field(record, 'flow_id') ?? field(record, 'id');

/** Returns the ID of the account's only flow for a path, from the list or from the response to its creation. */
export async function onlyFlow(t: CaseContext, created?: ApiResponse): Promise<string> {
  const { list } = (await t.get('/flows')).succeeds();
  const id = idOf(list[0]) ?? idOf(created?.data);
  expectThat(id !== undefined, 'the list shows the flow and its ID', list);
  return encodeURIComponent(String(id));
}

/** Creates the account's only flow. @returns its ID */
export const flowId = async (t: CaseContext, changes: Record<string, unknown> = {}): Promise<string> =>
  onlyFlow(t, (await create(t, changes)).succeeds());

interface FlowRecipient {
  name?: string;
  variables?: string[];
}

/** Waits until a campaign has reached people. @returns the provider's message ID for each */
export async function taken(t: CaseContext, phones: readonly string[]): Promise<Map<string, string>> {
  const look = async () => new Map((await t.sends()).map(({ to, external_id }) => [String(personOf(to)), external_id]));
  let sent = await look();
  // Campaigns yield to other traffic, so their messages take seconds of clock time. Large campaigns take longer.
  for (let waits = 0; !phones.every((phone) => sent.has(phone)) && waits < 40; waits++) {
    await (t.session.movesClock ? t.advance(3) : sleep(1000));
    sent = await look();
  }
  return sent;
}

/** Sends the template to people as a campaign. @returns the people and the provider's message ID for each */
export async function reach(
  t: CaseContext,
  count: number,
  { name, variables = ['Ada', 'shoes'] }: FlowRecipient = {},
): Promise<[phone: string, externalId: string][]> {
  const phones = Array.from({ length: count }, () => t.person());
  await t.campaign(
    TEMPLATE,
    phones.map((phone) => ({ phone, variables, ...(name !== undefined && { name }) })),
  );
  const sent = await taken(t, phones);
  return phones.map((phone) => {
    const externalId = sent.get(phone);
    if (externalId === undefined) {
      // Only the control protocol sends campaigns, and on a busy machine its clock may move on before a send has ended.
      throw new TooSlow('GET /provider/sends of the control protocol does not show the message of a campaign');
    }
    return [phone, externalId];
  });
}

/** Makes a person press a button of the template. */
export const pressed = (t: CaseContext, [phone, reply_to]: [string, string], button = 'More'): Promise<string> =>
  t.writes(phone, 'whatsapp', { type: 'button', button: { payload: button, title: button }, reply_to });

/** Sends the template to a person and presses one of its buttons. @returns the person */
export async function press(t: CaseContext, button = 'More', recipient: FlowRecipient = {}): Promise<string> {
  const [reached = ['', '']] = await reach(t, 1, recipient);
  await pressed(t, reached as [string, string], button);
  return reached[0];
}

/** Returns what a flow sent to a person: all provider requests after the template, as text. */
export async function received(t: CaseContext, phone: string): Promise<string[][]> {
  return (await t.sends())
    .filter(({ to }) => personOf(to) === phone)
    .slice(1)
    .map(({ payload }) => [...leaves(payload)].map(String));
}

/** Returns whether one of the messages contains this text. */
export const holds = (messages: string[][], text: string): boolean =>
  messages.some((leavesOf) => leavesOf.some((leaf) => leaf.includes(text)));

/** Checks that a person has received a text. */
export async function expectReceived(t: CaseContext, phone: string, text: string, what: string): Promise<void> {
  const told = await received(t, phone);
  expectThat(holds(told, text), what, told);
}

/** Checks that a person has not received a text. */
export async function expectNotReceived(t: CaseContext, phone: string, text: string, what: string): Promise<void> {
  const told = await received(t, phone);
  expectThat(!holds(told, text), what, told);
}

export const reply = (text: string) => ({ type: 'reply', text });
export const link = (text: string, url: string | undefined = 'https://shop.example/') => ({
  type: 'url',
  text,
  ...(url && { url }),
});

/** Assigns a person's conversation to an agent. */
export const assign = (t: CaseContext) => async (phone: string) =>
  (await t.patch(`/conversations/${phone}`, { agent_id: await t.agent() })).succeeds();
