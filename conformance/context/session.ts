import type { Channel } from '@wigwag/openapi';
import type { Api } from '../api.ts';
import type { Control, ControlBody } from '../control.ts';
import type { Hooks } from '../receiver.ts';
import type { Target } from '../target.ts';

/** What all cases of a run share. */
export interface Session {
  target: Target;
  api: Api;
  /** Undefined when the target offers none. */
  control: Control | undefined;
  /** Whether the clock of the target can be moved. */
  movesClock: boolean;
  hooks: Hooks;
  /** Why the events of a target without control cannot be judged. */
  webhookFault: string | undefined;
  /** A number that no other call gives. */
  next: () => number;
  /** What cases only read and may therefore share. */
  shared: Map<string, Promise<unknown>>;
}

/** An account of the case's own, or the only one that the target offers. */
export interface Account {
  /** Undefined when the target offers no control protocol. */
  id: string | undefined;
  companyId: number | undefined;
  live: string;
  test: string;
  secret: string;
  connections: Record<Channel, string> | undefined;
}

export interface KeyOptions {
  mode?: 'live' | 'test';
  scopes?: ControlBody<'createKey'>['scopes'];
  allowed_ips?: string[];
  revoked?: boolean;
  requests_per_minute?: number;
}

/** What a customer writes, beside who does. */
export type Written = Partial<Omit<ControlBody<'receiveInbound'>, 'account_id' | 'from' | 'channel'>>;
