import { expect, test } from 'vitest';
import { lineOf } from './request-log.ts';

const SERVED = {
  at: new Date(2026, 10, 25, 9, 5, 7).toISOString(),
  method: 'GET',
  path: '/api/v1/me',
  status: 200,
  ms: 3,
  request_id: 'req_1',
  error: null,
  key: 1,
};

test('a line names the address of a client on another machine only', () => {
  const lines = ['203.0.113.7', '2001:db8::1', '127.0.0.1', '::1', null].map((ip) => lineOf({ ...SERVED, ip }));
  const own = '09:05:07 GET    /api/v1/me  200  3 ms  req_1';
  expect(lines).toEqual([`${own}  from 203.0.113.7`, `${own}  from 2001:db8::1`, own, own, own]);
});

test('a line of an earlier version, which has no address, is still shown', () => {
  const { key, ...earlier } = SERVED;
  expect(lineOf({ ...earlier, key } as never)).toBe('09:05:07 GET    /api/v1/me  200  3 ms  req_1');
});
