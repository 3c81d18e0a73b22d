/** The mock's settings, with all defaults filled in. */
export interface MockSettings {
  appId: string;
  appSecret: string;
  verifyToken: string;
  /** Milliseconds from acceptance to `sent`, from there to `delivered`, from there to `read`. */
  pacing: { sent: number; delivered: number; read: number };
  /** How a send outside the window is refused on WhatsApp: 131047 in a `failed` status, in the reply, or not at all. */
  windows: 'async' | 'sync' | 'off';
  /** Format of WhatsApp statuses: until v23 with `conversation`, from v24 without. */
  webhookVersion: 'v23.0' | 'v24.0';
  /**
   * `pricing` in WhatsApp statuses: none, or by the template's category. Free-form messages, and utility templates in an
   * open window, are free or, as vendors report since October 2026, billed.
   */
  pricing: 'off' | 'free_service' | 'billed_service';
  /** Whether requests to Graph need `appsecret_proof`. */
  requireAppSecretProof: boolean;
  /** Whether sends on Messenger and Instagram are reported as echoes. */
  echoes: boolean;
  /** Whether deliveries on Messenger include message IDs in addition to the watermark. */
  deliveryMids: boolean;
  /** Batches callbacks into bodies of several entries; `null` sends each separately. */
  batch: { size: number; waitMs: number } | null;
  /** Whether WhatsApp callbacks have business-scoped user IDs, as since April 2026. */
  userIds: boolean;
  /** Whether everyone on WhatsApp has a username, so that callbacks often have no phone number. */
  usernames: boolean;
  /** Whether portfolios keep the phone numbers of people who used them in a chat. */
  contactBook: boolean;
  /** Whether portfolios are enrolled for parent user IDs. All of them belong to one parent account. */
  parentUserIds: boolean;
  /** WhatsApp's format of numbers, by the number that a business sends to. */
  waIds: Readonly<Record<string, string>>;
  limits: Limits;
}

export interface Limits {
  /** Messages per second for each number. Above this, error 130429. `null` means no limit. */
  throughput: number | null;
  /** Messages to one person: a burst, then one every `everyMs`. Above this, error 131056. `null` means no limit. */
  pair: { burst: number; everyMs: number } | null;
  /**
   * Messenger and Instagram: messages per second for each page or account. Above this, error 613. `null` means no
   * limit.
   */
  page: number | null;
}

/** The options of the mock. */
export interface SettingsOptions {
  appSecret?: string;
  verifyToken?: string;
  /** Milliseconds from acceptance to sent, to delivered, to read. @default 0 each */
  pacing?: { sent?: number; delivered?: number; read?: number };
  /** How WhatsApp refuses free-form messages outside the window. @default 'async' */
  windows?: MockSettings['windows'];
  /** @default 'v24.0' */
  webhookVersion?: MockSettings['webhookVersion'];
  /** Whether WhatsApp statuses have `pricing`, and whether service messages are billed. @default 'free_service' */
  pricing?: MockSettings['pricing'];
  /** Whether requests to Graph need `appsecret_proof`. A given proof is always checked. @default false */
  requireAppSecretProof?: boolean;
  /** Whether Messenger and Instagram echo sends. @default true */
  echoes?: boolean;
  /** Whether deliveries on Messenger include message IDs in addition to the watermark. @default true */
  deliveryMids?: boolean;
  /** Batches callbacks into bodies of several entries. @default each separately */
  batch?: { size: number; waitMs: number };
  /** Whether WhatsApp callbacks have business-scoped user IDs. @default true */
  userIds?: boolean;
  /** Whether everyone on WhatsApp has a username. @default false */
  usernames?: boolean;
  /** Whether WhatsApp keeps the phone numbers of people who used them in a chat. @default true */
  contactBook?: boolean;
  /** Whether WhatsApp callbacks have parent user IDs. @default false */
  parentUserIds?: boolean;
  /**
   * WhatsApp's format of numbers that have another one, such as `{ '5511911112222': '551111112222' }`. Responses then
   * have the given number in `input` and this one in `wa_id`, and callbacks have only this one.
   *
   * @default the formats of Argentina, Brazil and Mexico
   */
  waIds?: Readonly<Record<string, string>>;
  /** @default 80 per second and number on WhatsApp, 300 per second elsewhere, no limit on messages to one person */
  limits?: Partial<Limits>;
}

/** Options that can change while the mock runs; `batch: null` ends batching. */
export type ChangeableOptions = Pick<
  SettingsOptions,
  | 'pacing'
  | 'windows'
  | 'webhookVersion'
  | 'pricing'
  | 'requireAppSecretProof'
  | 'echoes'
  | 'deliveryMids'
  | 'userIds'
  | 'usernames'
  | 'contactBook'
  | 'parentUserIds'
  | 'waIds'
> & { batch?: MockSettings['batch'] };

const DEFAULT_LIMITS: Limits = { throughput: 80, pair: null, page: 300 };

export function settingsOf(options: SettingsOptions): MockSettings {
  return {
    appId: '1517776481860111',
    appSecret: options.appSecret ?? 'mock-app-secret',
    verifyToken: options.verifyToken ?? 'mock-verify-token',
    pacing: { sent: 0, delivered: 0, read: 0, ...options.pacing },
    windows: options.windows ?? 'async',
    webhookVersion: options.webhookVersion ?? 'v24.0',
    pricing: options.pricing ?? 'free_service',
    requireAppSecretProof: options.requireAppSecretProof ?? false,
    echoes: options.echoes ?? true,
    deliveryMids: options.deliveryMids ?? true,
    batch: options.batch ?? null,
    userIds: options.userIds ?? true,
    usernames: options.usernames ?? false,
    contactBook: options.contactBook ?? true,
    parentUserIds: options.parentUserIds ?? false,
    waIds: options.waIds ?? {},
    limits: { ...DEFAULT_LIMITS, ...options.limits },
  };
}

/** Changes the given settings and returns all settings. */
export function changeSettings(
  settings: MockSettings,
  { pacing, waIds, ...changed }: ChangeableOptions,
): ChangeableOptions {
  const merged = { pacing: { ...settings.pacing, ...pacing }, waIds: { ...settings.waIds, ...waIds } };
  Object.assign(settings, merged, changed);
  const { appId: _, appSecret: __, verifyToken: ___, limits: ____, ...changeable } = settings;
  return changeable;
}
