import { createKey } from '../domain/account/create-key.ts';
import { createCampaign, stopCampaign } from '../domain/campaigns/create-campaign.ts';
import { createLink } from '../domain/logins/links.ts';
import { startSession } from '../domain/logins/sessions.ts';
import { addWebhook } from '../domain/webhooks/set-webhook.ts';
import { preferencesCallback } from './field-callback.ts';
import { makeFlow, pressButton } from './flows.ts';
import type { TestServer } from './server.ts';
import type { TestReceiver } from './worker.ts';

/** A person who has rows in every table that contains people. */
export const ADA = {
  phone: '905551112233',
  name: 'Ada Lovelace',
  email: 'ada@lovelace.example',
  username: 'countess',
  /** A word in every text that she wrote or received. */
  word: 'Zanzibar',
  instagram: '1784140012345',
};

/** Another person, whose data must not change. */
export const GRACE = { phone: '905551114455', name: 'Grace Hopper', word: 'Cobol' };

/**
 * Fills every table as a running service does. A person writes, gets replies, campaigns and a flow, and some of the
 * work is still in progress.
 */
export async function fillEverything(
  server: TestServer,
): Promise<{ receiver: TestReceiver; queued: string; sent: string }> {
  const { api, mock, business, accountId, settle } = server;
  const { app } = server.server;
  const receiver = await server.receiver();
  const write = async (from: { id: string; name: string }, text: string) => {
    await mock.receive({
      channel: 'whatsapp',
      business_id: business.whatsapp.phone_number_id,
      from,
      type: 'text',
      text,
    });
    await settle();
  };
  const ada = { id: ADA.phone, name: ADA.name };
  const grace = { id: GRACE.phone, name: GRACE.name };
  const send = async (body: object, key?: string): Promise<string> => {
    const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key };
    const answer = await api('POST', '/messages', { body, headers });
    if (answer.status !== 202) {
      throw new Error(JSON.stringify(answer.body));
    }
    return answer.body.data.id;
  };

  await app.store.transaction(async (tx) => {
    await tx.labels.insert(accountId, { name: 'VIP', color: '#c0392b' }, app.monotonicNow());
    await tx.savedReplies.put(accountId, { name: 'Opening hours', text: 'From 9 to 18' });
    const agentId = await tx.agents.insert(accountId, { name: 'Alan', isActive: true }, app.monotonicNow());
    const login = await tx.logins.insert(
      { accountId, agentId, email: `alan.${accountId}@shop.example`, role: 'agent' },
      app.monotonicNow(),
    );
    await tx.logins.update(login.id, { totpSecret: app.vault.seal('JBSWY3DPEHPK3PXP') });
    await createLink(app, tx, login, 'invitation');
    await tx.loginIdentities.insert({ issuer: 'https://login.example', subject: 'alan' }, login, app.monotonicNow());
    await startSession(app, tx, login, { address: '127.0.0.1', userAgent: undefined });
    await tx.audit.insert({
      accountId,
      at: app.monotonicNow(),
      operation: 'createAgent',
      ids: {},
      status: 200,
      caller: { kind: 'token', id: '01234567' },
      address: '127.0.0.1',
    });
  });
  await api('POST', '/contacts', {
    body: { phone: ADA.phone, name: ADA.name, email: ADA.email, username: ADA.username, display_name: ADA.name },
  });
  await write(ada, `${ADA.word}, please`);
  await write(grace, `${GRACE.word}, please`);
  await app.store.transaction(async (tx) => {
    const [labelId = 0] = (await tx.labels.list(accountId, { limit: 1, order: 'asc', after: undefined })).records.map(
      ({ id }) => id,
    );
    for (const { phone, word } of [ADA, GRACE]) {
      const [id = 0] = await tx.conversationList.listIds(accountId, phone);
      const at = app.monotonicNow();
      const mentions = (await tx.agents.list(accountId, { limit: 1, order: 'asc', after: undefined })).records;
      const note = { author: 'Alan', text: `@Alan Likes ${word}`, mentions, createdAt: at };
      await tx.conversationTeam.insertNote(accountId, id, note);
      await tx.conversationTeam.setLabels(accountId, id, [labelId]);
      await tx.conversationTeam.putViewer(accountId, id, { loginId: 1, name: 'Alan', state: 'viewing', seenAt: at });
    }
  });
  const sent = await send({ to: ADA.phone, text: `Your ${ADA.word} is on its way` }, `order-${ADA.phone}`);
  await send({ to: GRACE.phone, text: `Your ${GRACE.word} is on its way` }, `order-${GRACE.phone}`);
  const form = new FormData();
  form.set('file', new Blob([ADA.word]), `${ADA.word}.txt`);
  const { id: mediaId } = (await api('POST', '/media', { body: form })).body.data;
  await send({ to: ADA.phone, type: 'document', media: { id: mediaId }, caption: ADA.word });

  await mock.receive({
    channel: 'instagram',
    business_id: business.instagram.account_id,
    from: { id: ADA.instagram, name: ADA.name },
    type: 'text',
    text: `${ADA.word} over there`,
  });
  await settle();
  await send({ channel: 'instagram', to: ADA.instagram, text: `${ADA.word} `.repeat(200) });

  const flow = [
    { delay: '0', text: 'Good to see you, {{name}}' },
    { delay: '2h', text: 'Still there, {{name}}?' },
  ];
  await makeFlow(server, { steps: flow });
  await pressButton(server, 'Tell me more', ADA.phone);
  const recipients = [
    { phone: ADA.phone, name: ADA.name },
    { phone: GRACE.phone, name: GRACE.name },
  ];
  const input = { template: 'hello_world' };
  await app.store.transaction((tx) => createCampaign(app, tx, accountId, input, recipients));
  await settle();
  await app.store.transaction(async (tx) => {
    const orders = recipients.map((one) => ({
      ...one,
      variables: [String(one.name), '1'],
      buttons: [{ index: 0, text: `${one.phone}-of-${one.name}` }],
    }));
    const id = await createCampaign(app, tx, accountId, { template: 'order_update' }, orders);
    await stopCampaign(app, tx, { accountId, id });
  });
  const testKey = await app.store.transaction((tx) => createKey(app, tx, { accountId, mode: 'test' }));
  await api('POST', '/messages', { key: testKey, body: { to: ADA.phone, text: `A test of ${ADA.word}` } });
  await settle();
  // A receiver that repeats its request, a response that was lost, and a status of an unknown message.
  receiver.answers(500, `cannot take ${ADA.word} of ${ADA.phone}`);
  await write(ada, `${ADA.word} again`);
  await server.callback(server.statusCallback({ id: 'wamid.unknown', status: 'sent' }));
  const violation = { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'ADULT' } };
  await server.callback({
    object: 'whatsapp_business_account',
    entry: [{ id: business.whatsapp.waba_id, changes: [{ field: 'account_update', value: violation }] }],
  });
  mock.faults.next({ outcome: 'unavailable' });
  const queued = await send({ to: ADA.phone, text: `Late ${ADA.word}` });
  await settle();
  await api('POST', '/opt-outs', { body: { phone: ADA.phone, source: ADA.word } });
  await server.callback(preferencesCallback(business, { wa_id: ADA.phone, value: 'stop' }));
  await settle();
  await api('POST', '/blocked-numbers', { body: { phone: GRACE.phone, reason: GRACE.word } });
  await settle();
  await app.lastUses.close();
  await app.requestLog.close();
  await app.store.transaction((tx) => addWebhook(app, tx, accountId, { url: `${receiver.url}/other`, isPaused: true }));
  return { receiver, queued, sent };
}
