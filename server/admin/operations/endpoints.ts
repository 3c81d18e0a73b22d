import { adminDocument } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { isRotating } from '../../domain/webhooks/signing-secrets.ts';
import type { Webhook } from '../../store/webhooks/webhooks.ts';
import { requireAccount } from '../accounts.ts';
import {
  addEndpoint,
  type EndpointSettings,
  enableEndpoint,
  endEndpointOverlap,
  headerNames,
  listEndpoints,
  removeEndpoint,
  requireEndpoint,
  rotateEndpointSecret,
  testEndpoint,
  updateEndpoint,
} from '../endpoints.ts';
import { isoOrNull } from './times.ts';
import type { AdminInput, AdminOutput, OperationHandlers } from './types.ts';

const { default: OVERLAP_HOURS } = adminDocument.components.schemas.RotateSecretRequest.properties.overlap_hours;

const recordOf = (app: App, webhook: Webhook): AdminOutput<'getEndpoint'> => ({
  id: webhook.id,
  name: webhook.name,
  url: webhook.url,
  events: [...webhook.events],
  filter: webhook.filter,
  has_password: webhook.password !== null,
  headers: headerNames(app, webhook),
  retry_minutes: webhook.retryMinutes && [...webhook.retryMinutes],
  failures_to_disable: webhook.failuresToDisable,
  is_enabled: webhook.isEnabled,
  is_paused: webhook.isPaused,
  consecutive_failures: webhook.consecutiveFailures,
  overlap_ends_at: isoOrNull(isRotating(webhook, app.now()) ? webhook.nextSecretAt : null),
});

/** Returns the settings that a request gives. */
function settingsOf(input: Omit<AdminInput<'updateEndpoint'>, 'account' | 'endpoint'>): EndpointSettings {
  const { url, name, events, filter, password, headers, is_paused, retry_minutes, failures_to_disable } = input;
  return {
    ...(url !== undefined && { url }),
    ...(name !== undefined && { name }),
    ...(events !== undefined && { events: [...new Set(events)] }),
    ...(filter !== undefined && { filter }),
    ...(password !== undefined && { password }),
    ...(headers !== undefined && { headers }),
    ...(is_paused !== undefined && { isPaused: is_paused }),
    ...(retry_minutes !== undefined && { retryMinutes: retry_minutes }),
    ...(failures_to_disable !== undefined && { failuresToDisable: failures_to_disable }),
  };
}

/** All webhook endpoints of an account. */
export const endpointOperations: OperationHandlers<
  | 'listEndpoints'
  | 'addEndpoint'
  | 'getEndpoint'
  | 'updateEndpoint'
  | 'removeEndpoint'
  | 'enableEndpoint'
  | 'testEndpoint'
  | 'rotateEndpointSecret'
  | 'endEndpointOverlap'
> = {
  listEndpoints: async (app, { account }) => {
    const endpoints = await listEndpoints(app, await requireAccount(app, account));
    return { endpoints: endpoints.map((webhook) => recordOf(app, webhook)) };
  },

  addEndpoint: async (app, { account, ...given }) => {
    const accountId = await requireAccount(app, account);
    const settings = { ...settingsOf(given), url: given.url };
    const { webhook, signingSecret, isResolved } = await addEndpoint(app, accountId, settings);
    return { ...recordOf(app, webhook), signing_secret: signingSecret, is_resolved: isResolved };
  },

  testEndpoint: async (app, { account, endpoint, event }) => {
    const { deliveryId, answer } = await testEndpoint(app, await requireAccount(app, account), endpoint, event);
    const { statusCode, problem, responsePrefix, durationMs } = answer;
    return {
      delivery_id: deliveryId,
      event,
      accepted: problem === null,
      status_code: statusCode,
      problem,
      response_prefix: responsePrefix,
      duration_ms: durationMs,
    };
  },

  getEndpoint: async (app, { account, endpoint }) =>
    recordOf(app, await requireEndpoint(app, await requireAccount(app, account), endpoint)),

  updateEndpoint: async (app, { account, endpoint, ...given }) => {
    const accountId = await requireAccount(app, account);
    const changed = await updateEndpoint(app, accountId, endpoint, settingsOf(given));
    const { webhook, resumed, signingSecret, isResolved } = changed;
    return { ...recordOf(app, webhook), signing_secret: signingSecret, resumed, is_resolved: isResolved };
  },

  removeEndpoint: async (app, { account, endpoint }) => {
    await removeEndpoint(app, await requireAccount(app, account), endpoint);
    return { id: endpoint, removed: true };
  },

  enableEndpoint: async (app, { account, endpoint }) => {
    const resumed = await enableEndpoint(app, await requireAccount(app, account), endpoint);
    return { id: endpoint, enabled: true, resumed };
  },

  rotateEndpointSecret: async (app, { account, endpoint, overlap_hours: hours = OVERLAP_HOURS }) => {
    const accountId = await requireAccount(app, account);
    const { signingSecret, overlapEndsAt } = await rotateEndpointSecret(app, accountId, endpoint, hours);
    return { id: endpoint, signing_secret: signingSecret, overlap_ends_at: isoOrNull(overlapEndsAt) };
  },

  endEndpointOverlap: async (app, { account, endpoint }) => {
    await endEndpointOverlap(app, await requireAccount(app, account), endpoint);
    return { id: endpoint, ended: true };
  },
};
