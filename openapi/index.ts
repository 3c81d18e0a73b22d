export {
  ADMIN_OPERATIONS,
  type AdminOperations,
  adminDocument,
  ROLE_SCOPES,
  ROLES,
  type Role,
  rolesOf,
  SESSION_OPERATIONS,
  type SessionOperation,
} from './admin.ts';
export { burstOf } from './burst.ts';
export { CAPABILITIES, type Capabilities, FEATURES, type Feature } from './channels.ts';
export { CONTROL_OPERATIONS, type ControlOperations, controlDocument } from './control.ts';
export {
  document,
  KEY_PARAMETER,
  OPERATIONS,
  type Operation,
  type OperationId,
  operationFor,
  resolveReference,
} from './document.ts';
export { ERROR_EXAMPLES, type ErrorExample, errorExample } from './error-examples.ts';
export {
  ERRORS,
  type ErrorBody,
  type ErrorCode,
  type ErrorDetails,
  type ErrorRow,
  type ErrorValues,
  errorBody,
  messageOf,
  type Placeholders,
} from './errors.ts';
export { FAILURE_FIXES } from './failures.ts';
export type { components as AdminComponents, paths as AdminPaths } from './generated/admin.ts';
export { CHANNELS, type Channel, EVENTS, type EventName, SCOPES, type Scope } from './generated/names.ts';
export type { components, operations, paths, webhooks } from './generated/types.ts';
export * from './limits.ts';
export { camelCase, methodName } from './sdk-names.ts';
export {
  type DocumentOperation,
  type Node,
  nameOf,
  type OperationNode,
  operationsOf,
  type Parameter,
  referenceTo,
  resolved,
  type Schema,
  targetOf,
} from './walk.ts';
