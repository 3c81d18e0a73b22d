import type { CaseContext } from '../../context.ts';
import { clause, timed } from '../../declare-case.ts';
import { expectThat } from '../../expectations.ts';
import { TooSlow, Untestable } from '../../verdict.ts';
import { FILES } from '../support/files.ts';
import {
  active,
  create,
  flowBody,
  flowId,
  holds,
  link,
  onlyFlow,
  press,
  pressed,
  reach,
  received,
  reply,
  step,
  TEMPLATE,
  template,
} from '../support/flows.ts';
import { body, DAY, HOUR, leaves, MINUTE } from '../support/support.ts';

/** Returns the messages that a flow step with these fields sends. */
async function written(t: CaseContext, more: Record<string, unknown>, recipient = {}): Promise<string[][]> {
  await flowId(t, { ...active, steps: [{ delay: '0', ...more }] });
  return received(t, await press(t, 'More', recipient));
}

/** Like `written`, for a placeholder that the template does not have. A target may refuse such a flow. */
async function writtenWithUnknown(t: CaseContext, more: Record<string, unknown>): Promise<string[][]> {
  const created = await create(t, { ...active, steps: [{ delay: '0', ...more }] });
  if (created.status === 422) {
    throw new Untestable('the target refuses placeholders that the template does not have, which is allowed');
  }
  await onlyFlow(t, created.succeeds());
  return received(t, await press(t));
}

for (const [slug, text, becomes] of [
  ['placeholder-1', 'Dear {{1}}.', 'Dear Grace.'],
  ['placeholder-2', 'About {{2}}.', 'About hats.'],
  ['placeholder-ad', 'Dear {{ad}}.', 'Dear Hopper.'],
  ['placeholder-isim', 'Dear {{isim}}.', 'Dear Hopper.'],
  ['placeholder-name', 'Dear {{name}}.', 'Dear Hopper.'],
] as const) {
  clause([`2.11/${slug}`, '2.11/placeholder-campaign-first'], slug, async (t) => {
    const messages = await written(t, { text }, { name: 'Hopper', variables: ['Grace', 'hats'] });
    expectThat(holds(messages, becomes), `the text becomes ${becomes}`, messages);
  });
}
clause('2.11/placeholder-2', 'the tenth', async (t) => {
  const variables = [...'abcdefghij'].map((letter) => `value-${letter}`);
  const text = `Of all ${variables.map((_, at) => `{{${at + 1}}}`).join(' and ')} here.`;
  const buttons = [{ type: 'QUICK_REPLY' as const, text: 'More' }];
  await template(t, { components: [body(text, variables), { type: 'BUTTONS', buttons }] });
  (await t.post('/flows', flowBody({ ...active, steps: [step('0', 'First {{10}}, then {{1}}.')] }))).succeeds();
  const messages = await received(t, await press(t, 'More', { variables }));
  expectThat(holds(messages, 'First value-j, then value-a.'), 'the tenth and the first variable', messages);
});
clause('2.11/placeholder-campaign-no-name', async (t) => {
  await flowId(t, { ...active, steps: [step('0', 'Dear {{name}}, about {{2}}.')] });
  const [reached = ['', ''] as [string, string]] = await reach(t, 1, { variables: ['Ada', 'hats'] });
  (await t.post('/contacts', { phone: reached[0], name: 'Ada' })).succeeds();
  await pressed(t, reached);
  const told = await received(t, reached[0]);
  expectThat(holds(told, 'Dear Ada, about hats.'), 'each value comes from the first source that has it', told);
});
timed('2.11/placeholder-campaign-old', async (t) => {
  await flowId(t, { ...active, steps: [step('0', 'Dear {{ad}}.')] });
  const [reached = ['', ''] as [string, string]] = await reach(t, 1, { name: 'Hopper' });
  (await t.post('/contacts', { phone: reached[0], name: 'Lovelace' })).succeeds();
  await t.advance(DAY + HOUR);
  await pressed(t, reached);
  const messages = await received(t, reached[0]);
  expectThat(
    holds(messages, 'Dear') && !holds(messages, 'Hopper'),
    "the previous day's campaign is not used",
    messages,
  );
});
clause('2.11/placeholder-button-text', async (t) => {
  const messages = await written(
    t,
    { text: 'Choose', buttons: [reply('For {{1}}')] },
    { variables: ['Grace', 'hats'] },
  );
  expectThat(holds(messages, 'For Grace'), 'the button text is For Grace', messages);
});
clause('2.11/placeholder-never-raw', 'in a caption', async (t) => {
  const media = { type: 'image', media_url: t.file('a.jpg', FILES['a.jpg']) };
  const messages = await written(t, { ...media, caption: 'For {{1}}' }, { variables: ['Grace', 'hats'] });
  expectThat(holds(messages, 'For Grace'), 'the caption is For Grace', messages);
});
clause('2.11/placeholder-button-url', async (t) => {
  const messages = await written(
    t,
    { text: 'Choose', buttons: [link('Shop', 'https://shop.example/?q={{2}}')] },
    { variables: ['Grace', 'hats'] },
  );
  expectThat(holds(messages, 'https://shop.example/?q=hats'), 'the URL contains the value', messages);
});
clause('2.11/placeholder-url-encoded', async (t) => {
  const messages = await written(
    t,
    { text: 'Choose', buttons: [link('Shop', 'https://shop.example/?q={{2}}')] },
    { variables: ['Grace', 'red & blue'] },
  );
  expectThat(
    holds(messages, 'q=red%20%26%20blue') || holds(messages, 'q=red+%26+blue'),
    'the value is URL-encoded',
    messages,
  );
});
clause('2.11/placeholder-contact-then', async (t) => {
  await flowId(t, { ...active, steps: [step('0', 'Dear {{name}}.')] });
  const phone = t.person();
  (await t.post('/contacts', { phone, name: 'Katherine' })).succeeds();
  (await t.sendTemplate({ to: phone, name: 'press_me', variables: ['Ada', 'shoes'] })).succeeds();
  const [sent] = await t.sends();
  await t.writes(
    phone,
    'whatsapp',
    { type: 'button', button: { payload: 'More', title: 'More' }, reply_to: sent?.external_id },
    'Katherine',
  );
  expectThat(
    holds(await received(t, phone), 'Dear Katherine.'),
    'the name comes from the contact record',
    await received(t, phone),
  );
});
clause(['2.11/placeholder-empty', '2.11/placeholder-never-raw'], async (t) => {
  const messages = await writtenWithUnknown(t, { text: 'Code [{{7}}].' });
  expectThat(
    holds(messages, 'Code [].') && !holds(messages, '{{'),
    'the placeholder becomes an empty string',
    messages,
  );
});
clause('2.11/placeholder-never-raw', 'a name that no source has', async (t) => {
  const created = await create(t, { ...active, steps: [step('0', 'Dear [{{surname}}].')] });
  // A target may refuse placeholders that it does not know.
  if (created.status !== 422) {
    await onlyFlow(t, created.succeeds());
    const messages = await received(t, await press(t));
    expectThat(messages.length === 1 && !holds(messages, '{{'), 'the placeholder is not shown', messages);
  }
});
clause('2.11/placeholder-never-raw', 'in a flow test', async (t) => {
  const id = await flowId(t, { steps: [step('0', 'Dear [{{name}}], about [{{2}}].')] });
  const to = await t.customer();
  (await t.post(`/flows/${id}/test`, { to })).succeeds();
  const messages = (await t.sends()).map(({ payload }) => [...leaves(payload)].map(String));
  expectThat(messages.length === 1 && !holds(messages, '{{'), 'no placeholder is shown', messages);
});
clause('2.11/placeholder-empty-button', async (t) => {
  const messages = await writtenWithUnknown(t, {
    text: 'Choose one',
    buttons: [reply('{{7}}'), reply('Other one')],
  });
  expectThat(
    holds(messages, 'Choose one') && holds(messages, 'Other one') && !holds(messages, '{{'),
    'the message is sent without the button',
    messages,
  );
});
for (const [variant, button] of [
  ['only reply', reply('{{7}}')],
  ['only link', link('{{7}}')],
] as const) {
  clause('2.11/placeholder-empty-button', variant, async (t) => {
    const messages = await writtenWithUnknown(t, { text: 'Without choices', buttons: [button] });
    expectThat(
      holds(messages, 'Without choices') && !holds(messages, '{{'),
      'the message is sent without the button',
      messages,
    );
  });
}
timed('2.11/placeholder-campaign-latest', async (t) => {
  await flowId(t, { ...active, steps: [step('0', 'Dear {{ad}}, about {{2}}.')] });
  const phone = t.person();
  for (const [name, thing] of [
    ['Hopper', 'hats'],
    ['Lovelace', 'boots'],
  ] as const) {
    await t.campaign(TEMPLATE, [{ phone, name, variables: ['Ada', thing] }]);
    await t.advance(MINUTE);
  }
  const sent = await t.sends();
  if (sent.length !== 2) {
    throw new TooSlow('GET /provider/sends of the control protocol does not show the messages of both campaigns');
  }
  await pressed(t, [phone, sent.at(-1)?.external_id ?? '']);
  const told = await received(t, phone);
  expectThat(holds(told, 'Dear Lovelace, about boots.'), 'the values are those of the later campaign', told);
});
clause('2.11/button-text-cut', async (t) => {
  const messages = await written(
    t,
    { text: 'Choose', buttons: [reply('{{1}}')] },
    { variables: ['abcdefghijklmnopqrstuvwxyz', 'hats'] },
  );
  expectThat(
    holds(messages, 'abcdefghijklmnopqrst') && !holds(messages, 'abcdefghijklmnopqrstu'),
    'the text is truncated to 20 characters',
    messages,
  );
});
