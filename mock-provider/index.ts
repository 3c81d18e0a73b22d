export { type Clock, createManualClock, type ManualClock, realClock } from './clock.ts';
export {
  type CallbackAttempt,
  type Channel,
  type Contact,
  type Credentials,
  createMockProvider,
  type Deliver,
  type FaultRule,
  type Inbound,
  type Json,
  type Limits,
  type MockOptions,
  type MockProvider,
  type Send,
  type Template,
} from './mock-provider.ts';
