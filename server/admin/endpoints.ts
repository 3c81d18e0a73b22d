import type { App } from '../app/app.ts';
import { isoOf } from '../base/time.ts';
import { enableWebhook } from '../domain/webhooks/deliveries.ts';
import { filterProblem } from '../domain/webhooks/filter.ts';
import { headersProblem, lowerHeaders } from '../domain/webhooks/own-headers.ts';
import { addWebhook, endOverlap, removeWebhook, rotateSecret, updateWebhook } from '../domain/webhooks/set-webhook.ts';
import { isRotating } from '../domain/webhooks/signing-secrets.ts';
import { STOPPING, sendSample } from '../domain/webhooks/test-webhook.ts';
import { BROKER_FORMS, isBrokerAddress } from '../outbound/brokers/brokers.ts';
import type { WebhookAnswer } from '../outbound/webhook.ts';
import type { Tx } from '../store/index.ts';
import type { EventName } from '../store/webhooks/deliveries.ts';
import { FIRST_ENDPOINT, type Webhook, type WebhookSettings } from '../store/webhooks/webhooks.ts';
import { AdminError, invalidField, missing } from './admin-error.ts';
import { requireUrl } from './webhooks.ts';

/** The settings of an endpoint as an operator gives them. */
export type EndpointSettings = Partial<Omit<WebhookSettings, 'headers' | 'password'>> & {
  password?: string | null;
  headers?: Readonly<Record<string, string>> | null;
};

const missingEndpoint = (id: number): AdminError =>
  missing(`the account has no webhook endpoint ${id}`, '`wigwag admin webhooks list` lists them');

/** Returns all endpoints of an account, in the order of their IDs. */
export const listEndpoints = (app: App, accountId: number): Promise<Webhook[]> =>
  app.store.read.webhooks.list(accountId);

/** Returns an endpoint. @throws {AdminError} 404 if the account does not have it */
export async function requireEndpoint(app: App, accountId: number, id: number): Promise<Webhook> {
  const webhook = await app.store.read.webhooks.find(accountId, id);
  if (!webhook) {
    throw missingEndpoint(id);
  }
  return webhook;
}

/**
 * Sends a sample event to an endpoint, immediately and once.
 *
 * @returns the ID of its delivery, and the response
 * @throws {AdminError} 404 if the account does not have the endpoint; if it has no URL or is disabled, or if its URL does
 * not lead to a public address
 */
export async function testEndpoint(
  app: App,
  accountId: number,
  id: number,
  event: EventName,
): Promise<{ deliveryId: string; answer: WebhookAnswer }> {
  const webhook = await requireEndpoint(app, accountId, id);
  const { url } = webhook;
  if (url === null || !webhook.isEnabled) {
    throw new AdminError(`endpoint ${id} ${url === null ? 'has no URL' : 'is disabled'}`, {
      hint: `run \`wigwag admin webhooks ${url === null ? 'update' : 'enable'} ${id}\``,
    });
  }
  const { deliveryId, answer } = await sendSample(app, { ...webhook, url }, event, false);
  if (!answer || answer.isForbidden) {
    throw new AdminError(answer?.problem ?? STOPPING);
  }
  return { deliveryId, answer };
}

/** Returns the names of the headers that an endpoint adds. */
export const headerNames = (app: App, { headers }: Webhook): string[] =>
  headers === null ? [] : Object.keys(JSON.parse(app.vault.open(headers)) as object).sort();

/**
 * Checks settings and seals the secret ones.
 *
 * @param before undefined for a new endpoint
 * @throws {AdminError} that names the field
 */
async function checked(
  app: App,
  { headers, password, ...settings }: EndpointSettings,
  before?: Pick<Webhook, 'id' | 'url'>,
) {
  const { filter, url } = settings;
  const problem = typeof filter === 'string' ? filterProblem(filter) : undefined;
  if (problem !== undefined) {
    throw invalidField('filter', `cannot be used: ${problem}`);
  }
  const wrong = headers ? headersProblem(headers) : undefined;
  if (wrong !== undefined) {
    throw invalidField('headers', wrong);
  }
  if (typeof password === 'string' && !isBrokerAddress(url ?? before?.url ?? '')) {
    throw invalidField('password', `is only for message brokers, with addresses of the form ${BROKER_FORMS}`);
  }
  const isNone = !headers || Object.keys(headers).length === 0;
  const isResolved = typeof url === 'string' ? await requireUrl(app, url, before?.id === FIRST_ENDPOINT) : true;
  const sealed = isNone ? null : app.vault.seal(JSON.stringify(lowerHeaders(headers)));
  return {
    settings: {
      ...settings,
      ...(headers !== undefined && { headers: sealed }),
      ...(password !== undefined && { password: password && app.vault.seal(password) }),
    },
    isResolved,
  };
}

/**
 * Adds an endpoint.
 *
 * @returns the endpoint, its signing secret, and whether the host of the URL currently resolves
 * @throws {AdminError} for settings that cannot be used
 */
export async function addEndpoint(
  app: App,
  accountId: number,
  given: EndpointSettings & { url: string },
): Promise<{ webhook: Webhook; signingSecret: string; isResolved: boolean }> {
  const { settings, isResolved } = await checked(app, given);
  const { id, signingSecret } = await app.store.transaction((tx) =>
    addWebhook(app, tx, accountId, { ...settings, url: given.url }),
  );
  return { webhook: await requireEndpoint(app, accountId, id), signingSecret, isResolved };
}

/**
 * Changes an endpoint.
 *
 * @returns the endpoint, how many deliveries were resumed, and the signing secret if it had no URL before
 * @throws {AdminError} as `addEndpoint`
 */
export async function updateEndpoint(
  app: App,
  accountId: number,
  id: number,
  given: EndpointSettings,
): Promise<{ webhook: Webhook; resumed: number; signingSecret: string | null; isResolved: boolean }> {
  const before = await requireEndpoint(app, accountId, id);
  if (given.url === null && id !== FIRST_ENDPOINT) {
    throw invalidField('url', 'can be null only for the first endpoint; remove the endpoint instead');
  }
  const { settings, isResolved } = await checked(app, given, before);
  const changed = await app.store.transaction((tx) => updateWebhook(app, tx, accountId, id, settings));
  if (changed === undefined) {
    throw missingEndpoint(id);
  }
  return { webhook: await requireEndpoint(app, accountId, id), ...changed, isResolved };
}

/** Removes an endpoint. @throws {AdminError} for the first one */
export async function removeEndpoint(app: App, accountId: number, id: number): Promise<void> {
  if (id === FIRST_ENDPOINT) {
    throw new AdminError('the first endpoint of an account cannot be removed', {
      hint: '`wigwag admin webhook set --off` removes its address',
    });
  }
  if (!(await app.store.transaction((tx) => removeWebhook(app, tx, accountId, id)))) {
    throw missingEndpoint(id);
  }
}

/** Enables an endpoint that was disabled after failures. Returns how many deliveries were resumed. */
export async function enableEndpoint(app: App, accountId: number, id: number): Promise<number> {
  if ((await requireEndpoint(app, accountId, id)).url === null) {
    throw new AdminError('the endpoint has no address', { hint: '`wigwag admin webhook set` sets one' });
  }
  return app.store.transaction((tx) => enableWebhook(app, tx, accountId, id));
}

/**
 * Rotates a signing secret. Returns the new one, only this once, and when the old one stops signing.
 *
 * @throws {AdminError} during the overlap of an earlier rotation, which ends first, unless the new one has no overlap
 */
export const rotateEndpointSecret = (app: App, accountId: number, id: number, overlapHours: number) =>
  changeSecrets(app, accountId, id, (tx, webhook) => {
    if (overlapHours > 0 && webhook.nextSecretAt !== null && isRotating(webhook, app.now())) {
      throw new AdminError(`the secret is already being rotated until ${isoOf(webhook.nextSecretAt)}`, {
        hint: 'end the overlap first, or rotate without one',
      });
    }
    return rotateSecret(app, tx, webhook, overlapHours);
  });

/** Ends the overlap of a rotation. @throws {AdminError} if there is none */
export const endEndpointOverlap = (app: App, accountId: number, id: number): Promise<void> =>
  changeSecrets(app, accountId, id, (tx, webhook) => {
    if (!isRotating(webhook, app.now())) {
      throw new AdminError(`the endpoint ${id} has only one signing secret`);
    }
    return endOverlap(app, tx, webhook);
  });

const changeSecrets = <Result>(
  app: App,
  accountId: number,
  id: number,
  change: (tx: Tx, webhook: Webhook) => Promise<Result>,
): Promise<Result> =>
  app.store.transaction(async (tx) => {
    const webhook = await tx.webhooks.findForUpdate(accountId, id);
    if (!webhook) {
      throw missingEndpoint(id);
    }
    return change(tx, webhook);
  });
