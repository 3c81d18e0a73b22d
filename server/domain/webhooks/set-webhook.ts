import { EVENTS } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { randomText } from '../../base/secrets.ts';
import type { Tx } from '../../store/index.ts';
import { resumeDeliveries } from './deliveries.ts';

/** Returns a new signing secret. */
export const newSigningSecret = (): string => `whsec_${randomText(40)}`;

/**
 * Replaces the signing secret of an account and returns the new one, only this once. Attempts that start after this use
 * the new secret.
 */
export async function renewSigningSecret(app: App, tx: Tx, accountId: number): Promise<string> {
  const secret = newSigningSecret();
  await tx.webhooks.setSecret(accountId, app.vault.seal(secret));
  return secret;
}

/**
 * Sets and enables the address that receives events, and resumes the deliveries that are waiting for an address. null
 * removes the address. Returns the signing secret, which does not change.
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
