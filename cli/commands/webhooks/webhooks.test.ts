import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createReceiver, scratchFolder, startDev, waitFor, wigwag } from '../../testing/cli.ts';

test('verify accepts a real delivery and names each mistake, without a server', async () => {
  const { control, customerWrites, info, dev } = await startDev();
  const { url, deliveries } = await createReceiver();
  await control('PUT', '/webhook', { account_id: info.account_id, url });
  await customerWrites('Grüße 👋');
  const delivery = await waitFor('the delivery', () => deliveries[0]);
  await dev.stop();
  const header = String(delivery.headers['x-service-signature']);
  const [t = ''] = header.match(/\d+/) ?? [];
  const cwd = scratchFolder();
  writeFileSync(join(cwd, 'body.json'), delivery.bytes);
  writeFileSync(join(cwd, 'pretty.json'), JSON.stringify(delivery.event, null, 2));
  writeFileSync(join(cwd, 'cut.json'), delivery.bytes.subarray(0, 50));
  const verify = (args: string[], secret = info.signing_secret) =>
    wigwag(['webhooks', 'verify', ...args], { cwd, env: { WIGWAG_SIGNING_SECRET: secret } });
  expect(await verify(['body.json', '--header', header])).toEqual({
    code: 0,
    stdout: `✓ the signature is valid: message.received ${delivery.event.id}\n`,
    stderr: '',
  });
  expect((await verify(['body.json', '--header', `X-Service-Signature: ${header}`, '--jq', '.event'])).stdout).toBe(
    'message.received\n',
  );
  for (const [args, secret, problem] of [
    [['pretty.json', '--header', header], undefined, 'body_reserialised'],
    [['cut.json', '--header', header], undefined, 'body_changed'],
    [['body.json', '--header', header], 'whsec_other', 'wrong_secret'],
    [['body.json', '--header', header, '--content-length', '7'], 'whsec_other', 'body_reserialised'],
    [['body.json', '--header', header.replace(t, String(Number(t) - 400))], undefined, 'timestamp_too_old'],
    [['body.json', '--header', 'v1=nonsense'], undefined, 'header_malformed'],
  ] as const) {
    const { code, stdout, stderr } = await verify([...args], secret);
    expect([args, code, stdout, stderr]).toEqual([
      args,
      1,
      '',
      expect.stringMatching(`^wigwag: ${problem}: [^\n]+\n$`),
    ]);
  }
  const missing = await wigwag(['webhooks', 'verify', 'body.json', '--header', header], { cwd });
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('no signing secret')]);
});

test('verify accepts what sign produces, byte for byte', async () => {
  const env = { WIGWAG_SIGNING_SECRET: 'whsec_x' };
  const input = '{"event":"message.received","id":"whd_1"}\n';
  const sign = await wigwag(['webhooks', 'sign'], { env, input });
  expect([sign.code, sign.stdout]).toEqual([0, expect.stringMatching(/^t=\d+,v1=[0-9a-f]{64}\n$/)]);
  const verified = await wigwag(['webhooks', 'verify', '-', '--header', sign.stdout.trim()], { env, input });
  expect([verified.code, verified.stderr]).toEqual([0, '']);
  const old = await wigwag(['webhooks', 'sign', '--timestamp', '1700000000', '--json'], { env, input });
  const v1 = createHmac('sha256', 'whsec_x').update(`1700000000.${input}`).digest('hex');
  expect(JSON.parse(old.stdout)).toEqual({ header: `t=1700000000,v1=${v1}` });
  const missing = await wigwag(['webhooks', 'sign', 'missing.json'], { env });
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('cannot read missing.json')]);
});
