import type { CaseContext } from '../../context.ts';
import { clause } from '../../declare-case.ts';
import { equal } from '../../expectations.ts';
import { personOf } from '../support/support.ts';

type ConversationStatus = 'open' | 'closed';

/** Returns a person whose conversation has this status. */
async function conversation(t: CaseContext, status: ConversationStatus): Promise<string> {
  const phone = await t.customer();
  (await t.patch(`/conversations/${phone}`, { status })).succeeds();
  return phone;
}

async function shown(t: CaseContext, phone: string) {
  const found = (await t.get('/conversations')).succeeds().data.conversations;
  return found.find((one: { phone: string }) => personOf(one.phone) === phone);
}

for (const from of ['open', 'closed'] as const) {
  for (const to of ['open', 'closed'] as const) {
    clause([`3.2/${from}-to-${to}`, '4.7/patch-200'], `${from} to ${to}`, async (t) => {
      const phone = await conversation(t, from);
      (await t.patch(`/conversations/${phone}`, { status: to })).is(200);
      equal((await shown(t, phone)).status, to, 'the status');
    });
  }
  clause(`3.2/agent-${from === 'open' ? 'open-stays' : 'opens-closed'}`, async (t) => {
    const phone = await conversation(t, from);
    (await t.patch(`/conversations/${phone}`, { agent_id: await t.agent() })).succeeds();
    equal((await shown(t, phone)).status, 'open', 'the status');
  });
  clause(`3.2/agent-null-${from}`, async (t) => {
    const phone = await t.customer();
    (await t.patch(`/conversations/${phone}`, { agent_id: await t.agent() })).succeeds();
    (await t.patch(`/conversations/${phone}`, { status: from })).succeeds();
    (await t.patch(`/conversations/${phone}`, { agent_id: null })).succeeds();
    equal((await shown(t, phone)).status, from, 'the status');
  });
}

clause('3.2/agent-null-unassigns', async (t) => {
  const phone = await t.customer();
  (await t.patch(`/conversations/${phone}`, { agent_id: await t.agent() })).succeeds();
  (await t.patch(`/conversations/${phone}`, { agent_id: null })).succeeds();
  equal((await shown(t, phone)).agent ?? null, null, 'the agent');
});
