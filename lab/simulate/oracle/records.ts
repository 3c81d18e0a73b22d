import type { MockProvider } from '../../../mock-provider/index.ts';

/** A send that the provider accepted. */
export type ProviderSend = ReturnType<MockProvider['sends']>[number];

/** A response from the API. */
export interface ApiReply {
  status: number;
  headers: Record<string, string>;
  body: { success: boolean; data: Record<string, unknown>; error?: { code: string } };
}

/** A request with a key that has a low limit. Times are in microseconds. */
export interface Limited {
  begun: number;
  ended: number;
  reply: ApiReply;
  /** Made alone, after the `Retry-After` of the requests before. */
  isRetry: boolean;
}

/** The unique text in a message that a client sends. */
export const TOKEN = /out-\d+-\d+/;

/** A message that a client wants to send. */
export interface ApiSend {
  account: number;
  /** A unique text in the message, which identifies it everywhere. */
  token: string;
  channel: string;
  to: string;
  kind: 'text' | 'utility' | 'marketing';
  key: string | undefined;
  /** The whole text of a message that may be split. */
  text?: string;
  /** The hash of the uploaded file that it sends. */
  file?: string;
  /** Sent with a test key. */
  isTest?: boolean;
  at: number;
  /** The message IDs that the API returned for it. */
  ids: Set<string>;
}

/** A message from a customer. */
export interface InboundRecord {
  account: number;
  channel: string;
  person: string;
  /** A unique text, which is also the payload of a press. */
  text: string;
  /** The title of the pressed button. */
  button?: string;
  /** The hash of the file in it. */
  file?: string;
  at: number;
  /** When the event stream showed it. */
  knownAt: number | undefined;
  /** Whether the provider accepted it from the customer. The server has acknowledged its callback, or will later. */
  isAccepted: boolean;
  externalId: string | undefined;
}

/** An event as a receiver or a client of the event stream got it. */
export interface EventRecord {
  id: string;
  event: string;
  created_at: string;
  /** Set on events of a test key. */
  test?: boolean;
  data: {
    template?: { name: string; status: string };
    message?: {
      id: string;
      external_id: string | null;
      status?: string;
      text?: string;
      media?: { url: string } | null;
      channel: string;
      from?: { phone: string | null; user_id: string | null };
      button?: { payload: string } | null;
    };
  };
}

/** What a receiver has seen of a delivery. */
export interface DeliveryRecord {
  event: DeliveryBody;
  /** The number of the last attempt. */
  attempts: number;
  /** Whether the receiver has ever returned 2xx. */
  isAcknowledged: boolean;
}

/** Returns the data of an event for comparison. Each delivery has a new link to a customer's file (received-media). */
export const contentOf = (data: unknown): string =>
  JSON.stringify(data, (name, value) => (name === 'media' ? undefined : value));

/** Returns the unique text of a customer's message. */
export const textOf = ({ data }: Pick<EventRecord, 'data'>): string | undefined =>
  data.message?.button?.payload ?? data.message?.text;

/** A person who has changed the number or user ID, as the API shows them at the end. */
export interface ChangedPerson {
  account: number;
  person: string;
  next: string;
  /** The name in the conversation that each of the two names leads to. */
  foundBy: { first: string | undefined; next: string | undefined };
  /** The texts in the history, newest first. */
  texts: readonly (string | null)[];
  contact: { opted_out?: boolean; blocked?: boolean } | undefined;
}

/** A message on the page of a visitor of a web chat. */
export interface VisitorPageMessage {
  id: string;
  direction: 'in' | 'out';
  text: string;
  status: string | null;
  position: number;
}

/** The page of a visitor, with the messages that it shows, oldest first. */
export interface VisitorPage {
  visitor: string;
  messages: VisitorPageMessage[];
  /** Whether there are older messages that it does not show. Undefined until it has all of the newest ones. */
  hasOlder: boolean | undefined;
}

export type DeliveryBody = { id: string; event: string; attempt: number; data: EventRecord['data'] };

/** A run as `GET /flows/{id}/runs` shows it. */
export interface FlowRunRecord {
  phone: string;
  status: 'running' | 'done' | 'stopped';
  current_step: number;
  stop_reason: string | null;
}

/** A flow as the API shows it at the end. */
export interface FlowState {
  account: number;
  name: string;
  runs: readonly FlowRunRecord[];
  stats: {
    entered: number;
    running: number;
    done: number;
    stopped: number;
    messages_sent: number;
    stop_reasons: Record<string, number>;
    funnel: readonly { step: number; reached: number }[];
  };
}
