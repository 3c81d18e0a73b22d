import { api, dataOf } from '../api/client.ts';

/** A file that is stored at the provider, and can be sent by its ID. */
export interface UploadedFile {
  id: string;
  kind: 'image' | 'video' | 'audio' | 'document';
  name: string;
  size: number;
}

/** Stores a file, for messages that name it by its ID. */
export async function upload(file: File, connectionId?: string): Promise<UploadedFile> {
  const { id, kind, size, filename } = await dataOf(
    api.POST('/media', {
      body: { file: '', channel: 'whatsapp' },
      bodySerializer: () => {
        const form = new FormData();
        form.set('channel', 'whatsapp');
        if (connectionId !== undefined) {
          form.set('connection_id', connectionId);
        }
        form.set('file', file);
        return form;
      },
    }),
  );
  return { id, kind, size, name: filename ?? file.name };
}
