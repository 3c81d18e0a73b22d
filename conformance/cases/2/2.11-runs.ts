import type { CaseContext } from '../../context.ts';
import { clause, timed } from '../../declare-case.ts';
import { equal } from '../../expectations.ts';
import { active, assign, flowBody, flowId, idOf, press, step } from '../support/flows.ts';
import { MINUTE } from '../support/support.ts';

/**
 * Reads five runs at the same moment, because later cases move the clock: one done, two stopped by a reply, one stopped
 * by an agent, one in progress. The numbers differ, so that none can be taken for another.
 */
const runs = (t: CaseContext) =>
  t.shared('runs', async (own) => {
    const id = await flowId(own, { ...active, steps: [step('0', 'First'), step('10m', 'Second')] });
    const done = await press(own);
    await own.advance(11 * MINUTE);
    const [replied, alsoReplied, assigned, running] = [
      await press(own),
      await press(own),
      await press(own),
      await press(own),
    ];
    await own.settle();
    await own.writes(replied);
    await own.writes(alsoReplied);
    await assign(own)(assigned);
    await own.settle();
    const list = (filter: string) => own.get(`/flows/${id}/runs?${filter}`);
    return {
      running: await list('status=running'),
      done: await list('status=done'),
      stopped: await list('status=stopped'),
      ofDone: await list(`phone=${done}`),
      ofRunning: await list(`phone=${running}`),
      ofPlus: await list(`phone=${encodeURIComponent(`+${done}`)}`),
      ofLocal: await list(`phone=0${done.slice(2)}`),
      stats: await own.get(`/flows/${id}/stats`),
    };
  });

clause('2.11/stats-own-flow', async (t) => {
  await flowId(t, { ...active, steps: [step('0', 'First')] });
  (await t.post('/flows', flowBody({ ...active, name: 'Another', button: 'Other' }))).succeeds();
  await press(t);
  await t.settle();
  const entered: unknown[] = [];
  for (const flow of (await t.get('/flows')).succeeds().list) {
    const { data } = (await t.get(`/flows/${idOf(flow)}/stats`)).succeeds();
    entered.push([data.entered, data.messages_sent]);
  }
  equal(
    entered.sort(),
    [
      [0, 0],
      [1, 1],
    ],
    'entered and messages_sent of both flows',
  );
});

for (const [status, count] of [
  ['running', 1],
  ['done', 1],
  ['stopped', 3],
] as const) {
  timed(
    [`2.11/run-status-${status}`, `4.8/runs-filter-${status}`, '3.4/run-statuses', '4.8/runs-200'],
    status,
    async (t) => {
      const { list } = (await runs(t))[status].is(200);
      equal(
        list.map((one) => one.status),
        Array.from({ length: count }, () => status),
        'the statuses',
      );
    },
  );
}
timed(['2.11/run-filter-phone', '4.8/runs-filter-phone'], async (t) => {
  const { ofDone, ofRunning } = await runs(t);
  equal(
    [ofDone, ofRunning].map((answer) => answer.succeeds().list.map((one) => one.status)),
    [['done'], ['running']],
    'the statuses',
  );
});
timed('4.8/runs-filter-spelling', async (t) => {
  const { ofPlus, ofLocal } = await runs(t);
  equal(
    [ofPlus, ofLocal].map((answer) => answer.succeeds().list.map((one) => one.status)),
    [['done'], ['done']],
    'the statuses',
  );
});
for (const [name, value] of [
  ['entered', 5],
  ['running', 1],
  ['done', 1],
  ['stopped', 3],
  ['messages_sent', 6],
] as const) {
  timed([`2.11/stats-${name.replace('_', '-')}`, '2.11/stats-integers', '4.8/stats-200'], name, async (t) => {
    equal((await runs(t)).stats.is(200).data[name], value, name);
  });
}
timed(
  ['2.11/stats-stop-reasons', '3.4/stop-reasons', '2.11/stats-stop-reason-reply', '2.11/stats-stop-reason-agent'],
  async (t) => {
    const { stop_reasons } = (await runs(t)).stats.succeeds().data;
    equal([stop_reasons?.reply, stop_reasons?.agent, stop_reasons?.window ?? 0], [2, 1, 0], 'reply, agent and window');
  },
);
/** Servers round rates differently. */
const toHundredths = (rate: unknown) => (typeof rate === 'number' ? Math.round(rate * 100) / 100 : rate);

timed(['2.11/stats-funnel', '2.11/stats-funnel-rate'], async (t) => {
  const { funnel } = (await runs(t)).stats.succeeds().data;
  equal(
    funnel?.map(({ reached, rate }: { reached: number; rate: number }) => [reached, toHundredths(rate)]),
    [
      [5, 100],
      [1, 20],
    ],
    'reached and rate of each step',
  );
});
