import type { components } from '@wigwag/openapi';

/** The file of a stored message: its URL, or our ID and the provider's ID. */
export type StoredMedia = { url: string } | { id: string; provider_id: string | null; mime_type: string };

/** A stored file with its name at upload. */
export type StoredFile = StoredMedia & { filename?: string };

/** A link below a text; API requests have no such form. */
export interface LinkChoice {
  kind: 'link';
  text: string;
  title: string;
  url: string;
}

/** The value of one variable, with its name in a NAMED template. */
export interface TemplateParameter {
  name?: string;
  text: string;
}

/** The text of a button of a template. */
export interface FilledButton {
  index: number;
  text: string;
  /** How the provider gets the text: as the end of a link, a code to copy, a form's token or a product. @default 'url' */
  kind?: 'url' | 'copy_code' | 'flow' | 'catalog';
}

/** A template with all its values, ready for the provider. */
export interface FilledTemplate {
  name: string;
  language: string;
  header?: {
    format: string;
    text?: TemplateParameter;
    /** Our ID. The provider's ID is null for a file of a test key. */
    mediaId?: string;
    providerMediaId?: string | null;
    url?: string;
    filename?: string;
  };
  body: TemplateParameter[];
  buttons: FilledButton[];
  /** The texts of all buttons, which the customer sees; absent if there are none. */
  button_texts?: string[];
}

type Received = components['schemas']['ReceivedMessage'];

/**
 * The stored content of a message from a provider: of a customer's message, or of one that the business wrote outside
 * this API.
 */
export interface ReceivedContent
  extends Partial<Pick<Received, 'from' | 'button' | 'location' | 'reply_to'>>,
    Partial<components['schemas']['MessageContent']> {
  /** The URL is that of the provider. It is empty if only the ID is known. */
  media?: Received['media'];
  /** The provider's ID of the file. */
  media_id?: string | null;
  sent_by?: 'app';
  /** The report of a click: its time in microseconds, whether it was under `standby`, and whether it has no payload. */
  click?: { at: number; is_standby: boolean; is_incomplete: boolean };
  /** Times in ISO 8601. */
  edited_at?: string;
  deleted_at?: string;
  /** The IDs of events and callbacks with copies of the content, which a deletion erases. */
  copies?: Copies;
}

interface Copies {
  events: readonly string[];
  callbacks: readonly string[];
}

/** The stored content of a message that is not a template: the request itself. */
export type MessageInput = components['schemas']['SendMessageRequest'];
