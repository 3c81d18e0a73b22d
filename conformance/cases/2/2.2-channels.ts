import { clause } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';
import { field, leaves, personOf, WITH_PROVIDER } from '../support/support.ts';

// Accepted and failed messages on each channel with a provider, in the lookup and in events.

for (const channel of WITH_PROVIDER) {
  clause(['2.2/external-id-provider', '6/status-external-id'], `on ${channel}`, async (t) => {
    const to = await t.customer(channel);
    const receiver = await t.receiver(['message.status']);
    const { id } = (await t.send({ channel, to, text: 'Hello' })).succeeds().data;
    const [send] = await t.sends();
    const [event] = await t.events(receiver, 'message.status', 1, ({ data }) => data.message.id === id);
    const { data } = (await t.get(`/messages/${id}`)).succeeds();
    equal(
      [field(data, 'external_id'), event?.body.data.message.external_id],
      [send?.external_id, send?.external_id],
      'external_id in the lookup and in the event',
    );
  });

  for (const outcome of ['reject', 'fail'] as const) {
    const variant = `${outcome} on ${channel}`;
    clause(['2.2/error-failed', '2.2/external-id-failed', '6/status-failed', '6/status-to'], variant, async (t) => {
      const to = await t.customer(channel);
      const receiver = await t.receiver(['message.status']);
      await t.provider({ channel, outcome });
      const answer = await t.send({ channel, to, text: 'Hello' });
      if (answer.status !== 202) {
        answer.refuses('PROVIDER_REJECTED');
        return;
      }
      const { id } = answer.data;
      const isFailure = ({ data }: { data: { message: { id: string; status: string } } }) =>
        data.message.id === id && data.message.status === 'failed';
      const [event] = await t.events(receiver, 'message.status', 1, isFailure);
      const { message } = event?.body.data ?? {};
      equal([message.channel, personOf(message.to)], [channel, to], 'channel and to of the event');
      const { data } = (await t.get(`/messages/${id}`)).succeeds();
      equal(field(data, 'status'), 'failed', 'the status');
      for (const [where, error] of [
        ['event', message.error],
        ['lookup', field(data, 'error')],
      ] as const) {
        expectThat(
          error !== null && typeof error === 'object' && [...leaves(error)].length > 0,
          `error is present in the ${where}`,
          error,
        );
      }
      const [send] = await t.sends();
      if (send) {
        equal(field(data, 'external_id'), send.external_id, 'external_id of a message that the provider had accepted');
      }
    });
  }
}
