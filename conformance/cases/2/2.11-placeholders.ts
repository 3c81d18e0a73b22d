import type { CaseContext } from '../../context.ts';
import { clause, timed } from '../../declare-case.ts';
import { expectThat } from '../../expectations.ts';
import { Untestable } from '../../verdict.ts';
import {
  active,
  create,
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
} from '../support/flows.ts';
import { DAY, HOUR } from '../support/support.ts';

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
