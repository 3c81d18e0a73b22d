import type { components } from '@wigwag/openapi';

/** The file of a stored message: its URL, or our id with the provider's id. */
export type StoredMedia = { url: string } | { id: string; provider_id: string | null; mime_type: string };

/** The same, with its name at upload. */
export type StoredFile = StoredMedia & { filename?: string };

/** A link under a text; API requests have no such form. */
export interface LinkChoice {
  kind: 'link';
  text: string;
  title: string;
  url: string;
}

/** The value of one variable; NAMED templates give its name. */
export interface Parameter {
  name?: string;
  text: string;
}

/** A template with all its values, ready for the provider. */
export interface FilledTemplate {
  name: string;
  language: string;
  header?: {
    format: string;
    text?: Parameter;
    /** Our id; the provider's is null for a file of a test key. */
    mediaId?: string;
    providerMediaId?: string | null;
    url?: string;
    filename?: string;
  };
  body: Parameter[];
  buttons: { index: number; text: string }[];
}

/** The stored content of a message that is not a template: its request. */
export type Draft = components['schemas']['SendMessageRequest'];
