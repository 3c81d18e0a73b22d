import type { Channel } from '@wigwag/openapi';
import type { ProviderBusiness } from '../domain/account/demo-account.ts';
import { type MetaTemplate, templateOf } from '../providers/whatsapp/templates.ts';

/** A business at the pretended provider, with its templates as Meta lists them. */
export interface ControlBusiness extends Omit<ProviderBusiness, 'providerAppId' | 'templates'> {
  templates: readonly MetaTemplate[];
}

/** Returns the business as the domain takes it. */
export const businessOf = ({ templates, ...business }: ControlBusiness, providerAppId: string): ProviderBusiness => ({
  ...business,
  providerAppId,
  templates: templates.map(templateOf),
});

/** A message from a customer, as the control protocol gives it. */
export interface ControlInbound {
  channel: Channel;
  /** Phone number id, page id or Instagram account id. */
  providerId: string;
  from: { id: string; name?: string };
  type: string;
  text?: string;
  media?: { url: string; mime_type: string };
  location?: { latitude: number; longitude: number; name?: string; address?: string };
  button?: { payload: string; title: string };
  reply_to?: string;
}

/** How the provider is to treat the next sends or uploads. */
export interface ControlOutcome {
  channel: Channel;
  providerId: string;
  outcome: 'reject' | 'unavailable' | 'lost_reply' | 'fail' | 'statuses';
  applies_to?: 'send' | 'media';
  code?: number;
  statuses?: string[];
  times?: number;
}

/** What a pretended provider really accepted. */
export interface ControlSend {
  providerId: string;
  to: string;
  type: string;
  external_id: string;
  at: string;
  payload: unknown;
}

/** The pretended provider behind a server that is under test; whoever starts both makes the connection. */
export interface ControlledProvider {
  /** A fresh business for a new account. `providerAppId` is ours to add. */
  addBusiness(): ControlBusiness;
  /** The seeded business of the demo account. */
  demoBusiness(): ControlBusiness;
  receive(inbound: ControlInbound): Promise<{ external_id: string }>;
  next(outcome: ControlOutcome): void;
  sends(): ControlSend[];
  /** Makes or changes a template; a changed status is told by callback. */
  setTemplate(wabaId: string, template: MetaTemplate): void;
  /** The customer's window was opened before this provider was started: it forgets, the database does not. */
  openWindow(providerId: string, person: string, writtenAt: Date): void;
  /** Where callbacks go. */
  setCallbackUrl(url: string): void;
  secrets: { appSecret: string; verifyToken: string };
  idle(): boolean;
  whenIdle(): Promise<void>;
  reset(): void;
}
