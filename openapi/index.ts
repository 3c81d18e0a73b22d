export { burstOf } from './burst.ts';
export { type Capabilities, CHANNELS, type Channel, FEATURES, type Feature } from './channels.ts';
export { type ControlOperations, controlDocument } from './control.ts';
export {
  document,
  KEY_PARAMETER,
  type Method,
  OPERATIONS,
  type Operation,
  type OperationId,
  type Parameter,
  resolveReference,
  type Schema,
  type Scope,
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
export type { components, operations, paths, webhooks } from './generated/types.ts';
export * from './limits.ts';
