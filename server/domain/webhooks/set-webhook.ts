import { EVENTS } from '@wigwag/openapi';
import type { App } from '../../app.ts';
import { randomText } from '../../secrets.ts';
import type { Tx } from '../../store/index.ts';
import { resumeDeliveries } from './deliveries.ts';

/** Returns a new signing secret. */
export const newSigningSecret = (): string => `whsec_${randomText(40)}`;

/** Gives an account another signing secret, with which every attempt is signed that begins from now on; gives it, this once. */
export async function renewSigningSecret(app: App, tx: Tx, accountId: number): Promise<string> {
  const secret = newSigningSecret();
  await tx.webhooks.setSecret(accountId, app.vault.seal(secret));
  return secret;
}

/**
 * Sets the address that events go to, enabled, and lets go on what waits for one; null takes it away. Gives the signing secret,
 * which stays.
 */
export async function setWebhook(
  app: App,
  tx: Tx,
  accountId: number,
  url: string | null,
  events: readonly string[] = EVENTS,
): Promise<string | undefined> {
  await tx.webhooks.setAddress(accountId, url, events);
  if (url !== null) {
    await resumeDeliveries(app, tx, accountId);
  }
  const webhook = await tx.webhooks.find(accountId);
  return webhook && app.vault.open(webhook.secret);
}
