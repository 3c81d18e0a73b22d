import { expect, test } from 'vitest';
import { tableOf } from './table.ts';

const HEADERS = ['phone', 'name', 'email', 'status'];
const ROWS = [
  ['905551112233', 'Ada Lovelace, Countess', '', 'failed'],
  ['TR.13491208655302741918', 'Radia', '', 'delivered'],
];
const table = (width: number) => tableOf(HEADERS, ROWS, width).map((line) => line.replaceAll(/\p{Cc}\[\d+m/gu, ''));

test('columns without a value are left out if the table is too wide, before any other is cut', () => {
  expect(table(80)[0]).toBe('PHONE                    NAME                    EMAIL  STATUS');
  expect(table(58)).toEqual([
    'PHONE                    NAME                    STATUS',
    '905551112233             Ada Lovelace, Countess  failed',
    'TR.13491208655302741918  Radia                   delivered',
  ]);
});

test('the last columns are left out before the first column is cut', () => {
  const headers = ['phone', 'name', 'username', 'opted_out', 'blocked', 'created_at'];
  const rows = [['905551112233', 'Ada Lovelace, Countess', 'ada_lovelace', 'no', 'no', '2 days ago']];
  expect(tableOf(headers, rows, 40)[1]).toBe('905551112233  Ada Lovelac…  ada_lovelace');
  expect(tableOf(headers, rows, 12)[1]).toBe('905551112233');
  // A status stays, although it is the last column.
  expect(tableOf([...headers, 'status'], [[...(rows[0] ?? []), 'failed']], 30)[1]).toBe(
    '905551112233  Ada Lov…  failed',
  );
});

test('a status is never cut, however narrow the terminal is', () => {
  for (const width of [40, 30, 24, 10]) {
    expect([width, table(width).map((line) => line.split(/ +/).at(-1))]).toEqual([
      width,
      ['STATUS', 'failed', 'delivered'],
    ]);
  }
});
