import { expect, expectTypeOf, test } from 'vitest';
import { EXAMPLES } from '../generated/examples.ts';
import type { Body, Data, List, Reply, Schemas, UploadSource } from '../index.ts';
import { Wigwag } from '../wigwag.ts';

const to = '905551112233';

const a = { id: 'a', title: 'A' };
type Rows = Schemas['InteractiveList']['sections'][number]['rows'];
const list = { kind: 'list', text: 'Size?', button: 'Sizes' } as const;

/**
 * Never called: the test is that these lines do not compile. One mistake per line, so that each is found separately.
 */
/* oxlint-disable typescript/no-floating-promises -- These calls never run. */
export function doesNotCompile(wigwag: Wigwag): void {
  const { messages, contacts, conversations, flows, media, templates, webhooks } = wigwag;
  // @ts-expect-error buttons without titles
  messages.send({ to, type: 'interactive', interactive: { kind: 'button', text: 'Now?', buttons: [{ id: 'yes' }] } });
  // @ts-expect-error four buttons
  messages.send({ to, type: 'interactive', interactive: { kind: 'button', text: 'Size?', buttons: [a, a, a, a] } });
  // @ts-expect-error eleven rows
  const _rows: Rows = [a, a, a, a, a, a, a, a, a, a, a];
  // @ts-expect-error a caption with audio
  messages.send({ to, type: 'audio', media: { id: 'med_1' }, caption: 'Listen' });
  // @ts-expect-error a list without its label
  messages.send({ to, type: 'interactive', interactive: { kind: 'list', text: 'Size?', sections: [{ rows: [] }] } });
  // @ts-expect-error a location without longitude
  messages.send({ to, type: 'location', latitude: 41 });
  // @ts-expect-error a caption with text
  messages.send({ type: 'text', to, text: 'Hello', caption: 'World' });
  // @ts-expect-error a text with a file
  messages.send({ to, text: 'Hello', media: { id: 'med_1' } });
  // @ts-expect-error media without id and url
  messages.send({ to, type: 'image', media: {} });
  // @ts-expect-error media with both id and url
  messages.send({ to, type: 'image', media: { id: 'med_1', url: 'https://shop.example/a.jpg' } });
  // @ts-expect-error an id on instagram
  messages.send({ channel: 'instagram', to, type: 'image', media: { id: 'med_1' } });
  // @ts-expect-error an id on messenger
  messages.send({ channel: 'messenger', to, type: 'image', media: { id: 'med_1' } });
  // @ts-expect-error an id on web
  messages.send({ channel: 'web', to, type: 'image', media: { id: 'med_1' } });
  // @ts-expect-error a template on messenger
  messages.sendTemplate({ to, name: 'hello_world', channel: 'messenger' });
  // @ts-expect-error a template on web
  messages.sendTemplate({ to, name: 'hello_world', channel: 'web' });
  // @ts-expect-error variables that are not strings
  messages.sendTemplate({ to, name: 'order_update', variables: [4711] });
  // @ts-expect-error no such status
  messages.sendAndWait({ to, text: 'Hello' }, { until: 'seen' });
  // @ts-expect-error a text message without text, also in sendAndWait
  messages.sendAndWait({ to });
  // @ts-expect-error milliseconds are a number
  messages.get('msg_1', { timeout: '5s' });
  // @ts-expect-error a lookup is not a send
  messages.get('msg_1', { idempotencyKey: 'once' });
  // @ts-expect-error no such filter
  contacts.list({ sort: 'name' });
  // @ts-expect-error no such order
  contacts.list({ order: 'up' });
  // @ts-expect-error a contact without a phone
  contacts.upsert({ name: 'Ada' });
  // @ts-expect-error no recipient
  contacts.window();
  // @ts-expect-error a status that cannot be set
  conversations.update(to, { status: 'bot' });
  // @ts-expect-error no such direction
  conversations.messages(to, { direction: 'up' });
  // @ts-expect-error a flow without a name
  flows.create({ template: 'promo_spring', button: 'Tell me more', steps: [] });
  // @ts-expect-error a flow without a template
  flows.create({ name: 'Spring', button_index: 0, steps: [] });
  // @ts-expect-error a flow without a button
  flows.create({ name: 'Spring', template_id: 14, steps: [] });
  // @ts-expect-error a flow with two buttons
  flows.create({ name: 'Spring', template_id: 14, button: 'Tell me more', button_index: 0, steps: [] });
  // @ts-expect-error a delay is a string
  flows.update(7, { steps: [{ delay: 60, text: 'Hi' }] });
  // @ts-expect-error a phone-call button
  flows.update(7, { steps: [{ delay: '0', text: 'Hi', buttons: [{ type: 'phone', text: 'Call' }] }] });
  // @ts-expect-error no such state of a run
  flows.runs(7, { status: 'paused' });
  // @ts-expect-error no recipient
  flows.test(7, {});
  // @ts-expect-error force is a boolean
  flows.delete(7, { force: 'please' });
  // @ts-expect-error no such field of the counts
  flows.stats(7).then((stats) => stats.clicked);
  // @ts-expect-error no file
  media.upload({ channel: 'whatsapp' });
  // @ts-expect-error a path must be { path }, so that it is not mistaken for the content
  media.upload({ file: './invoice.pdf' });
  // @ts-expect-error uploads are for whatsapp
  media.upload({ file: new Blob(), channel: 'web' });
  // @ts-expect-error no such status of a template
  templates.list({ status: 'DRAFT' });
  // @ts-expect-error no such event
  webhooks.test({ event: 'message.deleted' });
  // @ts-expect-error no such event
  wigwag.events({ events: ['message.deleted'] });
  // @ts-expect-error maxRetries is a number
  new Wigwag({ apiKey: 'key', maxRetries: true });
}
/* oxlint-enable typescript/no-floating-promises */

/** Never called: the test is that typical app code compiles. */
export async function compiles(wigwag: Wigwag): Promise<void> {
  const { messages, flows, conversations, media, webhooks, reports } = wigwag;
  await messages.send({ to, text: 'Hello', reply_to: 'wamid.1' }, { idempotencyKey: 'order-1', timeout: 5_000 });
  await messages.send({ type: 'location', to, latitude: 41, longitude: 29 });
  await messages.send({ type: 'image', channel: 'instagram', to, media: { url: 'https://shop.example/a.jpg' } });
  await messages.send({ type: 'image', to, media: { id: 'med_1' } });
  const titles = ['S', 'M', 'L'];
  const buttons = titles.map((title) => ({ id: title, title }));
  await messages.send({ to, type: 'interactive', interactive: { kind: 'button', text: 'Size?', buttons } });
  await messages.send({ to, type: 'interactive', interactive: { kind: 'button', text: 'Size?', buttons: [a, a, a] } });
  await messages.send({ to, type: 'interactive', interactive: { ...list, sections: [{ rows: [a, a] }] } });
  await messages.send({ to, type: 'image', media: { id: 'med_1' }, caption: 'Size 42' });
  await messages.send({
    to,
    type: 'audio',
    channel: 'web',
    media: { url: 'https://a.example/a.mp3' },
    caption: 'Listen',
  });
  const channel = 'web' as Schemas['Channel'];
  await messages.send({ type: 'image', channel, to, media: { url: 'https://shop.example/a.jpg' } });
  await messages.send({ channel, to, text: 'Hello' });
  await messages.sendTemplate({ to, name: 'welcome_named', variables: { first_name: 'Ada' } });
  const flow = await flows.create({
    name: 'Spring',
    template: 'promo_spring',
    button_index: 0,
    steps: [
      { delay: '0', text: 'Hi {{name}}', buttons: [{ type: 'url', text: 'Shop', url: 'https://shop.example' }] },
      { delay: '2h30m', media_url: 'https://shop.example/a.mp4' },
    ],
  });
  await flows.update(flow.id, { is_active: true });
  await flows.delete(flow.id, { force: true });
  await conversations.update(to, { agent_id: null });
  await media.upload({ file: { path: './invoice.pdf' } }, { onProgress: ({ sent, total }) => void [sent, total] });
  await webhooks.test();
  await reports.stats({ from: '2026-05-01' });
  await wigwag.client.GET('/flows/{id}/stats', { params: { path: { id: flow.id } } });
}

test("each operation of the document is a method with the document's types", () => {
  type Messages = Wigwag['messages'];
  expectTypeOf<Messages['send']>().parameter(0).toEqualTypeOf<Schemas['SendMessageRequest']>();
  expectTypeOf<Messages['send']>().returns.toEqualTypeOf<Reply<Schemas['SendResult']>>();
  expectTypeOf<Messages['sendAndWait']>().returns.resolves.toEqualTypeOf<Schemas['Message']>();
  type Flows = Wigwag['flows'];
  expectTypeOf<Flows['stats']>().returns.toEqualTypeOf<Reply<Schemas['FlowStats']>>();
  expectTypeOf<Flows['stats']>().parameter(0).toEqualTypeOf<number>();
  expectTypeOf<Flows['create']>().parameter(0).toEqualTypeOf<Body<'createFlow'>>();
  expectTypeOf<Flows['runs']>().returns.toEqualTypeOf<List<Data<'listFlowRuns'>, Schemas['FlowRun']>>();
  expectTypeOf<Wigwag['contacts']['upsert']>().returns.toEqualTypeOf<Reply<Schemas['Contact']>>();
  expectTypeOf<Wigwag['media']['upload']>().parameter(0).toHaveProperty('file').toEqualTypeOf<UploadSource>();
  const { client: _, events: __, request: ___, ...resources } = new Wigwag({ apiKey: 'key' });
  const names = Object.entries(resources).map(([name, methods]) => `${name}: ${Object.keys(methods).join(' ')}`);
  expect(names).toEqual([
    'account: me channels',
    'messages: send sendTemplate get waitUntil sendAndWait waitForReply',
    'templates: list',
    'media: upload',
    'contacts: list upsert get update window',
    'optOuts: list add remove',
    'blockedNumbers: list block unblock',
    'conversations: list get update messages stream',
    'flows: list create get update delete runs stats test',
    'reports: stats labels agents',
    'webhooks: test',
  ]);
  const methods = names.flatMap((line) => line.split(' ').slice(1));
  expect(methods).toHaveLength(Object.keys(EXAMPLES).length + 4);
});
