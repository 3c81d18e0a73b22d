import { expect, onTestFinished } from 'vitest';
import { hasBroker, startRedis } from '../../../lab/testing/brokers.ts';
import { browserTest, expectWellMade, openPlace, startDashboard } from '../../testing/dashboard.ts';
import { mendWebhook, useSecondEndpoint } from './jobs/webhook.ts';

browserTest('an owner fixes a receiver and replays its events, then adds an endpoint for failed messages', async () => {
  const dashboard = await startDashboard(['--memory', '--clock', 'virtual']);
  await mendWebhook(dashboard, expectWellMade);
  await useSecondEndpoint(dashboard, expectWellMade);
});

if (!hasBroker.redis) {
  process.stderr.write('A test of Redis is skipped: the Debian package redis-server is not installed.\n');
}

const redisTest = hasBroker.redis ? browserTest : browserTest.skip;
redisTest('an owner adds a Redis stream with its password, and sends it a sample event', async () => {
  const { port, stop } = await startRedis(['--requirepass', 'correct horse']);
  onTestFinished(stop);
  const { page, control } = await startDashboard(['--memory', '--clock', 'virtual']);
  await openPlace(page, 'Webhooks');
  const form = page.getByRole('dialog', { name: 'Add an endpoint' });
  const close = page.getByRole('dialog', { name: 'The endpoint is set' }).getByText('Close', { exact: true });
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await form.getByLabel('Address').fill(`http://127.0.0.1:${port}`);
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  await close.click();
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  await form.getByLabel('Address').fill(`redis://127.0.0.1:${port}/wigwag`);
  await form.getByLabel('Password').fill('correct horse');
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  expect(await form.getByRole('alert').innerText()).toContain('number of a database and the name of a stream');
  await form.getByLabel('Address').fill(`redis://127.0.0.1:${port}/0/wigwag`);
  await expectWellMade(page, 'the form of an endpoint with a password');
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  await close.click();

  await page.getByRole('button', { name: 'Send sample event' }).click();
  const sample = page.getByRole('dialog', { name: 'Send a sample event' });
  await sample.getByRole('button', { name: /Endpoint$/ }).click();
  await page.getByRole('option', { name: /redis/ }).click();
  await sample.getByRole('button', { name: 'Send', exact: true }).click();
  await sample.getByText(/Your server accepted it in [\d,]+ ms/).waitFor();
  await sample.getByText(/^entry \d+-\d+$/).waitFor();
  await page.keyboard.press('Escape');
  await control('POST', '/settle');
  await page.getByRole('table').getByText('Accepted', { exact: true }).waitFor();
  expect(await page.content()).not.toContain('correct horse');
  expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('correct horse');
});
