import { expect, test } from 'vitest';
import { createTestServer } from '../../testing/server.ts';

test('a cursor of another list is refused', async () => {
  const { api } = await createTestServer();
  for (const phone of ['905551112233', '905551112244']) {
    await api('POST', '/contacts', { body: { phone } });
    await api('POST', '/opt-outs', { body: { phone } });
    await api('POST', '/blocked-numbers', { body: { phone } });
  }
  const lists = ['/contacts', '/opt-outs', '/blocked-numbers'];
  for (const list of lists) {
    const cursor = (await api('GET', `${list}?limit=1`)).body.data.pagination.next_cursor;
    for (const other of [...lists, '/labels', '/agents', '/templates', '/conversations']) {
      const { status, body } = await api('GET', `${other}?cursor=${cursor}`);
      expect([list, other, status, body.error?.param]).toEqual([
        list,
        other,
        ...(other === list ? [200, undefined] : [422, 'cursor']),
      ]);
    }
  }
});

test.each(['0x10', '1e1', '10.0', '%2010', '10%20', '%2B10', '1_0', '', '٣'])(
  'a number in a query must be plain digits: "%s" is refused',
  async (text) => {
    const { api } = await createTestServer();
    for (const [path, field] of [
      ['/contacts', 'limit'],
      ['/conversations', 'agent_id'],
    ]) {
      const { status, body } = await api('GET', `${path}?${field}=${text}`);
      expect([status, body.error?.code, body.error?.errors.map((one: { field: string }) => one.field)]).toEqual([
        422,
        'VALIDATION_FAILED',
        [field],
      ]);
    }
    expect((await api('GET', '/contacts?limit=10')).body.data.pagination.limit).toBe(10);
  },
);
