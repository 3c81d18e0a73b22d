import { clause, timed } from '../../declare-case.ts';
import { equal } from '../../expectations.ts';
import { DAY, onlySend, personOf, WINDOWED } from '../support/support.ts';

for (const channel of WINDOWED) {
  timed(`1/window-${channel}-open`, async (t) => {
    const to = await t.customer(channel);
    await t.advance(DAY - 1);
    (await t.send({ channel, to, text: 'Just in time' })).succeeds();
  });
  timed(`1/window-${channel}-over`, async (t) => {
    const to = await t.customer(channel);
    await t.advance(DAY + 1);
    (await t.send({ channel, to, text: 'Too late' })).refuses('WINDOW_CLOSED');
    equal(await t.sends(), [], 'the sends the provider accepted');
  });
}

timed('1/window-last-message', async (t) => {
  const to = await t.customer();
  await t.advance(DAY - 30);
  await t.writes(to);
  await t.advance(60);
  (await t.send({ to, text: 'The second message counts' })).succeeds();
});

timed('1/window-own-messages', async (t) => {
  const to = await t.customer();
  await t.advance(DAY - 30);
  (await t.send({ to, text: 'Ours' })).succeeds();
  await t.advance(60);
  (await t.send({ to, text: 'Too late' })).refuses('WINDOW_CLOSED');
});

clause('1/window-one-account', async (t) => {
  const to = await t.customer();
  const other = await t.newAccount();
  (await t.send({ to, text: 'Hello' }, { key: other.live })).refuses('WINDOW_NEVER_OPENED');
});

timed('1/window-web-none', async (t) => {
  const to = await t.customer('web');
  await t.advance(3 * DAY);
  (await t.send({ channel: 'web', to, text: 'Still there?' })).succeeds();
});

timed('1/whatsapp-template-after', async (t) => {
  const to = await t.customer();
  await t.advance(DAY + 60);
  (await t.sendTemplate({ to, name: 'hello_world' })).succeeds();
  equal(personOf((await onlySend(t)).to), to, 'the recipient');
});

clause('1/whatsapp-template-never', async (t) => {
  const to = await t.stranger();
  const name = t.session.control ? 'hello_world' : t.session.target.templates?.plain;
  (await t.sendTemplate({ to, name })).succeeds();
});
