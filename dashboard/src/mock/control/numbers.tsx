import { type FormEvent, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Table } from '../../parts/data/table.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { Section } from '../../parts/page.tsx';
import { CodeBlock } from '../../parts/values/code-block.tsx';
import { Copyable } from '../../parts/values/copyable.tsx';
import type { Act } from '../api.ts';
import type { Lab } from '../types.ts';

/** Where callbacks go, how to connect, and the numbers, pages and accounts. */
export function Numbers({ lab: { callback_url, credentials, businesses }, act }: { lab: Lab; act: Act }) {
  const [url, setUrl] = useState(callback_url ?? '');
  const save = (event: FormEvent) => {
    event.preventDefault();
    void act('PUT', 'callback-url', { url: url || null });
  };
  return (
    <div className="stack">
      <form className="row mock-callback-form" onSubmit={save}>
        <TextField label="Callback URL" type="url" value={url} onChange={setUrl} />
        <Button type="submit">Set the callback URL</Button>
      </form>
      <Section title="Connect">
        <CodeBlock name="Credentials" text={JSON.stringify(credentials, null, 2)} isJson />
      </Section>
      <Section title="Numbers, pages and accounts">
        <Table
          label="Numbers, pages and accounts"
          rows={businesses}
          keyOf={({ id }) => id}
          columns={[
            { name: 'Channel', cell: ({ channel }) => <span className="one-line">{channel}</span> },
            {
              name: 'Name',
              cell: ({ name, handle }) => (
                <>
                  <span className="one-line">{name}</span> <span className="one-line muted">{handle}</span>
                </>
              ),
            },
            { name: 'ID', cell: ({ id }) => <Copyable text={id} name="ID" /> },
            {
              name: 'WhatsApp account',
              cell: ({ waba_id }) => (waba_id ? <Copyable text={waba_id} name="ID" /> : '–'),
              isSecondary: true,
            },
            { name: 'Templates', cell: ({ templates }) => templates ?? '–', isNumber: true, isSecondary: true },
          ]}
        />
      </Section>
    </div>
  );
}
