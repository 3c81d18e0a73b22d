/** The file of a stored message: by its address, or by our id with what the provider calls it. */
export type StoredMedia = { url: string } | { id: string; provider_id: string | null; mime_type: string };

/** The same with the name under which it was uploaded. */
export type StoredFile = StoredMedia & { filename?: string };
