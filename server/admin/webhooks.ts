import type { App } from '../app/app.ts';
import { enableWebhook as enableIn } from '../domain/webhooks/deliveries.ts';
import { setWebhook as setIn } from '../domain/webhooks/set-webhook.ts';
import { brokerForm } from '../outbound/brokers/brokers.ts';
import type { Webhook } from '../store/webhooks/webhooks.ts';
import { AdminError } from './admin-error.ts';

/**
 * Sets and enables the webhook endpoint of an account, and resumes the deliveries that are waiting for an endpoint.
 *
 * @param webhook.url null removes the endpoint
 * @param webhook.events all events by default
 * @param options.isChecked false accepts any URL, because the control protocol sets invalid ones to test deliveries
 * @returns the signing secret, which does not change, and whether the host of the URL currently resolves (§7)
 * @throws {AdminError} for a URL to which events cannot be sent
 */
export async function setWebhook(
  app: App,
  accountId: number,
  { url, events }: { url: string | null; events?: readonly string[] | undefined },
  { isChecked = true }: { isChecked?: boolean } = {},
): Promise<{ signingSecret: string; isResolved: boolean }> {
  const isResolved = url === null || !isChecked || (await requireUrl(app, url, true));
  const secret = await app.store.transaction((tx) => setIn(app, tx, accountId, url, events));
  return { signingSecret: secret ?? '', isResolved };
}

/**
 * Checks the URL and returns whether its host resolves. A name that does not resolve now may do so later.
 *
 * @param isFirst only the other endpoints can be message brokers
 */
export async function requireUrl(app: App, url: string, isFirst: boolean): Promise<boolean> {
  const { problem, isKnown } = await app.outbound.checkWebhookUrl(url, isFirst);
  if (problem !== undefined) {
    const form = brokerForm(url);
    const brokerHint = isFirst ? FIRST_HINT : `use the form ${form}, and give the password separately`;
    const hint = form === undefined ? 'use a public https address' : brokerHint;
    throw new AdminError(`events cannot be sent to ${url}: ${problem}`, { hint });
  }
  return isKnown;
}

const FIRST_HINT =
  'the first endpoint needs a public https address; `wigwag admin webhooks add` adds an endpoint that is a message broker';

/** What `wigwag admin webhook show` shows. */
type WebhookState = Pick<Webhook, 'url' | 'events' | 'isEnabled' | 'consecutiveFailures'>;

/** Returns the state of the first endpoint of an account. */
export async function showWebhook(app: App, accountId: number): Promise<WebhookState> {
  const webhook = await app.store.read.webhooks.find(accountId);
  const { url = null, events = [], isEnabled = false, consecutiveFailures = 0 } = webhook ?? {};
  return { url, events, isEnabled: isEnabled && url !== null, consecutiveFailures };
}

/** Returns the webhook of an account and its URL. @throws {AdminError} if no URL is set */
export async function requireWebhook(app: App, accountId: number): Promise<Webhook & { url: string }> {
  const webhook = await app.store.read.webhooks.find(accountId);
  if (!webhook?.url) {
    throw new AdminError('the account has no webhook address', { hint: '`wigwag admin webhook set` sets one' });
  }
  return { ...webhook, url: webhook.url };
}

/**
 * Enables a webhook that was disabled after failures, and resumes its deliveries.
 *
 * @returns the URL, and how many deliveries were resumed
 * @throws {AdminError} if no URL is set
 */
export async function enableWebhook(app: App, accountId: number): Promise<{ url: string; resumed: number }> {
  const { url } = await requireWebhook(app, accountId);
  return { url, resumed: await app.store.transaction((tx) => enableIn(app, tx, accountId)) };
}

/** Returns whether the account has an enabled webhook endpoint. */
export async function isWebhookEnabled(app: App, accountId: number): Promise<boolean> {
  const webhook = await app.store.read.webhooks.find(accountId);
  return webhook?.url != null && webhook.isEnabled;
}
