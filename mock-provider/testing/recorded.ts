import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, FormData } from 'undici';
import { onTestFinished } from 'vitest';
import { type Cassette, parseCassette } from '../cassette/cassette.ts';
import { type RecordOptions, startRecorder } from '../cassette/record.ts';
import { createMockProvider, type MockOptions } from '../create-mock-provider.ts';
import { createManualClock } from '../world/clock.ts';
import type { Json } from '../world/state.ts';

/** A mock with a recorder in front of it: the requests of an app and the mock's callbacks go through the recorder. */
export async function createRecordedMock(recordOptions: Partial<RecordOptions> = {}, mockOptions: MockOptions = {}) {
  const app = createServer((incoming, outgoing) => {
    incoming.resume().on('end', () => outgoing.end('thanks, Ayla'));
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void app.close());
  const callbackUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callbacks?key=k9-secret`;
  const clock = createManualClock();
  const mock = createMockProvider({ seed: 'record', clock, windows: 'off', ...mockOptions });
  const { url: to, close } = await mock.listen();
  onTestFinished(close);
  const lines: string[] = [];
  const recorder = await startRecorder({ write: (line) => lines.push(line), to, callbackUrl, clock, ...recordOptions });
  onTestFinished(() => recorder.close());
  mock.setCallbackUrl(recorder.url);
  const client = new Client(recorder.url);
  onTestFinished(() => client.destroy());
  /** Sends a request with the whole URL, as a client that does not tunnel does. */
  const ask = async (method: 'GET' | 'POST', path: string, body?: Json | FormData) => {
    const isForm = body instanceof FormData;
    const { statusCode, body: answer } = await client.request({
      path: `http://graph.facebook.com${path}`,
      method,
      headers: {
        authorization: `Bearer ${mock.credentials.access_token}`,
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    await mock.whenIdle();
    return { status: statusCode, body: (await answer.json()) as Json };
  };
  const text = () => lines.join('');
  return { mock, clock, ask, recorder, text, cassette: (): Cassette => parseCassette(text()), ...mock.credentials };
}
