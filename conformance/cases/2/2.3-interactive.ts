import { CAPABILITIES, CHANNELS } from '@wigwag/openapi';
import { clause } from '../../declare-case.ts';
import { equal } from '../../expectations.ts';
import { buttons, delivered, refused, tried } from '../support/sends.ts';
import { carries, isRefusal } from '../support/support.ts';

// Interactive messages.

const rows = (count: number, from = 1) =>
  Array.from({ length: count }, (_, i) => ({
    id: `row-${from + i}`,
    title: `Row ${from + i}`,
    description: `About ${from + i}`,
  }));
const list = (...sections: ReturnType<typeof rows>[]) => ({
  kind: 'list',
  text: 'Which size?',
  button: 'Sizes',
  sections: sections.map((these, i) => ({ title: `Section ${i + 1}`, rows: these })),
});
const without = (form: Record<string, unknown>, field: string) =>
  Object.fromEntries(Object.entries(form).filter(([name]) => name !== field));
const interactive = (form: unknown) => ({ type: 'interactive', interactive: form });

for (const count of [1, 3]) {
  clause([`2.3/buttons-${count}`, '8/buttons'], String(count), async (t) => {
    (await tried(t, interactive(buttons(count)))).succeeds();
  });
}
refused('buttons-4', interactive(buttons(4)), ['8/buttons']);
refused('interactive-required', { type: 'interactive' });
refused('interactive-kind', interactive({ ...buttons(1), kind: 'carousel' }));
refused('interactive-kind-required', interactive(without(buttons(1), 'kind')));
refused('buttons-required', interactive(without(buttons(1), 'buttons')));
refused('buttons-empty', interactive(buttons(0)));
refused('buttons-text-required', interactive(without(buttons(1), 'text')));
refused('buttons-id-required', interactive({ ...buttons(1), buttons: [{ title: 'Yes' }] }));
refused('buttons-title-required', interactive({ ...buttons(1), buttons: [{ id: 'y' }] }));

clause('2.3/buttons-reach', async (t) => {
  const send = await delivered(t, interactive(buttons(3)));
  carries(send.payload, ['choice-1', 'choice-2', 'choice-3'], 'the IDs');
  carries(send.payload, ['Choice 1', 'Choice 2', 'Choice 3'], 'the titles');
  carries(send.payload, ['Which one?'], 'the text');
});

clause('2.3/list-accepted', async (t) => {
  (await tried(t, interactive(list(rows(2))))).succeeds();
});
clause(['2.3/list-rows-10', '8/rows'], async (t) => {
  (await tried(t, interactive(list(rows(10))))).succeeds();
});
refused('list-rows-11', interactive(list(rows(11))), ['8/rows']);
refused('list-rows-11-sections', interactive(list(rows(6), rows(5, 7))));
refused('list-text-required', interactive(without(list(rows(1)), 'text')));
refused('list-button-required', interactive(without(list(rows(1)), 'button')));
refused('list-sections-required', interactive(without(list(rows(1)), 'sections')));
refused(
  'list-row-id-required',
  interactive({ ...list(rows(1)), sections: [{ title: 'One', rows: [{ title: 'Row' }] }] }),
);
refused(
  'list-row-title-required',
  interactive({ ...list(rows(1)), sections: [{ title: 'One', rows: [{ id: 'row' }] }] }),
);

clause('2.3/list-reaches', async (t) => {
  const send = await delivered(t, interactive(list(rows(2), rows(1, 3))));
  carries(send.payload, ['Sizes'], 'the label');
  carries(send.payload, ['Section 1', 'Section 2'], 'the sections');
  carries(send.payload, ['row-1', 'row-2', 'row-3'], 'the IDs');
  carries(send.payload, ['Row 1', 'Row 2', 'Row 3'], 'the titles');
  carries(send.payload, ['About 1', 'About 2', 'About 3'], 'the descriptions');
});

for (const [slug, payload] of [
  ['choice-button', 'choice-2'],
  ['choice-list', 'row-3'],
] as const) {
  clause([`2.3/${slug}`, '6/received-button-payload', '6/received-button'], slug, async (t) => {
    const receiver = await t.receiver(['message.received']);
    const to = await t.customer();
    await t.writes(to, 'whatsapp', { type: 'button', button: { payload, title: 'Chosen' } });
    const [event] = await t.events(receiver, 'message.received', 1, (body) => body.data.message.button);
    equal(event?.body.data.message.button.payload, payload, 'button.payload');
  });
}
// The customer chooses in a message that the business sent, on each channel that accepts such messages.
const CHOICES: [slug: string, form: object, payload: string, title: string][] = [
  ['choice-button', buttons(2), 'choice-2', 'Choice 2'],
  ['choice-list', list(rows(2), rows(1, 3)), 'row-3', 'Row 3'],
];
for (const channel of CHANNELS.filter((one) => CAPABILITIES[one].features.includes('interactive'))) {
  for (const [slug, form, payload, title] of CHOICES) {
    clause([`2.3/${slug}`, '6/received-button-payload', '6/received-button-title'], `on ${channel}`, async (t) => {
      const to = await t.customer(channel);
      const receiver = await t.receiver(['message.received']);
      const answer = await t.send({ channel, to, ...interactive(form) });
      if (channel !== 'whatsapp' && isRefusal(answer)) {
        return; // the channel may lack one of the forms
      }
      answer.succeeds();
      const sent = (await t.sends()).at(-1);
      await t.writes(to, channel, { type: 'button', button: { payload, title }, reply_to: sent?.external_id ?? '' });
      const [event] = await t.events(receiver, 'message.received', 1, (body) => body.data.message.button);
      const { button } = event?.body.data.message ?? {};
      equal([button.payload, button.title], [payload, title], 'payload and title of button');
    });
  }
}
