export { REQUESTS_PER_MINUTE, SCOPES, type Scope } from '@wigwag/openapi';
export { BackupError, backUp, sqlitePathOf } from './admin/backup.ts';
export { checkFlow, type FlowProblem } from './admin/check-flow.ts';
export { type MovedTable, moveDatabase } from './admin/move-database.ts';
export { MoveError, requireNotMoved } from './admin/move-note.ts';
export { openAdmin } from './admin/open-admin.ts';
export { type Restored, restore } from './admin/restore.ts';
export { type Rotation, rotateSecrets } from './admin/rotate-secrets.ts';
export { forgetDeleted } from './admin/vacuum.ts';
export type { App } from './app.ts';
export { type Clock, createStamps, realClock, VirtualClock } from './clock.ts';
export { createControlServer } from './control/control.ts';
export type { ControlInbound, ControlledProvider, ControlOutcome, ControlSend } from './control/provider.ts';
export { createTimekeeper, type Timekeeper } from './control/time.ts';
export {
  changeAccount,
  createAccount,
  createConnection,
  createKey,
  createProviderApp,
  isColor,
  isCountry,
  isTimeZone,
  type NewAccount,
  type NewConnection,
  type NewKey,
  renewSigningSecret,
  setWebhook,
} from './domain/account/accounts.ts';
export {
  type AccountSecrets,
  createDemoAccount,
  type DemoAccount,
  type ProviderBusiness,
} from './domain/account/demo-account.ts';
export { ApiError } from './domain/api-error.ts';
export {
  buttonPlacesOf,
  type CampaignPlan,
  type CampaignWish,
  createDigest,
  type Listed,
  planCampaign,
  requireListed,
  variableNamesOf,
} from './domain/campaigns/campaign-plan.ts';
export {
  addPeople,
  beginCampaign,
  openCampaign,
  removePeople,
  resumeCampaign,
  stopCampaign,
} from './domain/campaigns/create-campaign.ts';
export { checkConnection } from './domain/connections/check-connection.ts';
export { accessTokenOf } from './domain/connections/connection.ts';
export { type Erased, erasePerson } from './domain/people/erase-person.ts';
export { exportPerson } from './domain/people/export-person.ts';
export { findPerson } from './domain/people/find-person.ts';
export { syncTemplates } from './domain/templates/record-template.ts';
export { parseOrigin } from './domain/web-chat/origin.ts';
export {
  enableWebhook,
  isReplayable,
  type ReplayableState,
  replayDeliveries,
  replayDelivery,
} from './domain/webhooks/deliveries.ts';
export { callbackPath } from './http/meta-callbacks.ts';
export { webchatPath } from './http/web-chat/routes.ts';
export { type Config, ConfigError, parseNetwork, readConfig } from './process/config.ts';
export { LockedError } from './process/lock.ts';
export { ListenError, type RunningServer, startServer } from './process/start.ts';
export type { Finding } from './providers/provider.ts';
export { hashOf, randomText } from './secrets.ts';
export type { Account, AccountChanges } from './store/account/accounts.ts';
export type { ButtonValue, Campaign, NewRecipient, Recipient, RecipientState } from './store/campaigns/campaigns.ts';
export type { Connection } from './store/connections/connections.ts';
export { DatabaseError, NoDatabaseError } from './store/drivers/database.ts';
export type { Traces } from './store/people/personal-data.ts';
export type { DeliveryState, EventName } from './store/webhooks/deliveries.ts';
export { isoOf, microsecondsOf } from './time.ts';
export type { Worker } from './worker/worker.ts';
