import { type IntegrationTarget, judgeIntegration, type MockAccess, type Report } from '../../index.ts';
import { listening, ownMock } from '../servers.ts';
import type { BotSettings } from './bot.ts';

/** Starts an app with its settings, and judges it. */
export async function judged(
  start: (
    settings: BotSettings,
  ) => Promise<{ url: string; described?: Partial<IntegrationTarget>; close(): Promise<void> }>,
  only: readonly string[] = [],
  concurrency?: number,
): Promise<Report> {
  const { info: mock, stop } = await ownMock<MockAccess & { access_token: string }>();
  // The app must know the address before the suite listens there.
  const free = await listening(() => {});
  const graph = new URL(free.url).host;
  await free.close();
  const { app_secret, verify_token, access_token } = mock;
  const { phone_number_id } = mock.whatsapp;
  const app = await start({ graph: `http://${graph}`, app_secret, verify_token, access_token, phone_number_id });
  try {
    await fetch(`${mock.url}/_mock/callback-url`, { method: 'PUT', body: JSON.stringify({ url: app.url }) });
    const target = {
      callback_url: app.url,
      graph,
      patience_seconds: 2,
      ...app.described,
    };
    return await judgeIntegration(target, mock, { only, ...(concurrency !== undefined && { concurrency }) });
  } finally {
    await app.close();
    await stop();
  }
}

/** Returns the clauses with this verdict. */
export const withVerdict = ({ clauses }: Report, ...verdicts: string[]): string[] =>
  clauses.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
