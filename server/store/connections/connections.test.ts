import type { Channel } from '@wigwag/openapi';
import { describe, expect, test } from 'vitest';
import { createTestStore, DATABASES } from '../../testing/store.ts';
import type { Store } from '../index.ts';
import type { Connection } from './connections.ts';

async function connect(store: Store, id: string, changes: Partial<Connection> = {}, createdAt = 1): Promise<void> {
  await store.transaction((tx) =>
    tx.connections.insert(
      {
        accountId: 1,
        id,
        channel: 'whatsapp',
        name: id,
        isActive: true,
        providerAppId: 'app',
        providerId: `number of ${id}`,
        wabaId: null,
        accessToken: null,
        origins: [],
        ...changes,
      },
      createdAt,
    ),
  );
}

describe.each(DATABASES)('connections on %s', (database) => {
  test('IDs are numbered across all accounts, separately for each channel', async () => {
    const store = await createTestStore(database);
    const next = (channel: Channel) => store.transaction((tx) => tx.connections.nextId(channel));
    expect(await next('whatsapp')).toBe('wa_1');
    await connect(store, 'wa_1');
    expect(await next('whatsapp')).toBe('wa_2');
    await connect(store, 'wa_2', { accountId: 2 });
    expect(await next('whatsapp')).toBe('wa_3');
    expect(await next('web')).toBe('web_1');
    await connect(store, 'web_7', { channel: 'web' });
    expect(await next('web')).toBe('web_8');
    await connect(store, 'wa_10');
    expect(await next('whatsapp')).toBe('wa_11');
  });

  test('the oldest active connection comes first', async () => {
    const store = await createTestStore(database);
    await connect(store, 'wa_1', {}, 3);
    await connect(store, 'wa_2', {}, 2);
    await connect(store, 'wa_3', { isActive: false }, 1);
    await connect(store, 'wa_4', { accountId: 2 }, 1);
    const active = async () => (await store.read.connections.listActive(1)).map(({ id }) => id);
    expect(await active()).toEqual(['wa_2', 'wa_1']);
    await store.transaction((tx) => tx.connections.setActive(1, 'wa_3', true));
    expect(await active()).toEqual(['wa_3', 'wa_2', 'wa_1']);
  });

  test('are found by the provider’s ID within one provider app', async () => {
    const store = await createTestStore(database);
    await connect(store, 'wa_1', { providerId: '106540352242922' });
    const find = (app: string, id: string) => store.read.connections.findByProvider(app, [id]);
    expect((await find('app', '106540352242922'))?.id).toBe('wa_1');
    expect(await find('another app', '106540352242922')).toBeUndefined();
    expect(await find('app', '1')).toBeUndefined();
  });
});
