/**
 * The operator's functions. Each enforces its rules, and throws `AdminError` if they refuse a request. The CLI and the
 * control port parse requests, call these functions, and print the results.
 */

export { checkConnection } from '../domain/connections/check-connection.ts';
export { findingsOf, reportFindings } from '../domain/connections/report-findings.ts';
export * from './accounts.ts';
export { AdminError } from './admin-error.ts';
export { listCallbackProblems } from './callbacks.ts';
export * from './campaigns.ts';
export { type CapacityEstimate, estimateCapacity } from './capacity.ts';
export * from './connections.ts';
export { backUp, sqlitePathOf } from './database/backup.ts';
export { holdSends } from './database/hold-sends.ts';
export { moveDatabase } from './database/move-database.ts';
export { requireDatabaseNotMoved } from './database/moved-to-postgres.ts';
export { restore } from './database/restore.ts';
export { countSealed, rotateSecrets } from './database/rotate-secrets.ts';
export { vacuum as forgetDeleted } from './database/vacuum.ts';
export * from './deliveries.ts';
export { addEndpoint } from './endpoints.ts';
export * from './keys.ts';
export * from './labels-agents.ts';
export { cancelMove, type MoveStep, moveAccount } from './move-account.ts';
export { adminOperations } from './operations/operations.ts';
export { ERASED_BYTES_REMAIN } from './operations/people.ts';
export type { AdminInput, AdminOperation, AdminOutput } from './operations/types.ts';
export * from './people.ts';
export { checkProxy } from './proxy.ts';
export { createDevLink } from './sessions.ts';
export * from './templates.ts';
export { enableWebhook, isWebhookEnabled, setWebhook } from './webhooks.ts';
