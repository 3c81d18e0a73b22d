import { expect, test } from 'vitest';
import { syncTemplates } from '../../domain/templates/record-template.ts';
import { templateOf } from '../../providers/whatsapp/templates.ts';
import { createTestServer, type TestServer } from '../../testing/server.ts';

const to = '905551112233';

/** Returns a server with a template of this name. */
async function serverWith(name: string, components: object[]): Promise<TestServer> {
  const server = await createTestServer();
  const { app } = server.server;
  const template = templateOf({ name, language: 'en_US', category: 'UTILITY', status: 'APPROVED', components });
  await app.store.transaction((tx) => syncTemplates(app, tx, server.accountId, [template]));
  return server;
}

/** Adds a template with a variable in each of its parts. */
const withTemplate = () =>
  serverWith('everywhere', [
    { type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' },
    { type: 'BODY', text: 'Hi {{1}}' },
    { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}' }] },
  ]);

/** Sends of the template with one value, each in a different part. */
const SENDS = [
  ['variables.0', (value: string) => ({ variables: [value] }), 'VALIDATION_FAILED'],
  ['header.text', (value: string) => ({ header: { text: value } }), 'VALIDATION_FAILED'],
  ['buttons.0.text', (value: string) => ({ buttons: [{ index: 0, text: value }] }), 'TEMPLATE_BUTTON_PARAM_MISSING'],
] as const;

test.each(SENDS)(
  'a value that the provider would refuse is refused in %s, by name',
  async (field, withValue, ifEmpty) => {
    const { api } = await withTemplate();
    const body = {
      to,
      name: 'everywhere',
      variables: ['Ada'],
      header: { text: '7' },
      buttons: [{ index: 0, text: '7' }],
    };
    for (const value of ['', 'a\nb', 'a\rb', 'a\vb', 'a\fb', 'a\u0085b', 'a\u2028b', 'a\u2029b', 'a\tb', 'a     b']) {
      const answer = await api('POST', '/messages/template', { body: { ...body, ...withValue(value) } });
      expect([value, answer.status, answer.body.error?.code, answer.body.error?.param]).toEqual([
        value,
        422,
        value === '' ? ifEmpty : 'VALIDATION_FAILED',
        field,
      ]);
    }
    expect((await api('POST', '/messages/template', { body: { ...body, ...withValue('a    b') } })).status).toBe(202);
  },
);

test('the error for a value of a NAMED template names the variable', async () => {
  const { api } = await createTestServer();
  const body = { to, name: 'welcome_named', variables: { first_name: 'a\tb' } };
  const { error } = (await api('POST', '/messages/template', { body })).body;
  expect([error.code, error.errors]).toEqual([
    'VALIDATION_FAILED',
    [{ field: 'variables.first_name', message: 'may not contain a tab' }],
  ]);
});

test.each<[object, string | undefined]>([
  [{ text: '7' }, undefined],
  [{ text: '7', url: 'https://shop.example/a.jpg' }, 'header.url'],
  [{ text: '7', media_id: 'med_1' }, 'header.media_id'],
  [{ text: '7', filename: 'a.pdf' }, 'header.filename'],
  [{ media_id: 'med_1', url: 'https://shop.example/a.jpg' }, 'header.media_id'],
  [{ url: 'https://shop.example/a.jpg' }, 'header.url'],
  [{ media_id: 'med_1' }, 'header.media_id'],
])('a text header with %j is refused in %s', async (header, field) => {
  const { api } = await withTemplate();
  const body = { to, name: 'everywhere', variables: ['Ada'], header, buttons: [{ index: 0, text: '7' }] };
  const answer = await api('POST', '/messages/template', { body });
  expect([answer.status, answer.body.error?.code, answer.body.error?.param]).toEqual(
    field === undefined ? [202, undefined, undefined] : [422, 'VALIDATION_FAILED', field],
  );
});

test.each<[object, string]>([
  [{ text: '7' }, 'header.text'],
  [{ text: '7', url: 'https://shop.example/a.jpg' }, 'header.text'],
  [{ text: '7', media_id: 'med_1' }, 'header.text'],
  [{ media_id: 'med_1', url: 'https://shop.example/a.jpg' }, 'header.url'],
])('a media header with %j is refused, because of %s', async (header, field) => {
  const { api } = await createTestServer();
  const { error } = (await api('POST', '/messages/template', { body: { to, name: 'promo_spring', header } })).body;
  expect([error.code, error.param]).toEqual(['VALIDATION_FAILED', field]);
});

test('a template with a location header is refused immediately, because a send has no field for one', async () => {
  const { api } = await serverWith('where', [
    { type: 'HEADER', format: 'LOCATION' },
    { type: 'BODY', text: 'Here we are' },
  ]);
  const { status, body } = await api('POST', '/messages/template', { body: { to, name: 'where' } });
  expect([status, body.error.code, body.error.fix]).toEqual([
    422,
    'TEMPLATE_HEADER_MISSING',
    expect.stringContaining('without a placeholder'),
  ]);
});
