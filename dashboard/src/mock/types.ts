/** What the control API of the mock returns to its page (docs/mock-provider.md, "Data of the page"). The mock imports it. */

export interface Business {
  id: string;
  channel: string;
  name: string;
  handle: string;
  waba_id?: string;
  templates?: number;
  subscribed: boolean;
}

export interface Template {
  waba_id: string;
  name: string;
  language: string;
  category: string;
  status: string;
}

export interface Lab {
  /** Milliseconds. */
  now: number;
  idle: boolean;
  /** Whether the clock is virtual. */
  movable: boolean;
  callback_url: string | null;
  credentials: object;
  businesses: Business[];
  templates: Template[];
  faults: object[];
  fault_words: { applies_to: readonly string[]; outcomes: readonly string[] };
}

/** A part of a list: the rows from `offset`, and the number of all rows. */
export interface Slice<Row> {
  total: number;
  offset: number;
  rows: Row[];
}

export interface Person {
  channel: string;
  business_id: string;
  business: string;
  id: string;
  name: string;
  phone?: string;
  username?: string;
  user_id?: string;
  /** How many messages the business wrote. */
  written: number;
  /** How many of them came after the person's last message. */
  unread: number;
  last?: { at: number; from: Message['from']; text: string };
}

export interface FileOf {
  kind: string;
  id?: string;
  url?: string;
  mime_type?: string;
  filename?: string;
  size?: number;
  voice: boolean;
}

export interface Choice {
  payload: string;
  title: string;
  description?: string;
  /** A postback button of Messenger or Instagram. */
  postback?: boolean;
  /** A button of a template. */
  template?: boolean;
}

export interface Message {
  id: string;
  from: 'person' | 'business';
  at: number;
  type: string;
  status?: string;
  text?: string;
  header?: string;
  footer?: string;
  template?: string;
  reply_to?: string;
  tapped?: boolean;
  edited?: boolean;
  deleted?: boolean;
  choices?: Choice[];
  /** The button that opens the list of choices. */
  list_button?: string;
  links?: { title: string; url?: string }[];
  files?: FileOf[];
  location?: { latitude: number; longitude: number; name?: string; address?: string };
  cards?: { name: string; phones: string[]; emails: string[]; organization?: string }[];
  order?: { text?: string; items: { product: string; quantity: number; price: number; currency?: string }[] };
  form?: { name?: string; response: unknown };
  reaction?: { to?: string; emoji: string };
  referral?: { title: string; body?: string; source?: string; url?: string };
  shares?: { kind: string; title?: string; url?: string }[];
  error?: string;
}

export interface Chat extends Slice<Message> {
  /** Null if the mock does not know the person. */
  person: Person | null;
}

export interface Callback {
  id: number;
  at: string;
  url: string;
  channel: string;
  business_id: string;
  events: string[];
  attempt: number;
  status_code: number | null;
  error?: string;
  body: unknown;
  signature: string;
}

export interface Send {
  channel: string;
  business_id: string;
  to: string;
  type: string;
  external_id: string;
  at: string;
  status: string;
  payload: unknown;
}

export interface Example {
  name: string;
  channel: string;
  call: 'receive' | 'report';
  body: Record<string, unknown>;
}
