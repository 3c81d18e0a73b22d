import { expect, test } from 'vitest';
import { createTestServer } from '../../testing/server.ts';

const to = '905551112233';

const buttons = (...of: [id: string, title: string][]) => ({
  kind: 'button',
  text: 'Which?',
  buttons: of.map(([id, title]) => ({ id, title })),
});

const list = (...sections: [title: string | undefined, ...ids: string[]][]) => ({
  kind: 'list',
  text: 'Which?',
  button: 'Open',
  sections: sections.map(([title, ...ids]) => ({ title, rows: ids.map((id) => ({ id, title: 'Same title' })) })),
});

test.each<[string, object, string | undefined]>([
  ['buttons that differ', buttons(['a', 'A'], ['b', 'B']), undefined],
  ['buttons with the same ID', buttons(['a', 'A'], ['b', 'B'], ['a', 'C']), 'interactive.buttons.2.id'],
  ['buttons with the same title', buttons(['a', 'A'], ['b', 'A']), 'interactive.buttons.1.title'],
  ['one section without a title', list([undefined, 'a', 'b']), undefined],
  ['sections with titles', list(['One', 'a'], ['Two', 'b']), undefined],
  ['rows of one section with the same ID', list(['One', 'a', 'a']), 'interactive.sections.0.rows.1.id'],
  ['rows of two sections with the same ID', list(['One', 'a'], ['Two', 'b', 'a']), 'interactive.sections.1.rows.1.id'],
  ['one of two sections without a title', list(['One', 'a'], [undefined, 'b']), 'interactive.sections.1.title'],
  ['one of two sections with an empty title', list([' ', 'a'], ['Two', 'b']), 'interactive.sections.0.title'],
])('%s', async (_name, interactive, field) => {
  const { api, customerWrites } = await createTestServer();
  await customerWrites('Hi');
  const { status, body } = await api('POST', '/messages', { body: { to, type: 'interactive', interactive } });
  expect([status, body.error?.code, body.error?.param]).toEqual(
    field === undefined ? [202, undefined, undefined] : [422, 'VALIDATION_FAILED', field],
  );
});
