import { expect, onTestFinished, test } from 'vitest';
import { mediaLink } from '../domain/media/media-link.ts';
import { startServer } from '../process/start.ts';
import { COPIED_TABLES } from '../store/moves/account-triggers.ts';
import { ADA, fillEverything } from '../testing/everything.ts';
import { advanceAll, callApi, createTestServer, settleAll } from '../testing/server.ts';
import { rawDatabase, readEverything, sharedDatabase } from '../testing/store.ts';
import { cancelMove, type MoveStep, moveAccount } from './move-account.ts';

const STEPS: readonly MoveStep[] = [
  'prepared',
  'copied',
  'paused',
  'frozen',
  'compared',
  'activated',
  'forwarding',
  'done',
];

class Killed extends Error {}

/** Starts two installations. The first one has an account with rows in every table. */
async function installations(from: 'sqlite' | 'postgres', to: 'sqlite' | 'postgres') {
  const fromUrl = await sharedDatabase(from);
  const toUrl = await sharedDatabase(to);
  const source = await createTestServer({ config: { databaseUrl: fromUrl } });
  const { queued, receiver } = await fillEverything(source);
  const { clock, mock, accountId } = source;
  const target = await startServer(
    { ...source.server.app.config, databaseUrl: toUrl, secretKey: 'another secret key' },
    { clock },
  );
  onTestFinished(() => target.stop());
  const now = () => clock.now() * 1_000;
  const [fromConfig, toConfig] = [source.server.app.config, { ...target.app.config, publicUrl: target.origin }];
  const move = (stopAt?: MoveStep, onCopied?: () => Promise<unknown>) =>
    moveAccount(fromConfig, toConfig, {
      accountId,
      now,
      lateMilliseconds: 0,
      onStep: async (step) => {
        if (step === 'copied') {
          await onCopied?.();
        }
        if (step === stopAt) {
          throw new Killed();
        }
      },
    });
  return {
    source,
    target,
    receiver,
    queued,
    move,
    cancel: () => cancelMove(fromConfig, toConfig, accountId),
    rowsOf: async (url: string) => {
      const everything = await readEverything(rawDatabase(url));
      return Object.fromEntries(
        COPIED_TABLES.map((table) => [
          table,
          (everything.get(table) ?? []).filter((row) => row.account_id === accountId).length,
        ]),
      );
    },
    fromUrl,
    toUrl,
    at: (path: string) => callApi(`${target.origin}/api/v1`, 'GET', path, { key: source.liveKey }),
    settle: async () => {
      await settleAll(source.server, mock);
      await settleAll(target, mock);
    },
    advance: async (seconds: number) => {
      await settleAll(source.server, mock);
      await advanceAll({ server: target, mock, clock }, seconds);
    },
  };
}

test.each([
  ['sqlite', 'sqlite'],
  ['sqlite', 'postgres'],
  ['postgres', 'postgres'],
  ['postgres', 'sqlite'],
] as const)(
  'an account moves with its keys, history, tasks and links, from %s to %s, and its old installation forwards to the new one',
  async (from, to) => {
    const { source, target, queued, move, rowsOf, fromUrl, toUrl, at, advance, settle } = await installations(from, to);
    const { api, mock, business, accountId } = source;
    const before = await rowsOf(fromUrl);
    expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([]);
    const sends = mock.sends().length;
    const {
      body: {
        data: { messages },
      },
    } = await api('GET', `/conversations/${ADA.phone}/messages`);
    const link = new URL(mediaLink(source.server.app, accountId, 'msg_in_1')).pathname;

    // A row that changes after the copy.
    const rename = () => api('PATCH', `/contacts/${ADA.phone}`, { body: { name: 'Ada Byron' } });
    const moved = await move(undefined, rename);
    expect((await at(`/contacts/${ADA.phone}`)).body.data.name).toBe('Ada Byron');
    expect(moved).toMatchObject({ accountId, url: target.origin, tasks: expect.any(Number) });
    expect(moved.tasks).toBeGreaterThan(0);
    expect(await rowsOf(toUrl)).toEqual(before);

    // The key works at the target, and at the source, which forwards.
    const history = `/conversations/${ADA.phone}/messages`;
    expect((await at(history)).body.data.messages.map(({ id }: { id: string }) => id)).toEqual(
      messages.map(({ id }: { id: string }) => id),
    );
    expect((await api('GET', history)).body).toMatchObject({ success: true });
    const sent = await api('POST', '/messages', { body: { to: ADA.phone, text: 'From the old address' } });
    expect(sent.status).toBe(202);
    expect((await at(`/messages/${sent.body.data.id}`)).status).toBe(200);
    // A signature of the source is valid in the target: the message is missing, but the link is not unknown.
    const opened = await fetch(target.origin + link);
    expect([opened.status, await opened.json()]).toMatchObject([410, { error: { code: 'MEDIA_GONE' } }]);

    // The waiting message is sent once, by the target, and its statuses arrive through the source.
    await settle();
    await advance(120);
    const later = mock.sends().slice(sends);
    expect(later.map(({ payload }) => payload.biz_opaque_callback_data).sort()).toEqual(
      [queued, sent.body.data.id].sort(),
    );
    await mock.receive({
      channel: 'whatsapp',
      business_id: business.whatsapp.phone_number_id,
      from: { id: ADA.phone, name: ADA.name },
      type: 'text',
      text: 'After the move',
    });
    await settle();
    const [newest] = (await at(history)).body.data.messages;
    expect(newest).toMatchObject({ direction: 'in', text: 'After the move' });
    // New rows continue the numbers of the old ones.
    const made = await callApi(`${target.origin}/api/v1`, 'POST', '/contacts', {
      key: source.liveKey,
      body: { phone: '905550000009' },
    });
    expect(made.status).toBe(201);
  },
);

test.each(['sqlite', 'postgres'] as const)(
  'a move from %s that ends at any step continues when it is run again, with nothing lost or doubled',
  async (from) => {
    const { source, target, queued, move, rowsOf, fromUrl, toUrl, at, settle, advance } = await installations(
      from,
      from,
    );
    const { api, mock } = source;
    const before = mock.sends().length;
    const ids: string[] = [];
    for (const step of STEPS) {
      await expect(move(step)).rejects.toThrow(Killed);
      // The account either works, or asks for a repetition; the key decides which message it is.
      const call = { body: { to: ADA.phone, text: `At ${step}` }, headers: { 'idempotency-key': `at-${step}` } };
      const first = await api('POST', '/messages', call);
      if (['paused', 'frozen', 'compared', 'activated'].includes(step)) {
        expect([first.status, first.body.error.code, first.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '2']);
      } else {
        expect(first.status).toBe(202);
        ids.push(first.body.data.id);
      }
    }
    await move();
    await settle();
    await advance(120);
    expect(
      mock
        .sends()
        .slice(before)
        .map(({ payload }) => payload.biz_opaque_callback_data)
        .sort(),
    ).toEqual([queued, ...ids].sort());
    for (const id of ids) {
      expect((await at(`/messages/${id}`)).body.data.error).toBe(null);
    }
    expect((await rowsOf(toUrl)).messages).toBeGreaterThanOrEqual((await rowsOf(fromUrl)).messages as number);
    expect(await rawDatabase(fromUrl)('account_changes').count({ count: '*' })).toMatchObject([
      { count: expect.toSatisfy((count) => Number(count) === 0) },
    ]);
    expect(target.worker.idle()).toBe(true);
  },
);

test('a canceled move leaves the account as it was, and a number that is in use in the target is refused', async () => {
  const { source, target, move, cancel, queued, toUrl, rowsOf, settle } = await installations('sqlite', 'sqlite');
  const { api, mock, accountId, clock } = source;
  await expect(move('frozen')).rejects.toThrow(Killed);
  await cancel();
  expect(Object.values(await rowsOf(toUrl)).every((rows) => rows === 0)).toBe(true);
  const sends = mock.sends().length;
  const sent = await api('POST', '/messages', { body: { to: ADA.phone, text: 'Still here' } });
  expect(sent.status).toBe(202);
  await settle();
  await advanceAll({ server: source.server, mock, clock }, 120);
  expect(
    mock
      .sends()
      .slice(sends)
      .map(({ payload }) => payload.biz_opaque_callback_data)
      .sort(),
  ).toEqual([queued, sent.body.data.id].sort());
  await expect(cancel()).rejects.toThrow('does not move');
  await target.app.store.transaction((tx) =>
    tx.accounts.insert(
      {
        id: accountId,
        name: 'Other',
        isActive: true,
        licenseExpiresAt: null,
        modules: { api: true, webhook: true, flows: true },
        country: 'TR',
        timeZone: 'UTC',
      },
      1,
    ),
  );
  await expect(move()).rejects.toThrow(`the target already has an account ${accountId}`);
});
