import { EVENTS } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import type { Tx } from '../../store/index.ts';
import { FIRST_ENDPOINT, type Webhook, type WebhookSettings } from '../../store/webhooks/webhooks.ts';
import { resumeDeliveries, takesEvents } from './deliveries.ts';
import { newSigningSecret, onlySecret, rotation, secretsAt } from './signing-secrets.ts';

/**
 * Replaces the signing secret of an account's first endpoint and returns the new one, only this once. Attempts that
 * start after this use the new secret.
 */
export async function renewSigningSecret(app: App, tx: Tx, accountId: number): Promise<string> {
  const secret = newSigningSecret();
  await tx.webhooks.update(accountId, FIRST_ENDPOINT, onlySecret(app.vault.seal(secret)));
  return secret;
}

/**
 * Sets and enables the address of the first endpoint, and resumes the deliveries that are waiting for an address. null
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
  const webhook = await tx.webhooks.find(accountId);
  if (webhook && url !== null && !webhook.isPaused) {
    await resumeDeliveries(app, tx, accountId);
  }
  return webhook && app.vault.open(newestOf(webhook, app.now()));
}

/** Returns the sealed secret that a receiver should know. */
const newestOf = (webhook: Webhook, now: number): string => secretsAt(webhook, now).at(-1) ?? webhook.secret;

/** The settings of a new endpoint that are not given. */
export const DEFAULT_SETTINGS: Omit<WebhookSettings, 'url'> = {
  password: null,
  events: EVENTS,
  name: null,
  filter: null,
  headers: null,
  retryMinutes: null,
  failuresToDisable: null,
  isPaused: false,
};

/** Adds an endpoint to an account. Returns its ID and its signing secret, only this once. */
export async function addWebhook(
  app: App,
  tx: Tx,
  accountId: number,
  settings: Partial<WebhookSettings> & { url: string },
): Promise<{ id: number; signingSecret: string }> {
  const signingSecret = newSigningSecret();
  const id = await tx.webhooks.add({
    ...DEFAULT_SETTINGS,
    ...settings,
    accountId,
    ...onlySecret(app.vault.seal(signingSecret)),
    isEnabled: true,
    consecutiveFailures: 0,
  });
  return { id, signingSecret };
}

/**
 * Changes an endpoint, and resumes the deliveries that are waiting for it if they can be sent now.
 *
 * @returns their number, and the signing secret if the endpoint had no address before; undefined if the account has no
 * such endpoint
 */
export async function updateWebhook(
  app: App,
  tx: Tx,
  accountId: number,
  id: number,
  settings: Partial<WebhookSettings>,
): Promise<{ resumed: number; signingSecret: string | null } | undefined> {
  const before = await tx.webhooks.findForUpdate(accountId, id);
  if (!before) {
    return undefined;
  }
  // As with the first endpoint, a new address starts without failures. The password must not reach another server.
  const isMoved = settings.url !== undefined && settings.url !== before.url;
  const changes = { ...(isMoved && { password: null, isEnabled: true, consecutiveFailures: 0 }), ...settings };
  await tx.webhooks.update(accountId, id, changes);
  const after = { ...before, ...changes };
  const account = await tx.accounts.find(accountId);
  const takesAgain = takesEvents(after, account) && !takesEvents(before, account);
  return {
    resumed: takesAgain ? await resumeDeliveries(app, tx, accountId, id) : 0,
    signingSecret: before.url === null && after.url !== null ? app.vault.open(newestOf(before, app.now())) : null,
  };
}

/**
 * Removes an endpoint that is not the first one. Its deliveries that are pending or waiting fail. Returns false if it
 * does not exist.
 */
export async function removeWebhook(app: App, tx: Tx, accountId: number, id: number): Promise<boolean> {
  const isRemoved = await tx.webhooks.remove(accountId, id);
  if (isRemoved) {
    // Their tasks find no endpoint, and end.
    await resumeDeliveries(app, tx, accountId, id);
  }
  return isRemoved;
}

/**
 * Rotates the signing secret of an endpoint, and returns the new one, only this once.
 *
 * @param overlapHours how long the old secret also signs
 */
export async function rotateSecret(app: App, tx: Tx, webhook: Webhook, overlapHours: number) {
  const { changes, signingSecret } = rotation(app, webhook, overlapHours);
  await tx.webhooks.update(webhook.accountId, webhook.id, changes);
  return { signingSecret, overlapEndsAt: changes.nextSecretAt };
}

/** Ends the overlap of a rotation: only the new secret signs. */
export async function endOverlap(app: App, tx: Tx, webhook: Webhook): Promise<void> {
  await tx.webhooks.update(webhook.accountId, webhook.id, onlySecret(newestOf(webhook, app.now())));
}
