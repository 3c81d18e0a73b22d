import { describe, expect, test } from 'vitest';
import { createConnection } from '../../domain/connections/create-connection.ts';
import { startAdmin } from '../../testing/admin-api.ts';
import { DATABASES } from '../../testing/server.ts';

const MAY = 1_777_896_000;
const at = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', '.000000+00:00');

describe.each(DATABASES)('reports of Meta on %s', (database) => {
  async function start() {
    const server = await startAdmin({}, { database });
    const { callback, settle, business, mock, api, call, server: running } = server;
    const { waba_id: wabaId } = business.whatsapp;
    /** Posts a change of a WhatsApp business account. */
    const post = async (field: string, value: unknown, { id = wabaId, time = MAY as unknown } = {}) => {
      const answer = await callback({
        object: 'whatsapp_business_account',
        entry: [{ id, time, changes: [{ field, value }] }],
      });
      expect(answer.status).toBe(200);
      await settle();
    };
    /** Connects another number, and returns both connections' numbers. */
    const addNumber = async () => {
      const other = mock.addBusiness();
      const { app } = running;
      const own = await app.store.read.connections.find(server.accountId, 'wa_1');
      await app.store.transaction((tx) =>
        createConnection(app, tx, {
          accountId: server.accountId,
          channel: 'whatsapp',
          name: 'Second',
          providerAppId: own?.providerAppId ?? '',
          providerId: other.whatsapp.phone_number_id,
          wabaId,
          accessToken: other.access_token,
        }),
      );
      const numberOf = async ({ whatsapp, access_token }: typeof other) =>
        (
          (await (
            await fetch(
              `${running.app.config.graphUrl}/v25.0/${whatsapp.phone_number_id}?fields=display_phone_number`,
              {
                headers: { authorization: `Bearer ${access_token}` },
              },
            )
          ).json()) as { display_phone_number: string }
        ).display_phone_number;
      return { first: await numberOf(business), second: await numberOf(other) };
    };
    const reports = async (channel = 'whatsapp') => {
      const { channels } = (await api('GET', '/channels')).body.data;
      const { connections } = channels.find((one: { channel: string }) => one.channel === channel);
      return Object.fromEntries(connections.map((one: { id: string; reports: object[] }) => [one.id, one.reports]));
    };
    const problems = async () => (await call('GET', '/callbacks/problems')).body.problems;
    return { ...server, post, addNumber, reports, problems };
  }

  test('about an account are shown for all its numbers, those about a number for this one', async () => {
    const { post, addNumber, reports, of, server } = await start();
    const { first } = await addNumber();
    await post('phone_number_quality_update', {
      display_phone_number: first.replace(/(\d{4})(\d+)/, '+$1 $2'),
      event: 'FLAGGED',
      current_limit: 'TIER_1K',
      old_limit: 'TIER_10K',
    });
    const flagged = {
      kind: 'phone_number_quality_update',
      event: 'FLAGGED',
      detail: 'current_limit TIER_1K, old_limit TIER_10K',
      at: at(MAY),
    };
    expect(await reports()).toEqual({ wa_1: [flagged], wa_2: [] });

    const restriction = { restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING', expiration: MAY + 86_400 };
    await post('account_update', { event: 'ACCOUNT_RESTRICTION', restriction_info: [restriction] }, { time: MAY + 5 });
    const restricted = {
      kind: 'account_update',
      event: 'ACCOUNT_RESTRICTION',
      detail: `restriction_type RESTRICTED_BIZ_INITIATED_MESSAGING, expiration ${at(MAY + 86_400)}`,
      at: at(MAY + 5),
    };
    expect(await reports()).toEqual({ wa_1: [restricted, flagged], wa_2: [restricted] });

    const { connections } = await of('GET', '/connections');
    expect(connections[0]).toMatchObject({ connection_id: 'wa_1', reports: [restricted, flagged] });
    const { findings } = await of('POST', '/connections/wa_1/check');
    expect(findings.filter(({ what }: { what: string }) => what.startsWith('Meta reported'))).toEqual([
      { ok: true, what: expect.stringContaining('ACCOUNT_RESTRICTION'), fix: expect.stringContaining('support') },
      { ok: true, what: expect.stringContaining('FLAGGED'), fix: expect.stringContaining('marketing') },
    ]);
    const { text } = await server.app.metrics.text();
    expect(text).toContain('wigwag_provider_reports_total{kind="account_update",level="problem"} 1');
    expect(text).toContain('wigwag_provider_reports_total{kind="phone_number_quality_update",level="warning"} 1');
  });

  test('of each kind replace earlier ones, and never later ones', async () => {
    const { post, reports, of } = await start();
    const update = (event: string, more = {}) => ({ event, ...more });
    await post('account_update', update('DISABLED_UPDATE', { ban_info: { waba_ban_state: 'DISABLE' } }), { time: MAY });
    await post('account_update', update('VERIFIED_ACCOUNT'), { time: MAY - 60 });
    expect(await reports()).toMatchObject({ wa_1: [{ event: 'DISABLED_UPDATE', detail: 'waba_ban_state DISABLE' }] });
    await post('account_update', update('DISABLED_UPDATE', { ban_info: { waba_ban_state: 'REINSTATE' } }), {
      time: MAY + 60,
    });
    expect(await reports()).toMatchObject({ wa_1: [{ event: 'DISABLED_UPDATE', at: at(MAY + 60) }] });
    const { findings } = await of('POST', '/connections/wa_1/check');
    expect(JSON.stringify(findings)).not.toContain('Meta reported');
  });

  test('of every kind are shown in any format', async () => {
    const { post, reports, of, business, callback, settle, problems } = await start();
    await post('account_alerts', {
      entity_type: 'PHONE_NUMBER',
      entity_id: business.whatsapp.phone_number_id,
      alert_info: {
        alert_severity: 'CRITICAL',
        alert_status: 'ACTIVE',
        alert_type: 'OBA_APPROVED',
        alert_description: 'x',
      },
    });
    await post('account_review_update', { decision: 'REJECTED' });
    await post('business_capability_update', {
      max_daily_conversations_per_business: 2000,
      max_phone_numbers_per_waba: 20,
    });
    await post('phone_number_name_update', {
      decision: 'REJECTED',
      requested_verified_name: 'Shop',
      rejection_reason: 'y',
    });
    await callback({
      object: 'page',
      entry: [
        {
          id: business.messenger.page_id,
          messaging: [
            {
              recipient: { id: business.messenger.page_id },
              timestamp: MAY * 1000,
              policy_enforcement: { action: 'block', reason: 'The bot violates our Platform Policies' },
            },
          ],
        },
      ],
    });
    await settle();
    expect(Object.values(await reports('messenger'))).toEqual([
      [
        {
          kind: 'messaging_policy_enforcement',
          event: 'block',
          detail: 'reason The bot violates our Platform Policies',
          at: at(MAY),
        },
      ],
    ]);
    expect((await reports()).wa_1).toMatchObject([
      { kind: 'account_alerts', event: 'OBA_APPROVED' },
      { kind: 'account_review_update', event: 'REJECTED', detail: null },
      { kind: 'business_capability_update', event: null, detail: expect.stringContaining('business 2000') },
      { kind: 'phone_number_name_update', event: 'REJECTED' },
    ]);
    const { findings } = await of('POST', '/connections/wa_1/check');
    expect(findings.filter(({ ok, fix }: { ok: boolean; fix?: string }) => ok && fix)).toHaveLength(3);

    for (const value of [null, 7, [], {}, { event: { a: 1 } }, { event: 'E'.repeat(99_999), text: '\0\ud800' }]) {
      await post('account_update', value, { time: { a: 1 } });
    }
    expect((await reports()).wa_1).toContainEqual({
      kind: 'account_update',
      event: 'E'.repeat(100),
      detail: 'text \ufffd\ufffd',
      at: expect.any(String),
    });
    expect(await problems()).toEqual([]);
    await post('account_update', { event: 'ACCOUNT_DELETED' }, { id: '4711' });
    expect(await problems()).toMatchObject([{ kind: 'not_connected', problem: expect.stringContaining('4711') }]);
  });
});
