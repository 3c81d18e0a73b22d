import { clause, reading, timed } from '../../declare-case.ts';
import { expectThat } from '../../expectations.ts';
import { upload } from '../support/files.ts';
import { DAY, isRefusedOrFails, WITHOUT_MEDIA_IDS } from '../support/support.ts';

reading('2.6/file-required', async (t) => {
  const raw = new FormData();
  raw.set('channel', 'whatsapp');
  (await t.call('POST', '/media', { raw })).refuses(422, 400);
});

clause('2.6/channel-default', async (t) => {
  const { id } = (await upload(t, 'a.jpg')).succeeds().data;
  const to = await t.customer();
  (await t.send({ to, type: 'image', media: { id } })).succeeds();
});

reading(['2.6/channel-unknown'], async (t) => {
  (await upload(t, 'a.jpg', { fields: { channel: 'telegram' } })).refuses('CHANNEL_UNSUPPORTED');
});
for (const channel of WITHOUT_MEDIA_IDS) {
  clause(`2.6/channel-${channel}`, async (t) => {
    const answer = await upload(t, 'a.jpg', { fields: { channel } });
    // §2.6 allows the field, but §2.3 forbids the ID. If the upload is accepted, messages on the channel must refuse
    // its ID.
    const refused =
      answer.status === 201
        ? await t.send(
            { channel, to: t.person(channel), type: 'image', media: { id: answer.data.id } },
            { key: await t.testKey() },
          )
        : answer;
    refused.refuses(422);
  });
}

clause('2.6/connection-id', async (t) => {
  const connection_id = await t.connection('whatsapp');
  const { id } = (await upload(t, 'a.jpg', { fields: { connection_id } })).succeeds().data;
  const to = t.person();
  await t.writes(to, 'whatsapp', { connection_id });
  (await t.send({ to, connection_id, type: 'image', media: { id } })).succeeds();
});
reading('2.6/fields-after-file', async (t) => {
  (await upload(t, 'a.jpg', { later: { connection_id: 'wa_999999999' } })).refuses('CONNECTION_NOT_FOUND');
});
reading('2.6/connection-id-unknown', async (t) => {
  (await upload(t, 'a.jpg', { fields: { connection_id: 'wa_999999999' } })).refuses('CONNECTION_NOT_FOUND');
});

timed(['2.6/id-before-30-days', '8/media-id-30-days'], async (t) => {
  const { id } = (await upload(t, 'a.jpg')).succeeds().data;
  await t.advance(30 * DAY - 3600);
  const to = await t.customer();
  (await t.send({ to, type: 'image', media: { id } })).succeeds();
});
timed(['2.6/id-after-30-days', '8/media-id-30-days'], 'after', async (t) => {
  const { id } = (await upload(t, 'a.jpg')).succeeds().data;
  await t.advance(30 * DAY + 3600);
  const to = await t.customer();
  const answer = await t.send({ to, type: 'image', media: { id } });
  expectThat(await isRefusedOrFails(t, answer), 'the ID is refused', answer.status);
});
