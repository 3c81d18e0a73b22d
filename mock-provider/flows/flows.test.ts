import {
  constants,
  createCipheriv,
  createDecipheriv,
  createHmac,
  generateKeyPairSync,
  privateDecrypt,
} from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createTestMock, TRANSPORTS } from '../testing/mock.ts';

const NUMBER = '106540352242922';
const WABA = '102290129340398';
const JSON_OF_FLOW = JSON.stringify({ version: '7.1', screens: [{ id: 'START', terminal: true, layout: {} }] });

const assetForm = (json: string) => {
  const form = new FormData();
  form.set('name', 'flow.json');
  form.set('asset_type', 'FLOW_JSON');
  form.set('file', new Blob([json], { type: 'application/json' }), 'flow.json');
  return form;
};

test.each(TRANSPORTS)('creates, edits, publishes and deprecates a flow %s', async (transport) => {
  const { call } = await createTestMock({}, transport);
  const created = await call('POST', `/v25.0/${WABA}/flows`, { body: { name: 'Sign up', categories: ['SIGN_UP'] } });
  const { id } = created.body;
  const codeOf = async (method: string, path: string, init: RequestInit = {}) => {
    const { body } = await call(method, `/v25.0/${path}`, { init });
    return body.error?.code ?? body;
  };
  expect(await codeOf('POST', `${WABA}/flows?name=Sign%20up&categories=["OTHER"]`)).toBe(100);
  expect(await codeOf('POST', `${WABA}/flows?name=Other&categories=["NONSENSE"]`)).toBe(100);
  expect(await codeOf('POST', `${id}/publish`)).toBe(139002);
  expect(await codeOf('POST', `${id}/assets`, { body: assetForm('{"version":"7.1"}') })).toMatchObject({
    success: true,
    validation_errors: [{ error: 'REQUIRED_PROPERTY_MISSING' }],
  });
  expect(await codeOf('POST', `${id}/publish`)).toBe(139002);
  expect(await codeOf('POST', `${id}/assets`, { body: assetForm(JSON_OF_FLOW) })).toEqual({
    success: true,
    validation_errors: [],
  });
  const assets = await codeOf('GET', `${id}/assets`);
  expect(assets.data).toMatchObject([{ name: 'flow.json', asset_type: 'FLOW_JSON' }]);
  if (transport === 'over HTTP') {
    expect(await (await fetch(assets.data[0].download_url)).text()).toBe(JSON_OF_FLOW);
  }
  expect(await codeOf('POST', `${id}?name=Renamed`)).toEqual({ success: true });
  const preview = await codeOf('GET', `${id}?fields=id,name,json_version,preview.invalidate(false)`);
  expect(preview).toMatchObject({ name: 'Renamed', json_version: '7.1', preview: { preview_url: expect.any(String) } });
  expect(await codeOf('POST', `${id}/publish`)).toEqual({ success: true });
  expect(await codeOf('POST', `${id}/publish`)).toBe(139002);
  expect(await codeOf('POST', `${id}/assets`, { body: assetForm(JSON_OF_FLOW) })).toBe(139001);
  expect(await codeOf('DELETE', id)).toBe(139004);
  expect(await codeOf('POST', `${id}/deprecate`)).toEqual({ success: true });
  expect(await codeOf('POST', `${id}/deprecate`)).toBe(139003);
  expect((await codeOf('GET', `${WABA}/flows`)).data).toMatchObject([{ id, status: 'DEPRECATED' }]);
  const draft = await codeOf('POST', `${WABA}/flows?name=Copy&categories=["OTHER"]&clone_flow_id=${id}&publish=true`);
  expect((await codeOf('GET', draft.id)).status).toBe('PUBLISHED');
});

test('exchanges encrypted data with the endpoint of a flow', async () => {
  const { call, mock } = await createTestMock({}, 'over HTTP');
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const endpoint = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    const signature = createHmac('sha256', mock.credentials.app_secret).update(bytes).digest('hex');
    if (request.headers['x-hub-signature-256'] !== `sha256=${signature}`) {
      response.writeHead(432).end();
      return;
    }
    // As in Meta's example of an endpoint.
    const { encrypted_aes_key, encrypted_flow_data, initial_vector } = JSON.parse(bytes.toString());
    const key = privateDecrypt(
      { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(encrypted_aes_key, 'base64'),
    );
    const data = Buffer.from(encrypted_flow_data, 'base64');
    const iv = Buffer.from(initial_vector, 'base64');
    const decipher = createDecipheriv('aes-128-gcm', key, iv);
    decipher.setAuthTag(data.subarray(-16));
    const asked = JSON.parse(Buffer.concat([decipher.update(data.subarray(0, -16)), decipher.final()]).toString());
    if (asked.action === 'gone') {
      response.writeHead(427).end();
      return;
    }
    const cipher = createCipheriv('aes-128-gcm', key, Buffer.from(iv.map((byte) => byte ^ 255)));
    const answer = asked.action === 'ping' ? { data: { status: 'active' } } : { screen: 'NEXT', data: asked.data };
    const closed = Buffer.concat([cipher.update(JSON.stringify(answer)), cipher.final(), cipher.getAuthTag()]);
    response.end(closed.toString('base64'));
  });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void endpoint.close());
  const endpoint_uri = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`;
  const created = await call('POST', `/v25.0/${WABA}/flows`, {
    body: { name: 'Book', categories: ['APPOINTMENT_BOOKING'], endpoint_uri, flow_json: JSON_OF_FLOW },
  });
  const exchange = { business_id: NUMBER, flow_id: created.body.id };
  await expect(mock.exchangeFlowData({ ...exchange, action: 'ping' })).rejects.toThrow('has no public key');
  const business_public_key = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  await call('POST', `/v25.0/${NUMBER}/whatsapp_business_encryption`, { body: { business_public_key } });
  expect(await mock.exchangeFlowData({ ...exchange, action: 'ping' })).toEqual({
    status_code: 200,
    body: { data: { status: 'active' } },
  });
  const next = { ...exchange, action: 'data_exchange', screen: 'START', data: { day: 'Monday' }, flow_token: 't' };
  expect((await mock.exchangeFlowData(next)).body).toEqual({ screen: 'NEXT', data: { day: 'Monday' } });
  expect(await mock.exchangeFlowData({ ...exchange, action: 'gone' })).toEqual({ status_code: 427 });
});
