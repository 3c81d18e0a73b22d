import { expect, test } from 'vitest';
import { logLineOf } from './log-line.ts';

const TIME = new Date(2026, 10, 25, 9, 5, 7).getTime();

test.each([
  [
    { level: 30, time: TIME, admin: 'rotateKey', key: '7', status: 200, msg: 'admin call' },
    '09:05:07 info   admin call  admin=rotateKey  key=7  status=200',
  ],
  [
    { level: 50, time: TIME, error: { name: 'Error', message: 'no', stack: 'Error: no\n    at f' }, msg: 'it broke' },
    '09:05:07 error  it broke\nError: no\n    at f',
  ],
  [{ level: 40, time: TIME, names: ['a', 'b'], msg: 'two \u001b[31mred' }, '09:05:07 warn   two red  names=["a","b"]'],
  [
    { level: 40, time: TIME, app: 'x\n09:05:08 info   admin call', msg: 'refused\r\n09:05:09 info   a false line' },
    '09:05:07 warn   refused  09:05:09 info   a false line  app=x 09:05:08 info   admin call',
  ],
  [
    {
      level: 50,
      time: TIME,
      error: { message: 'no\n09:05:08', stack: 'Error: no\n09:05:08\n    at f' },
      msg: 'it broke',
    },
    '09:05:07 error  it broke\nError: no 09:05:08\n    at f',
  ],
])('a JSON line of the log becomes plain text', (line, shown) => {
  expect(logLineOf(JSON.stringify(line))).toBe(shown);
});
