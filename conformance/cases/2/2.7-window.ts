import type { CaseContext } from '../../context.ts';
import { clause, reading, timed } from '../../declare-case.ts';
import { BUSY_SECONDS, equal, expectThat, near } from '../../expectations.ts';
import { Untestable } from '../../verdict.ts';
import { DAY, WINDOWED, WITHOUT_TEMPLATES } from '../support/support.ts';

const window = async (t: CaseContext, id: string, channel?: string) =>
  (await t.get(`/contacts/${id}/window${channel ? `?channel=${channel}` : ''}`)).succeeds().data;

/** Returns the window of a person who never wrote. They are a contact, because an unknown one may get 404 (§7). */
async function windowOfStranger(t: CaseContext) {
  const id = await t.stranger();
  if (t.session.control) {
    (await t.post('/contacts', { phone: id })).succeeds();
  }
  const answer = await t.get(`/contacts/${id}/window`);
  if (!t.session.control && answer.status === 404) {
    throw new Untestable('needs the control protocol: a contact who never wrote');
  }
  return answer.succeeds().data;
}

reading('2.7/window-open-true', async (t) => {
  equal((await window(t, await t.openRecipient())).window_open, true, 'window_open');
});
clause('2.7/window-open-false-never', async (t) => {
  equal((await windowOfStranger(t)).window_open, false, 'window_open');
});
timed('2.7/window-open-false-over', async (t) => {
  const id = await t.customer();
  await t.advance(DAY + 30);
  equal((await window(t, id)).window_open, false, 'window_open');
});
timed('2.7/last-inbound-at', async (t) => {
  const id = await t.customer();
  const now = await t.now();
  await t.advance(600);
  near((await window(t, id)).last_inbound_at, now, 'last_inbound_at', BUSY_SECONDS);
});
timed('2.7/last-inbound-at-moves', async (t) => {
  const id = await t.customer();
  await t.advance(600);
  await t.writes(id);
  near((await window(t, id)).last_inbound_at, await t.now(), 'last_inbound_at', BUSY_SECONDS);
});
timed(['2.7/last-inbound-at-over', '2.7/can-send-session-false'], 'over', async (t) => {
  const id = await t.customer();
  const now = await t.now();
  await t.advance(DAY + 30);
  const { last_inbound_at, can_send } = await window(t, id);
  near(last_inbound_at, now, 'last_inbound_at', BUSY_SECONDS);
  equal(can_send?.session_message, false, 'can_send.session_message');
});
clause('2.7/last-inbound-at-never', async (t) => {
  equal((await windowOfStranger(t)).last_inbound_at || null, null, 'last_inbound_at');
});
timed('2.7/last-inbound-at-ours', async (t) => {
  const id = await t.customer();
  const before = (await window(t, id)).last_inbound_at;
  await t.advance(600);
  (await t.send({ to: id, text: 'Ours' })).succeeds();
  await t.settle();
  near((await window(t, id)).last_inbound_at, new Date(before), 'last_inbound_at', BUSY_SECONDS);
});
for (const channel of WINDOWED) {
  clause(channel === 'whatsapp' ? '2.7/closes-at' : `2.7/closes-at-${channel}`, async (t) => {
    const { last_inbound_at, closes_at } = await window(t, await t.openRecipient(channel), channel);
    near(closes_at, new Date(Date.parse(last_inbound_at) + DAY * 1000), 'closes_at');
  });
}
timed('2.7/closes-at', 'later', async (t) => {
  const id = await t.customer();
  const written = await t.now();
  await t.advance(3600);
  const { closes_at } = await window(t, id);
  near(closes_at, new Date(written.getTime() + DAY * 1000), 'closes_at, an hour after the message', 120);
});
reading('2.7/can-send-session-true', async (t) => {
  equal((await window(t, await t.openRecipient())).can_send?.session_message, true, 'can_send.session_message');
});
clause('2.7/can-send-session-false', async (t) => {
  equal((await windowOfStranger(t)).can_send?.session_message, false, 'can_send.session_message');
});
clause('2.7/can-send-template-whatsapp', async (t) => {
  equal((await windowOfStranger(t)).can_send?.template, true, 'can_send.template without a window');
  equal((await window(t, await t.openRecipient())).can_send?.template, true, 'can_send.template with a window');
});
for (const channel of WITHOUT_TEMPLATES) {
  reading(`2.7/can-send-template-${channel}`, async (t) => {
    equal((await window(t, await t.customer(channel), channel)).can_send?.template, false, 'can_send.template');
  });
}
clause('2.7/can-send-blocked', async (t) => {
  const id = await t.customer();
  (await t.post('/blocked-numbers', { phone: id })).succeeds();
  const { can_send } = await window(t, id);
  equal(
    [can_send?.session_message, can_send?.template],
    [false, false],
    'can_send.session_message and can_send.template',
  );
});
timed('2.7/web-open', async (t) => {
  const id = await t.customer('web');
  await t.advance(3 * DAY);
  const { window_open, can_send } = await window(t, id, 'web');
  equal([window_open, can_send?.session_message], [true, true], 'window_open and can_send.session_message');
});
timed('2.7/agrees-with-sends', async (t) => {
  const id = await t.customer('messenger');
  for (const wait of [0, DAY - 30, 60]) {
    await t.advance(wait);
    const { window_open } = await window(t, id, 'messenger');
    const { status } = await t.send({ channel: 'messenger', to: id, text: 'Hello' });
    expectThat(window_open === (status === 202), 'window_open agrees with whether a send is accepted', {
      window_open,
      status,
    });
  }
});
