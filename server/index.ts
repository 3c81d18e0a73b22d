/** The operator's functions: accounts, keys, connections, webhooks, campaigns, people, the database. */
export { ADMIN_OPERATIONS } from '@wigwag/openapi';
export * as admin from './admin/index.ts';
export { openAdmin } from './admin/open-admin.ts';
export type { App } from './app/app.ts';
export { randomText } from './base/secrets.ts';
export { isoOf, microsecondsOf } from './base/time.ts';
export { type Config, readConfig } from './config/config.ts';
/** The additional parts of `wigwag dev`: the control protocol and the seeded account. */
export { createControlServer } from './control/control.ts';
export * as demo from './control/demo.ts';
export type { ControlledProvider } from './control/provider.ts';
export { createTimekeeper } from './control/time.ts';
export { type AccountSecrets, createDemoAccount, type DemoAccount } from './domain/account/demo-account.ts';
export type { CampaignPlan } from './domain/campaigns/campaign-plan.ts';
export { realClock, VirtualClock } from './engine/clock.ts';
export { NoDatabaseError } from './engine/drivers/connect.ts';
export { checkFlow } from './http/flows/check-flow.ts';
export type { ServedRequest } from './http/served-request.ts';
export { ListenError, type RunningServer, startServer } from './process/start.ts';
export type { Finding } from './providers/provider.ts';
/** Records that the functions of `admin` accept and return. */
export type { Account, AccountChanges } from './store/account/accounts.ts';
export type { ButtonValue, Campaign, NewRecipient, Recipient, RecipientState } from './store/campaigns/campaigns.ts';
export type { Connection } from './store/connections/connections.ts';
export type { PersonalData as Traces } from './store/people/personal-data.ts';
export type { DeliveryState, EventName } from './store/webhooks/deliveries.ts';
