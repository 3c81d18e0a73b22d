import { FileSpreadsheet } from 'lucide-react';
import type { ReactNode } from 'react';
import { DropZone, FileTrigger } from 'react-aria-components';
import { Button } from '../button.tsx';
import { Note } from '../feedback.tsx';

interface FileDropProps {
  /** The verb on the button, such as `Choose a CSV file`. */
  action: string;
  /** The accepted types, such as `.csv`. */
  accept: readonly string[];
  /** What the file must contain. */
  children?: ReactNode;
  onFile: (file: File) => void;
}

/** A place for one file: dropped, pasted or chosen. */
export function FileDrop({ action, accept, children, onFile }: FileDropProps) {
  return (
    <DropZone
      className="file-drop"
      onDrop={({ items }) => {
        const item = items.find(({ kind }) => kind === 'file');
        if (item?.kind === 'file') {
          void item.getFile().then(onFile);
        }
      }}
    >
      <FileSpreadsheet size={20} aria-hidden />
      <FileTrigger
        acceptedFileTypes={accept}
        onSelect={(files) => {
          const file = files?.[0];
          if (file) {
            onFile(file);
          }
        }}
      >
        <Button>{action}</Button>
      </FileTrigger>
      <p className="muted">or drop it here</p>
      {children && <p className="muted">{children}</p>}
    </DropZone>
  );
}

/** Says that a file was read in an older encoding, in which a letter may be another one. */
export const EncodingNote = () => (
  <Note>
    <p>The file is not in UTF-8, so it was read as Windows-1252. Check that names with accents look right.</p>
  </Note>
);
