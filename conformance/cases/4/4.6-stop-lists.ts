import type { CaseContext } from '../../context.ts';
import { clause } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { body, link, mentions } from '../support/support.ts';

for (const { path, list, one } of [
  { path: '/opt-outs', list: 'opt-outs', one: 'opt-out' },
  { path: '/blocked-numbers', list: 'blocked', one: 'block' },
]) {
  const entries = async (t: CaseContext, key?: string) => (await t.get(path, key ? { key } : {})).succeeds().list;
  const expectListed = async (t: CaseContext, phone: string, what: string): Promise<void> => {
    const list = await entries(t);
    expectThat(mentions(list, phone), `${phone} ${what}`, list);
  };
  const expectNotListed = async (t: CaseContext, phone: string, what: string, key?: string): Promise<void> => {
    const list = await entries(t, key);
    expectThat(!mentions(list, phone), `${phone} ${what}`, list);
  };
  clause(`4.6/${list}-200`, async (t) => {
    (await t.get(path)).is(200);
  });
  clause([`4.6/${list}-listed`, `4.6/${one}-201`], list, async (t) => {
    const phone = t.person();
    (await t.post(path, { phone })).is(201);
    await expectListed(t, phone, 'is listed');
  });
  clause(`4.6/${list}-account`, async (t) => {
    const phone = t.person();
    (await t.post(path, { phone })).succeeds();
    const other = await t.newAccount();
    await expectNotListed(t, phone, 'is not listed by another account', other.live);
  });
  clause([`4.6/${one}-delete-200`, `4.6/${one}-delete-gone`], one, async (t) => {
    const [phone, stays] = [t.person(), t.person()];
    (await t.post(path, { phone })).succeeds();
    (await t.post(path, { phone: stays })).succeeds();
    (await t.delete(`${path}/${phone}`)).is(200);
    await expectNotListed(t, phone, 'is no longer listed');
    await expectListed(t, stays, 'is still listed');
  });
  clause(`4.6/${one}-twice`, async (t) => {
    const phone = t.person();
    (await t.post(path, { phone })).succeeds();
    // The specification does not say whether the second request is refused.
    const { status } = await t.post(path, { phone });
    expectThat(status < 500, 'adding a person twice is no error of the server', status);
    (await t.delete(`${path}/${phone}`)).succeeds();
    await expectNotListed(t, phone, 'is no longer listed');
  });
  clause(`4.6/${one}-delete-spelling`, async (t) => {
    const phone = t.person();
    for (const spelt of [`+${phone}`, `0${phone.slice(2)}`]) {
      (await t.post(path, { phone })).succeeds();
      (await t.delete(`${path}/${encodeURIComponent(spelt)}`)).succeeds();
      await expectNotListed(t, phone, `is no longer listed after DELETE ${path}/${spelt}`);
    }
  });
  clause(`4.6/${one}-delete-account`, async (t) => {
    const phone = t.person();
    (await t.post(path, { phone })).succeeds();
    const other = await t.newAccount();
    await t.delete(`${path}/${phone}`, { key: other.live });
    await expectListed(t, phone, 'is still listed');
  });
}

clause('4.6/opt-out-delete-marketing', async (t) => {
  const to = t.person();
  await t.addTemplate({ name: 'sale', category: 'MARKETING', components: [body('Sale today.')] });
  (await t.post('/opt-outs', { phone: to })).succeeds();
  (await t.sendTemplate({ to, name: 'sale' })).refuses('RECIPIENT_OPTED_OUT');
  (await t.delete(`/opt-outs/${to}`)).succeeds();
  (await t.sendTemplate({ to, name: 'sale' })).succeeds();
});
clause('4.6/block-delete-sends', async (t) => {
  const to = await t.customer();
  (await t.post('/blocked-numbers', { phone: to })).succeeds();
  (await t.send({ to, text: 'Hello' })).refuses('RECIPIENT_BLOCKED');
  (await t.delete(`/blocked-numbers/${to}`)).succeeds();
  (await t.send({ to, text: 'Hello' })).succeeds();
});
clause('4.6/opt-out-again', async (t) => {
  const to = t.person();
  await t.addTemplate({ name: 'sale', category: 'MARKETING', components: [body('Sale today.')] });
  (await t.post('/opt-outs', { phone: to })).succeeds();
  (await t.delete(`/opt-outs/${to}`)).succeeds();
  (await t.post('/opt-outs', { phone: to })).is(201);
  (await t.sendTemplate({ to, name: 'sale' })).refuses('RECIPIENT_OPTED_OUT');
  (await t.get(link({ to, name: 'sale' }))).refuses('RECIPIENT_OPTED_OUT');
  equal((await t.get('/opt-outs')).succeeds().list.length, 1, 'the number of entries');
});
clause('4.6/block-again', async (t) => {
  const to = await t.customer();
  (await t.post('/blocked-numbers', { phone: to })).succeeds();
  (await t.delete(`/blocked-numbers/${to}`)).succeeds();
  (await t.post('/blocked-numbers', { phone: to })).is(201);
  (await t.send({ to, text: 'Hello' })).refuses('RECIPIENT_BLOCKED');
  equal((await t.get('/blocked-numbers')).succeeds().list.length, 1, 'the number of entries');
});
