import { FileText, X } from 'lucide-react';
import { useState } from 'react';
import { sizeText } from '../../../files/size.ts';
import { upload } from '../../../files/upload.ts';
import { IconButton } from '../../../parts/button.tsx';
import { ErrorNote } from '../../../parts/feedback.tsx';
import { Spinner } from '../../../parts/spinner.tsx';
import type { StoredFile } from './draft.ts';

/** Uploads of one composer. */
export function useUploads(connectionId: string, onStored: (file: StoredFile) => void) {
  const [pending, setPending] = useState<readonly string[]>([]);
  const [error, setError] = useState<unknown>();
  const add = async (files: Iterable<File>) => {
    setError(undefined);
    for (const file of files) {
      setPending((names) => [...names, file.name]);
      try {
        const stored = await upload(file, connectionId);
        if (stored.kind === 'image') {
          previews.set(stored.id, URL.createObjectURL(file));
        }
        onStored(stored);
      } catch (problem) {
        setError(problem);
      } finally {
        setPending((names) => names.toSpliced(names.indexOf(file.name), 1));
      }
    }
  };
  return { pending, error, add, clearError: () => setError(undefined) };
}

/** Images of this page's uploads, from memory, by the ID of the file. After a reload, the name alone is shown. */
const previews = new Map<string, string>();

/** Frees the preview of a file that is no longer in the composer. */
export function forgetPreview(id: string): void {
  const address = previews.get(id);
  if (address !== undefined) {
    URL.revokeObjectURL(address);
    previews.delete(id);
  }
}

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
              {previews.has(id) ? (
                <img className="thumbnail" src={previews.get(id)} alt="" />
              ) : (
                <FileText size={16} aria-hidden />
              )}
              <span className="cut" dir="auto">
                {name}
              </span>
              <span className="muted number">{sizeText(size)}</span>
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
