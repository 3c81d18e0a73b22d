import { FileText, X } from 'lucide-react';
import { useState } from 'react';
import { api, dataOf } from '../../../api/client.ts';
import { IconButton } from '../../../parts/button.tsx';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { Spinner } from '../../../parts/spinner.tsx';
import type { StoredFile } from './draft.ts';

/** Stores a file, for messages that name it by its ID. */
export async function upload(file: File, connectionId?: string): Promise<StoredFile> {
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

/** Uploads of one composer. */
export function useUploads(connectionId: string, onStored: (file: StoredFile) => void) {
  const [pending, setPending] = useState<readonly string[]>([]);
  const [error, setError] = useState<unknown>();
  const add = async (files: Iterable<File>) => {
    setError(undefined);
    for (const file of files) {
      setPending((names) => [...names, file.name]);
      try {
        onStored(await upload(file, connectionId));
      } catch (problem) {
        setError(problem);
      } finally {
        setPending((names) => names.toSpliced(names.indexOf(file.name), 1));
      }
    }
  };
  return { pending, error, add, clearError: () => setError(undefined) };
}

const sizeOf = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.ceil(bytes / 1024).toLocaleString()} kB` : `${(bytes / 1_048_576).toFixed(1)} MB`;

interface FileListProps {
  files: readonly StoredFile[];
  pending: readonly string[];
  error: unknown;
  onRemove: (id: string) => void;
}

/** The files that go with the next message. */
export function FileList({ files, pending, error, onRemove }: FileListProps) {
  return (
    <>
      {error !== undefined && <ErrorNote error={error} />}
      {files.length + pending.length > 0 && (
        <ul className="composer-files" aria-label="Files to send">
          {files.map(({ id, name, size }) => (
            <li key={id} className="attachment">
              <FileText size={16} aria-hidden />
              <span className="cut" dir="auto">
                {name}
              </span>
              <span className="muted number">{sizeOf(size)}</span>
              <IconButton label={`Remove ${name}`} icon={X} onPress={() => onRemove(id)} />
            </li>
          ))}
          {pending.map((name) => (
            <li key={name} className="attachment" role="status">
              <Spinner />
              <span className="cut" dir="auto">
                Uploading {name}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
