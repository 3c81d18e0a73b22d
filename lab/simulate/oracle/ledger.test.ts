import { expect, test } from 'vitest';
import { checkAdmission } from './admission.ts';
import { Ledger } from './ledger.ts';

const SECOND = 1_000_000;
const HOUR = 3600 * SECOND;
const PERSON = '905551000001';

/** Returns the problems of a template that is sent at hour 1 and accepted at hour 2, by a retry. */
function problemsOfLateAcceptance(list: string, removedAt: number): string[] {
  const ledger = new Ledger();
  const key = { account: 0, list, person: PERSON };
  ledger.lists.changed(key, ledger.lists.changes(0, list, PERSON, 0), true, SECOND);
  const send = ledger.sends(0, { token: 'news', channel: 'whatsapp', to: PERSON, kind: 'marketing', key: 'k' }, HOUR);
  ledger.lists.changed(key, ledger.lists.changes(0, list, PERSON, removedAt), false, removedAt + SECOND);
  const body = { success: true, data: { id: '1', status: 'queued' } };
  checkAdmission(ledger, send, { status: 202, headers: {}, body }, 2 * HOUR);
  return ledger.problems;
}

test.each([
  ['blocked-numbers', 'block: news was accepted for 905551000001, who is blocked'],
  ['opt-outs', 'opt-out: news is marketing and was accepted for 905551000001, who has opted out'],
])('a retry may be accepted if the person has left %s meanwhile', (list, problem) => {
  expect(problemsOfLateAcceptance(list, 1.5 * HOUR)).toEqual([]);
  expect(problemsOfLateAcceptance(list, 2.5 * HOUR)).toEqual([problem]);
});

test('a retry may be refused if the window has closed meanwhile', () => {
  const problemsOfRefusal = (answeredAt: number): string[] => {
    const ledger = new Ledger();
    ledger.customerWrote({ account: 0, channel: 'whatsapp', person: PERSON, text: 'hello', at: 0 });
    const message = { id: '1', external_id: null, text: 'hello', channel: 'whatsapp' };
    const event = { id: 'e', event: 'message.inbound', attempt: 1, data: { message } };
    ledger.deliveries.set(0, new Map([['e', { event, attempts: 1, isAcknowledged: true }]]));
    const send = ledger.sends(0, { token: 'hi', channel: 'whatsapp', to: PERSON, kind: 'text', key: 'k' }, 23 * HOUR);
    const body = { success: false, data: {}, error: { code: 'WINDOW_CLOSED' } };
    checkAdmission(ledger, send, { status: 422, headers: {}, body }, answeredAt);
    return ledger.problems;
  };
  expect(problemsOfRefusal(24 * HOUR)).toEqual([]);
  expect(problemsOfRefusal(23.9 * HOUR)).toEqual([
    'window: hi was refused with WINDOW_CLOSED though the window was open',
  ]);
});
