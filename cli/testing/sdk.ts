import { Wigwag } from '@wigwag/sdk';
import { expect, onTestFinished } from 'vitest';
import { startDev } from '../dev/dev.ts';

/** Runs the SDK against the real server, worker and mock provider in this process. */
export async function createSdkWorld(clock: 'real' | 'virtual' = 'virtual') {
  const dev = await startDev({
    port: 0,
    mockPort: 0,
    controlPort: 0,
    data: undefined,
    clock,
    environment: { WIGWAG_LOG_LEVEL: 'error' },
  });
  onTestFinished(() => dev.stop());
  const { info } = dev;
  const control = async (method: string, path: string, body: object = {}) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(info.control_url + path, {
      method,
      headers,
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    });
    expect(answer.ok, path).toBe(true);
    // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect
    return (await answer.json()) as any;
  };
  const { account_id } = info;
  return {
    info,
    control,
    wigwag: new Wigwag({ apiKey: info.live_key, baseUrl: info.base_url, maxRetries: 0 }),
    clientOf: (apiKey: string) => new Wigwag({ apiKey, baseUrl: info.base_url, maxRetries: 0 }),
    customerWrites: (text: string, id = '905551112233') =>
      control('POST', '/inbound', { account_id, channel: 'whatsapp', from: { id, name: 'Ada' }, type: 'text', text }),
  };
}
