export { REQUESTS_PER_MINUTE } from '@wigwag/openapi';
export { openAdmin } from './admin.ts';
export type { App } from './app.ts';
export { BackupError, backUp, sqlitePathOf } from './backup.ts';
export { checkFlow, type FlowProblem } from './check-flow.ts';
export { type Clock, createStamps, realClock, VirtualClock } from './clock.ts';
export { type Config, ConfigError, parseNetwork, readConfig } from './config.ts';
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
  SCOPES,
  setWebhook,
} from './domain/accounts.ts';
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
} from './domain/campaign-plan.ts';
export { checkConnection } from './domain/check-connection.ts';
export { accessTokenOf } from './domain/connection.ts';
export {
  addPeople,
  beginCampaign,
  openCampaign,
  removePeople,
  resumeCampaign,
  stopCampaign,
} from './domain/create-campaign.ts';
export {
  enableWebhook,
  isReplayable,
  type ReplayableState,
  replayDeliveries,
  replayDelivery,
} from './domain/deliveries.ts';
export {
  type AccountSecrets,
  createDemoAccount,
  type DemoAccount,
  type ProviderBusiness,
} from './domain/demo-account.ts';
export { type Erased, erasePerson } from './domain/erase-person.ts';
export { exportPerson } from './domain/export-person.ts';
export { findPerson } from './domain/find-person.ts';
export { parseOrigin } from './domain/origin.ts';
export { syncTemplates } from './domain/record-template.ts';
export { forgetDeleted } from './forget-deleted.ts';
export { callbackPath } from './http/undocumented.ts';
export { webchatPath } from './http/webchat/routes.ts';
export { LockedError } from './lock.ts';
export { type MovedTable, moveDatabase } from './move-database.ts';
export { MoveError, requireNotMoved } from './move-note.ts';
export type { Finding } from './outbound/providers/provider.ts';
export { type Restored, restore } from './restore.ts';
export { type Rotation, rotateSecrets } from './rotate-secrets.ts';
export { hashOf, randomText } from './secrets.ts';
export { ListenError, type RunningServer, startServer } from './start.ts';
export type { Account, AccountChanges } from './store/accounts.ts';
export type { ButtonValue, Campaign, NewRecipient, Recipient, RecipientState } from './store/campaigns.ts';
export type { Connection } from './store/connections.ts';
export { DatabaseError, NoDatabaseError } from './store/database.ts';
export type { DeliveryState, EventName } from './store/deliveries.ts';
export type { Traces } from './store/traces.ts';
export { isoOf, microsecondsOf } from './time.ts';
export type { Worker } from './worker/worker.ts';
