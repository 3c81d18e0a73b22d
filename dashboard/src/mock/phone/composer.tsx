import { MapPin, Mic, Paperclip, Plus, SendHorizontal } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { IconButton } from '../../parts/button.tsx';
import { FormDialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { Menu } from '../../parts/menu.tsx';
import { useExamples } from '../api.ts';
import { exampleFor } from '../example.ts';
import type { Message, Person } from '../types.ts';
import { ReplyLine } from './bubble.tsx';
import { mediaOf } from './media-of.ts';

/** Generated files, by the name in the menu. */
const GENERATED = {
  Picture: { type: 'image', media: { mime_type: 'image/png' } },
  Video: { type: 'video', media: { mime_type: 'video/mp4' } },
  Document: { type: 'document', media: { mime_type: 'application/pdf', filename: 'document.pdf' } },
};

interface ComposerProps {
  person: Person;
  /** The latest message of the person, which examples of edits and deletions change. */
  target: string | undefined;
  replyTo: Message | undefined;
  onReplied: () => void;
  write: (message: Record<string, unknown>) => Promise<boolean>;
}

/** Writes as the person whose phone is shown. */
export function Composer({ person, target, replyTo, onReplied, write }: ComposerProps) {
  const [text, setText] = useState('');
  const [dialog, setDialog] = useState<'location' | 'button'>();
  const picker = useRef<HTMLInputElement>(null);
  const examples = (useExamples().data ?? []).filter(
    ({ call, channel }) => call === 'receive' && channel === person.channel,
  );
  const reply = replyTo ? { reply_to: replyTo.id } : {};
  const send = async (message: Record<string, unknown>) => {
    const isSent = await write({ ...message, ...reply });
    if (isSent) {
      onReplied();
    }
    return isSent;
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text !== '' && (await send({ type: 'text', text }))) {
      setText('');
    }
  };
  const sendFile = async (file: File) => {
    const [kind = ''] = file.type.split('/');
    const type = ['image', 'audio', 'video'].includes(kind) ? kind : 'document';
    if (await send({ type, ...(text ? { text } : {}), media: await mediaOf(file) })) {
      setText('');
    }
  };
  return (
    <>
      {replyTo && <ReplyLine message={replyTo} onDrop={onReplied} />}
      <form className="mock-composer" aria-label="Write as this person" onSubmit={(event) => void submit(event)}>
        <Menu
          actions={[
            ...Object.entries(GENERATED).map(([name, message]) => ({
              id: name,
              text: name,
              run: () => void send({ ...message, ...(text ? { text } : {}) }),
            })),
            { id: 'press', text: 'Press of a button', run: () => setDialog('button') },
            ...examples.map((example) => ({
              id: `example ${example.name}`,
              text: example.name,
              run: () => void send(exampleFor(example, person, target)),
            })),
          ]}
        >
          <IconButton label="Send other content" icon={Plus} />
        </Menu>
        <IconButton label="Send a file" icon={Paperclip} onPress={() => picker.current?.click()} />
        <input
          ref={picker}
          className="visually-hidden"
          type="file"
          aria-label="Own file"
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            currentTarget.value = '';
            if (file) {
              void sendFile(file);
            }
          }}
        />
        <IconButton
          label="Send a voice message"
          icon={Mic}
          onPress={() => void send({ type: 'audio', media: { mime_type: 'audio/ogg', voice: true } })}
        />
        <IconButton label="Send a location" icon={MapPin} onPress={() => setDialog('location')} />
        <input
          className="input grow"
          aria-label="Message"
          placeholder="Message"
          autoComplete="off"
          dir="auto"
          value={text}
          onChange={({ target: { value } }) => setText(value)}
        />
        <IconButton label="Send as the person" icon={SendHorizontal} type="submit" />
      </form>
      {dialog === 'location' && <LocationDialog send={send} onClose={() => setDialog(undefined)} />}
      {dialog === 'button' && <PressDialog send={send} onClose={() => setDialog(undefined)} />}
    </>
  );
}

interface ContentDialogProps {
  send: (message: Record<string, unknown>) => Promise<boolean>;
  onClose: () => void;
}

function LocationDialog({ send, onClose }: ContentDialogProps) {
  const [latitude, setLatitude] = useState('41.0256');
  const [longitude, setLongitude] = useState('28.9744');
  const [name, setName] = useState('');
  const submit = async () => {
    const location = { latitude: Number(latitude), longitude: Number(longitude), ...(name ? { name } : {}) };
    await send({ type: 'location', location });
    onClose();
  };
  return (
    <FormDialog
      title="Send a location"
      action="Send the location"
      isOpen
      isPending={false}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <TextField label="Latitude" isRequired value={latitude} onChange={setLatitude} />
      <TextField label="Longitude" isRequired value={longitude} onChange={setLongitude} />
      <TextField label="Name of the place" value={name} onChange={setName} />
    </FormDialog>
  );
}

/** A press of a button that is not on the phone, such as one of an old template. */
function PressDialog({ send, onClose }: ContentDialogProps) {
  const [title, setTitle] = useState('');
  const submit = async () => {
    await send({ type: 'button', button: { title, payload: title } });
    onClose();
  };
  return (
    <FormDialog
      title="Press of a button"
      action="Send the press"
      isOpen
      isPending={false}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <TextField label="Title of the button" isRequired value={title} onChange={setTitle} />
    </FormDialog>
  );
}
