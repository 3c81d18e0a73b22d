import type { Channel } from '@wigwag/openapi';
import type { ProviderBusiness } from '../domain/account/demo-account.ts';
import { type MetaTemplate, templateOf } from '../providers/whatsapp/templates.ts';

/** A business at the mock provider, with its templates as Meta lists them. */
export interface ControlBusiness extends Omit<ProviderBusiness, 'providerAppId' | 'templates'> {
  templates: readonly MetaTemplate[];
}

/** Returns the business in the domain's format. */
export const businessOf = ({ templates, ...business }: ControlBusiness, providerAppId: string): ProviderBusiness => ({
  ...business,
  providerAppId,
  templates: templates.map(templateOf),
});

/** A message from a customer, in the format of the control protocol. */
export interface ControlInbound {
  channel: Channel;
  /** Phone number ID, page ID or Instagram account ID. */
  providerId: string;
  from: { id: string; name?: string };
  type: string;
  text?: string;
  media?: { url: string; mime_type: string };
  location?: { latitude: number; longitude: number; name?: string; address?: string };
  button?: { payload: string; title: string };
  reply_to?: string;
}

/** The mock provider's response to the next sends or uploads. */
export interface ControlOutcome {
  channel: Channel;
  providerId: string;
  outcome: 'reject' | 'unavailable' | 'lost_reply' | 'fail' | 'statuses';
  applies_to?: 'send' | 'media';
  code?: number;
  statuses?: string[];
  times?: number;
}

/** A message that the mock provider accepted. */
export interface ControlSend {
  providerId: string;
  to: string;
  type: string;
  external_id: string;
  at: string;
  payload: unknown;
}

/** The mock provider of a server under test. The program that starts both connects them. */
export interface ControlledProvider {
  /** Returns a new business for a new account; the caller adds `providerAppId`. */
  addBusiness(): ControlBusiness;
  /** Removes the businesses that have one of these phone numbers, pages or Instagram accounts. */
  removeBusinesses(providerIds: readonly string[]): void;
  /** Returns the seeded business of the demo account. */
  demoBusiness(): ControlBusiness;
  receive(inbound: ControlInbound): Promise<{ external_id: string }>;
  next(outcome: ControlOutcome): void;
  /** Returns the sends of these phone numbers, pages and Instagram accounts, oldest first. */
  sends(providerIds: readonly string[]): ControlSend[];
  /** Creates or changes a template; a callback reports a changed status. */
  setTemplate(wabaId: string, template: MetaTemplate): void;
  /**
   * Opens a customer's window from before this provider started. The database stores the window, but the mock does not.
   */
  openWindow(providerId: string, person: string, writtenAt: Date): void;
  /** Sets the URL for callbacks. */
  setCallbackUrl(url: string): void;
  secrets: { appSecret: string; verifyToken: string };
  idle(): boolean;
  whenIdle(): Promise<void>;
  reset(): void;
}
