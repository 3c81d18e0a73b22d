import type { Channel } from './generated/names.ts';
import { type MediaKind, PROVIDER_SENDS_PER_SECOND, WINDOW_HOURS } from './limits.ts';

export type Feature = 'text' | 'media' | 'location' | 'interactive' | 'template';

/** The features and limits of one channel. */
export interface Capabilities {
  /** The kind of `to`: an international number, the `from.id` of an event, or a visitor ID. */
  recipient: 'phone' | 'sender' | 'visitor';
  /** Hours after the customer's last message in which free-form messages are allowed; null for no limit. */
  windowHours: number | null;
  /** The maximum length of a text, in `textUnit` (§8; on web, our limit: web-text-length). */
  maxTextLength: number;
  /** Instagram counts bytes of UTF-8 (Meta, "Send a Message" of Instagram Messaging), the others characters. */
  textUnit: 'characters' | 'bytes';
  /** Whether longer text is split (true) or refused (false). */
  splitsText: boolean;
  mediaFrom: readonly ('id' | 'url')[];
  /** Kinds of files with captions. The caption of any other kind is sent as a text after the file. */
  captions: readonly MediaKind[];
  features: readonly Feature[];
  /** The provider's limit for one connection; null if the channel has no provider. */
  sendsPerSecond: number | null;
  /** The prefix of connection IDs. */
  prefix: string;
}

/** §1 as a table. A new channel is a row here and a provider in the server. */
export const CAPABILITIES: Record<Channel, Capabilities> = {
  whatsapp: {
    recipient: 'phone',
    windowHours: WINDOW_HOURS,
    maxTextLength: 4096,
    textUnit: 'characters',
    splitsText: false,
    mediaFrom: ['id', 'url'],
    captions: ['image', 'video', 'document'],
    features: ['text', 'media', 'location', 'interactive', 'template'],
    sendsPerSecond: PROVIDER_SENDS_PER_SECOND.whatsapp,
    prefix: 'wa',
  },
  instagram: {
    recipient: 'sender',
    windowHours: WINDOW_HOURS,
    maxTextLength: 1000,
    textUnit: 'bytes',
    splitsText: true,
    mediaFrom: ['url'],
    captions: [],
    features: ['text', 'media', 'interactive'],
    sendsPerSecond: PROVIDER_SENDS_PER_SECOND.page,
    prefix: 'ig',
  },
  messenger: {
    recipient: 'sender',
    windowHours: WINDOW_HOURS,
    maxTextLength: 2000,
    textUnit: 'characters',
    splitsText: true,
    mediaFrom: ['url'],
    captions: [],
    features: ['text', 'media', 'interactive'],
    sendsPerSecond: PROVIDER_SENDS_PER_SECOND.page,
    prefix: 'fb',
  },
  web: {
    recipient: 'visitor',
    windowHours: null,
    maxTextLength: 4096,
    textUnit: 'characters',
    splitsText: false,
    mediaFrom: ['url'],
    captions: ['image', 'video', 'audio', 'document'],
    features: ['text', 'media'],
    sendsPerSecond: null,
    prefix: 'web',
  },
};

/** The features shown in a channel table, in order. */
export const FEATURES: readonly Feature[] = ['text', 'media', 'location', 'interactive', 'template'];
