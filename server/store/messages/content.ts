import type { components } from '@wigwag/openapi';

/** The file of a stored message: by its address, or by our id with what the provider calls it. */
export type StoredMedia = { url: string } | { id: string; provider_id: string | null; mime_type: string };

/** The same with the name under which it was uploaded. */
export type StoredFile = StoredMedia & { filename?: string };

/** A link under a text; requests of the API have no such form. */
export interface LinkChoice {
  kind: 'link';
  text: string;
  title: string;
  url: string;
}

/** A value for one variable; NAMED templates name it. */
export interface Parameter {
  name?: string;
  text: string;
}

/** A template with everything it needs, ready for the provider. */
export interface FilledTemplate {
  name: string;
  language: string;
  header?: {
    format: string;
    text?: Parameter;
    /** Ours; the provider's is null for a file of a test key. */
    mediaId?: string;
    providerMediaId?: string | null;
    url?: string;
    filename?: string;
  };
  body: Parameter[];
  buttons: { index: number; text: string }[];
}

/** What is stored of a message that is no template: its request. */
export type Draft = components['schemas']['SendMessageRequest'];
