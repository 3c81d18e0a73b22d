import { expect, test } from 'vitest';
import { judgeRestore, type RestoredLedgers } from './judge-restore.ts';

const [POINT, RESTORED] = [1_800_000_010_000, 1_800_000_060_000];
/** The ID of an event that was raised this many milliseconds after the restore. */
const eventAt = (after: number): string => `whd_${(RESTORED + after) * 1_000}0000`;

/** A message from before the point that was sent and reported, and one that was lost with the database. */
const ledgers = (changed: Partial<RestoredLedgers> = {}): RestoredLedgers => ({
  point: POINT,
  restoredAt: RESTORED,
  promised: [
    { id: 'msg_1', at: POINT - 5_000 },
    { id: 'msg_2', at: POINT + 5_000 },
  ],
  statuses: new Map([['msg_1', 'sent']]),
  sends: [
    { id: 'msg_1', part: 'msg_1', at: POINT - 4_000 },
    { id: 'msg_2', part: 'msg_2', at: POINT + 6_000 },
  ],
  events: [{ id: eventAt(10), message: 'msg_1', status: 'sent' }],
  received: [{ id: eventAt(10), message: 'msg_1' }],
  inbound: [],
  ...changed,
});

test('a restore loses only what was accepted after its point', () => {
  expect(judgeRestore(ledgers())).toEqual({ lost: [], doubled: [], backwards: [], lostAfterPoint: 1 });
});

test('a message from before the point must exist and end', () => {
  expect(judgeRestore(ledgers({ statuses: new Map() })).lost).toEqual([
    'msg_1 was accepted 5000 ms before the point and is missing',
  ]);
  expect(judgeRestore(ledgers({ statuses: new Map([['msg_1', 'queued']]) })).lost).toEqual(['msg_1 is still queued']);
});

test('a message that is accepted after the restore must exist', () => {
  const promised = [{ id: 'msg_3', at: RESTORED + 1 }];
  expect(judgeRestore(ledgers({ promised })).lost).toEqual([
    'msg_3 was accepted 50001 ms after the point and is missing',
  ]);
});

test('nothing is sent twice, and after the restore nothing that had not been accepted', () => {
  const [first] = ledgers().sends;
  const repeated = { id: 'msg_1', part: 'msg_1', at: RESTORED + 1 };
  const foreign = { id: 'msg_9', part: 'msg_9', at: RESTORED + 1 };
  expect(judgeRestore(ledgers({ sends: [first as typeof repeated, repeated, foreign] })).doubled).toEqual([
    'the provider has msg_1 2 times',
    'the provider has msg_9, which no client sent',
  ]);
});

test('every stored event is delivered, none about an unknown message, and no status moves back', () => {
  expect(judgeRestore(ledgers({ received: [] })).lost).toEqual([
    `the receiver did not get the event ${eventAt(10)} of msg_1`,
  ]);
  const received = [...ledgers().received, { id: eventAt(20), message: 'msg_9' }];
  expect(judgeRestore(ledgers({ received })).doubled).toEqual([
    `the receiver got the event ${eventAt(20)} of msg_9, which no client sent`,
  ]);
  const back = { id: eventAt(10), message: 'msg_1', status: 'read' } as const;
  expect(judgeRestore(ledgers({ events: [back, ...ledgers().events] })).backwards).toEqual([
    'events report that msg_1 is read, then sent',
  ]);
});
