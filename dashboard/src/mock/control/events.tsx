import { type FormEvent, useEffect, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { SkeletonRows } from '../../parts/feedback.tsx';
import { Select, TextField } from '../../parts/fields/fields.tsx';
import { type Act, type Place, useChat, useExamples } from '../api.ts';
import { exampleFor } from '../example.ts';

interface EventsProps {
  place: Place | undefined;
  act: Act;
  onError: (error: Error | undefined) => void;
}

/** How many messages are searched for the one that an edit changes. */
const SEARCHED = 60;

/** Sends each kind of event that people, the business and Meta send, from an example that can be changed. */
export function Events({ place, act, onError }: EventsProps) {
  const { data: examples } = useExamples();
  const chat = useChat(place, SEARCHED).data;
  const person = chat?.person ?? undefined;
  const kinds = examples?.filter((one) => one.call === 'report' || one.channel === person?.channel);
  const [name, setName] = useState<string>();
  const [body, setBody] = useState('');
  const [sent, setSent] = useState('');
  const chosen = kinds?.find((one) => one.name === name) ?? kinds?.[0];
  const target = chat?.rows.findLast(({ from, deleted }) => from === 'person' && !deleted)?.id;
  const example = chosen && JSON.stringify(exampleFor(chosen, person, target), null, 2);
  // What was typed stays until the example changes.
  useEffect(() => setBody(example ?? ''), [example]);
  if (!kinds) {
    return <SkeletonRows rows={6} />;
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSent('');
    let content: Record<string, unknown>;
    try {
      content = JSON.parse(body);
    } catch (error) {
      onError(new Error(`The content is not JSON: ${error instanceof Error ? error.message : error}`));
      return;
    }
    const number = person?.channel === 'whatsapp' ? { business_id: person.business_id } : {};
    const isSent =
      chosen?.call === 'receive' && person
        ? await act('POST', 'receive', {
            channel: person.channel,
            business_id: person.business_id,
            from: { id: person.id },
            ...content,
          })
        : await act('POST', 'report', { ...number, ...content });
    if (isSent) {
      setSent(`Sent: ${chosen?.name}`);
    }
  };
  return (
    <form className="stack" aria-label="Another event" onSubmit={(event) => void submit(event)}>
      <p className="muted">Messages go to the open chat. Reports of Meta need none.</p>
      <Select
        label="Event"
        value={chosen?.name}
        onChange={setName}
        options={kinds.map((one) => ({ value: one.name, text: one.name }))}
      />
      <TextField label="Content" lines={14} isMono value={body} onChange={setBody} />
      <div className="row">
        <Button kind="primary" type="submit">
          Send the event
        </Button>
        <p role="status" className="muted">
          {sent}
        </p>
      </div>
    </form>
  );
}
