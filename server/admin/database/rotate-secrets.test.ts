import { describe, expect, test } from 'vitest';
import { requireSecretKey } from '../../app/secret-check.ts';
import { createVault } from '../../base/secrets.ts';
import { createAccount } from '../../domain/account/accounts.ts';
import { addWebhook } from '../../domain/webhooks/set-webhook.ts';
import { SEALED_COLUMNS } from '../../store/sealed.ts';
import { createTestServer, DATABASES } from '../../testing/server.ts';
import { rawDatabase, readEverything, sharedDatabase } from '../../testing/store.ts';
import { rotateSecrets } from './rotate-secrets.ts';

const OLD = 'the secret key of yesterday';
const NEW = 'the secret key of tomorrow';
const to = '905551112233';

describe.each(DATABASES)('on %s', (database) => {
  test('a key is changed while a server keeps sending, even if the change is interrupted', async () => {
    const databaseUrl = await sharedDatabase(database);
    const config = { databaseUrl, secretKey: NEW, previousSecretKey: OLD };
    const { server, accountId, api, mock, settle, receiver, customerWrites } = await createTestServer({ config });
    const { app } = server;
    const as = (secretKey: string, previous?: string) => ({ ...app, vault: createVault(secretKey, previous) });
    // More secrets than one transaction encrypts.
    await app.store.transaction(async (tx) => {
      for (let count = 0; count < 101; count += 1) {
        await createAccount(app, tx, { name: `Shop ${count}` });
      }
      const { id } = await tx.logins.insert(
        { accountId: null, agentId: null, email: 'ada@shop.example', role: 'operator' },
        app.monotonicNow(),
      );
      await tx.logins.update(id, { totpSecret: app.vault.seal('JBSWY3DPEHPK3PXP') });
      await addWebhook(app, tx, accountId, { url: 'https://other.example/hook', isPaused: true });
    });
    await rawDatabase(databaseUrl)('accounts').update({ former_key: app.vault.seal('of another installation') });
    // Headers, rotations and moves are rare, so nothing else writes these columns here.
    const db = rawDatabase(databaseUrl);
    const signing = {
      headers: app.vault.seal('{}'),
      password: app.vault.seal('of a message broker'),
      next_secret: app.vault.seal('whsec_next'),
      next_secret_at: Number.MAX_SAFE_INTEGER,
    };
    await db('webhooks').update(signing);
    await db('webhook_endpoints').update(signing);
    await db('accounts')
      .where({ id: accountId })
      .update({ former_key: app.vault.seal('a former key') });
    /** Returns all encrypted texts of the database. */
    const sealedTexts = async () =>
      [...(await readEverything(rawDatabase(databaseUrl)))].flatMap(([table, rows]) =>
        rows.flatMap((row) =>
          Object.entries(row).flatMap(([column, value]) =>
            typeof value === 'string' && value.startsWith('v1.') ? [{ where: `${table}.${column}`, value }] : [],
          ),
        ),
      );
    // As before the key change, everything is encrypted with the old key.
    expect(await rotateSecrets(as(OLD, NEW))).toMatchObject({ current: 0, unreadable: [] });
    const before = await sealedTexts();
    expect(before.every(({ value }) => createVault(OLD).isCurrent(value))).toBe(true);
    expect(new Set(before.map(({ where }) => where))).toEqual(
      new Set(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)),
    );

    const receive = await receiver();
    const sendAndReceive = async (text: string) => {
      const sent = await api('POST', '/messages', { body: { to, text } });
      expect(sent.status).toBe(202);
      await customerWrites(`answer to ${text}`);
      await settle();
      expect(mock.sends().at(-1)?.payload).toMatchObject({ text: { body: text } });
      // Events may arrive in any order.
      expect(receive.received.map(({ event }) => event.data.message)).toContainEqual(
        expect.objectContaining({ id: sent.body.data.id, status: 'read' }),
      );
    };
    await customerWrites('Hi');
    await sendAndReceive('before');
    const brokenOff = rotateSecrets(app, (count) => {
      if (count > 100) {
        throw new Error('broken off');
      }
    });
    await expect(brokenOff).rejects.toThrow('broken off');
    await sendAndReceive('between');
    // Neither key alone is enough now, and a start with only one of them reports this.
    for (const key of [OLD, NEW]) {
      await expect(requireSecretKey(as(key))).rejects.toThrow('WIGWAG_SECRET_KEY_PREVIOUS');
    }
    const [rotation] = await Promise.all([rotateSecrets(app), sendAndReceive('meanwhile')]);
    expect(rotation.sealedAnew).toBeGreaterThan(0);
    expect(rotation.current).toBeGreaterThan(0);
    expect(rotation).toMatchObject({ unreadable: [], sealedAnew: before.length - rotation.current });
    await sendAndReceive('after');

    const after = await sealedTexts();
    expect(after).toHaveLength(before.length);
    expect(after.filter(({ value }) => !createVault(NEW).isCurrent(value))).toEqual([]);
    expect(after.filter(({ value }) => createVault(OLD).isCurrent(value))).toEqual([]);
    await requireSecretKey(as(NEW));
    expect(await rotateSecrets(as(NEW))).toEqual({ sealedAnew: 0, current: before.length, unreadable: [] });
  });

  test('values that neither key decrypts are listed and stay unchanged', async () => {
    const databaseUrl = await sharedDatabase(database);
    const { server } = await createTestServer({ config: { databaseUrl } });
    const rotation = await rotateSecrets({ ...server.app, vault: createVault(NEW, OLD) });
    expect(rotation).toMatchObject({ sealedAnew: 0, current: 0 });
    expect(rotation.unreadable).toContain('connections.access_token wa_1');
    expect(rotation.unreadable).toContain('webhooks.secret 1');
    await requireSecretKey(server.app);
  });
});
