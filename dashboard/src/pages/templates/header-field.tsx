import { Paperclip, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { sizeText } from '../../files/size.ts';
import { upload } from '../../files/upload.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { Select, TextField } from '../../parts/fields/fields.tsx';
import type { MediaFormat, TemplateDraft } from './draft.ts';

/** What Meta takes as an example. */
const ACCEPTED: Record<MediaFormat, { type: string; text: string }[]> = {
  IMAGE: [
    { type: 'image/jpeg', text: 'JPEG' },
    { type: 'image/png', text: 'PNG' },
  ],
  VIDEO: [{ type: 'video/mp4', text: 'MP4' }],
  DOCUMENT: [{ type: 'application/pdf', text: 'PDF' }],
};

interface HeaderFieldProps {
  draft: TemplateDraft;
  connectionId: string | undefined;
  onChange: (fields: Partial<TemplateDraft>) => void;
  /** Returns what is wrong with a field. */
  errorAt: (field: string) => string | undefined;
}

/** What is above the text: a line, or a file with an example for the review. */
export function HeaderField({ draft, connectionId, onChange, errorAt }: HeaderFieldProps) {
  const { headerKind, header } = draft;
  return (
    <>
      <Select
        label="Header"
        value={headerKind}
        onChange={(kind) => onChange({ headerKind: kind, headerFile: undefined })}
        options={[
          { value: 'TEXT', text: 'Text, or none' },
          { value: 'IMAGE', text: 'Image' },
          { value: 'VIDEO', text: 'Video' },
          { value: 'DOCUMENT', text: 'Document' },
        ]}
      />
      {headerKind === 'TEXT' ? (
        <TextField
          label="Header text"
          value={header}
          onChange={(text) => onChange({ header: text })}
          error={errorAt('header')}
          maxLength={60}
          help="One bold line. Leave empty for none."
        />
      ) : (
        <Example format={headerKind} {...{ draft, connectionId, onChange, errorAt }} />
      )}
    </>
  );
}

function Example({ format, draft, connectionId, onChange, errorAt }: HeaderFieldProps & { format: MediaFormat }) {
  const { headerFile: file, headerUrl } = draft;
  const shown = useRef(format);
  shown.current = format;
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const wrong = errorAt('header_media.media_id');
  const take = async (chosen: File) => {
    setPending(true);
    setError(undefined);
    try {
      const headerFile = await upload(chosen, connectionId);
      if (shown.current === format) {
        onChange({ headerFile });
      }
    } catch (problem) {
      setError(problem);
    } finally {
      setPending(false);
    }
  };
  const types = ACCEPTED[format];
  return (
    <fieldset className="template-samples">
      <legend>Sample file for Meta’s review</legend>
      <div className="row wrap">
        <FileTrigger
          acceptedFileTypes={types.map(({ type }) => type)}
          onSelect={(files) => files?.[0] && void take(files[0])}
        >
          <Button icon={Paperclip} isPending={isPending}>
            Choose a file
          </Button>
        </FileTrigger>
        {file ? (
          <span className="row">
            <bdi>{file.name}</bdi> <span className="muted number">{sizeText(file.size)}</span>
            <IconButton label={`Remove ${file.name}`} icon={X} onPress={() => onChange({ headerFile: undefined })} />
          </span>
        ) : (
          <span className="muted">{types.map(({ text }) => text).join(' or ')}</span>
        )}
      </div>
      {wrong !== undefined && (
        <p className="field-error" role="alert">
          {wrong}
        </p>
      )}
      {!file && (
        <TextField
          label="Or a link to a file"
          type="url"
          value={headerUrl}
          onChange={(url) => onChange({ headerUrl: url })}
          error={errorAt('header_media.url')}
          help="A public https:// URL. Each message can use a different file."
        />
      )}
      {error !== undefined && <ErrorNote error={error} />}
    </fieldset>
  );
}
