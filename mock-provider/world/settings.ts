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

/** What can be chosen about how the mock behaves. */
export interface SettingsOptions {
  appSecret?: string;
  verifyToken?: string;
  /** Milliseconds from acceptance to sent, to delivered, to read. @default 0 each */
  pacing?: { sent?: number; delivered?: number; read?: number };
  /** How WhatsApp refuses free-form messages outside the window. @default 'async' */
  windows?: Settings['windows'];
  /** @default 'v24.0' */
  webhookVersion?: Settings['webhookVersion'];
  /** Whether Messenger and Instagram echo sends. @default true */
  echoes?: boolean;
  /** Whether deliveries on Messenger name the messages beside the watermark. @default true */
  deliveryMids?: boolean;
  /** Collects callbacks into bodies of several entries. @default each on its own */
  batch?: { size: number; waitMs: number };
  /** @default 80 a second and number on WhatsApp, 300 a second elsewhere, no limit on messages to one person */
  limits?: Partial<Limits>;
}

/** What can be chosen anew while the mock runs; `batch: null` ends it. */
export type ChangeableOptions = Pick<
  SettingsOptions,
  'pacing' | 'windows' | 'webhookVersion' | 'echoes' | 'deliveryMids'
> & { batch?: Settings['batch'] };

const DEFAULT_LIMITS: Limits = { throughput: 80, pair: null, page: 300 };

export function settingsOf(options: SettingsOptions): Settings {
  return {
    appId: '1517776481860111',
    appSecret: options.appSecret ?? 'mock-app-secret',
    verifyToken: options.verifyToken ?? 'mock-verify-token',
    pacing: { sent: 0, delivered: 0, read: 0, ...options.pacing },
    windows: options.windows ?? 'async',
    webhookVersion: options.webhookVersion ?? 'v24.0',
    echoes: options.echoes ?? true,
    deliveryMids: options.deliveryMids ?? true,
    batch: options.batch ?? null,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
  };
}

/** Changes what is given and tells how the mock behaves from now on. */
export function changeSettings(settings: Settings, { pacing, ...changed }: ChangeableOptions): ChangeableOptions {
  Object.assign(settings, { pacing: { ...settings.pacing, ...pacing } }, changed);
  const { windows, webhookVersion, echoes, deliveryMids, batch } = settings;
  return { pacing: settings.pacing, windows, webhookVersion, echoes, deliveryMids, batch };
}
