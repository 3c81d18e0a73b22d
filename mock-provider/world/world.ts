import type { Callbacks } from '../callbacks/callbacks.ts';
import type { Faults } from '../faults/faults.ts';
import type { Clock } from './clock.ts';
import type { State } from './state.ts';
import type { Work } from './work.ts';

/** How the mock behaves, with every default filled in. */
export interface Settings {
  appId: string;
  appSecret: string;
  verifyToken: string;
  /** Milliseconds from acceptance to `sent`, from there to `delivered`, from there to `read`. */
  pacing: { sent: number; delivered: number; read: number };
  /** How a send outside the window is refused on WhatsApp: 131047 in a `failed` status, in the reply, or not at all. */
  windows: 'async' | 'sync' | 'off';
  /** Form of WhatsApp statuses: until v23 with `conversation`, from v24 without. */
  webhookVersion: 'v23.0' | 'v24.0';
  /** Whether sends of Messenger and Instagram come back as echoes. */
  echoes: boolean;
  /** Whether deliveries on Messenger name the messages beside the watermark. */
  deliveryMids: boolean;
  /** Collects callbacks into bodies of several entries; `null` sends each on its own. */
  batch: { size: number; waitMs: number } | null;
  limits: Limits;
}

export interface Limits {
  /** Messages a second and number, 130429 beyond it; `null` for no limit. */
  throughput: number | null;
  /** Messages to one person: so many at once, then one each `everyMs`, 131056 beyond it; `null` for no limit. */
  pair: { burst: number; everyMs: number } | null;
  /** Messenger and Instagram: messages a second and page or account, 613 beyond it; `null` for no limit. */
  page: number | null;
}

/** What every part of the mock works on. */
export interface World {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly work: Work;
  readonly faults: Faults;
  readonly callbacks: Callbacks;
  /** Replaced by a reset; whoever waited for something compares it and lets go. */
  state: State;
  /** Where the mock listens, once it does. */
  origin?: string;
}

export function iso(world: World): string {
  return new Date(world.clock.now()).toISOString();
}
