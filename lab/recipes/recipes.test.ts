import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateTestHeader } from '@wigwag/sdk/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTestServer } from '../../server/testing/server.ts';
import { load, PROGRAMS, RECIPES, writePrograms } from './recipes.ts';

const SECRET = 'whsec_for_recipes';

test.each(Object.entries(RECIPES))(
  '%s: a delivery is answered, and a forged one is refused',
  async (_, { program, deliver }) => {
    const { baseUrl, liveKey, customerWrites, settle, mock } = await createTestServer();
    const environment = { WIGWAG_API_KEY: liveKey, WIGWAG_BASE_URL: baseUrl, WIGWAG_WEBHOOK_SECRET: SECRET };
    for (const [name, value] of Object.entries(environment)) {
      vi.stubEnv(name, value);
    }
    onTestFinished(() => void vi.unstubAllEnvs());
    await customerWrites('Hello');
    const folder = await writePrograms();
    onTestFinished(() => rm(folder, { recursive: true }));
    const send = await deliver(await load(folder, program), environment, (end) =>
      onTestFinished(async () => void (await end())),
    );
    const message = { channel: 'whatsapp', from: { id: '905551112233' }, type: 'text', text: 'Hello' };
    const body = JSON.stringify({ id: 'whd_1', event: 'message.received', data: { message } });
    const post = async (signed: string) =>
      send(
        new Request('https://app.example/webhooks', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-service-signature': await generateTestHeader(signed, SECRET),
          },
          body,
        }),
      );
    expect((await post(`${body} `)).status).toBe(400);
    expect((await post(body)).status).toBe(200);
    await settle();
    expect(mock.sends().map(({ payload }) => payload)).toMatchObject([{ text: { body: 'You wrote: Hello' } }]);
  },
);

test('the test for Vitest passes', async () => {
  const folder = await writePrograms();
  onTestFinished(() => rm(folder, { recursive: true }));
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const options = { cwd: folder, env: { PATH: process.env.PATH, NO_COLOR: '1' } };
  const { stdout } = await promisify(execFile)(process.execPath, [vitest, 'run', '--root', folder], options);
  expect(stdout).toContain('Tests  1 passed');
});

test('the page has a program for each recipe', () => {
  const programs = Object.values(RECIPES).map(({ program }) => program);
  expect([...PROGRAMS.keys()].sort()).toEqual([...programs, 'answer.js', 'answer.test.js'].sort());
});
