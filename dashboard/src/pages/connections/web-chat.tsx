import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { connectionsQuery } from '../../api/connections.ts';
import { Problem } from '../../api/problem.ts';
import { useAccountId } from '../../api/session.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { Section } from '../../parts/page.tsx';
import { toast } from '../../parts/toasts.tsx';
import { CodeBlock } from '../../parts/values/code-block.tsx';
import { type Connection, linesOf } from './data.ts';

/** The page of a web chat, the tag for a site, and the sites that may embed it. */
export function WebChat({ connection }: { connection: Connection }) {
  const account = useAccountId();
  const queries = useQueryClient();
  const { connection_id: id, page = '', origins = [] } = connection;
  const [sites, setSites] = useState(origins.join('\n'));
  const save = useMutation({
    mutationFn: () =>
      bodyOf(
        admin.PATCH('/accounts/{account}/connections/{connection}', {
          params: { path: { account, connection: id } },
          body: { origins: linesOf(sites) },
        }),
      ),
    onSuccess: async ({ origins: saved = [] }) => {
      setSites(saved.join('\n'));
      toast('The sites are saved');
      await queries.invalidateQueries({ queryKey: connectionsQuery(account).queryKey });
    },
  });
  const isField = save.error instanceof Problem && save.error.field === 'origins';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <>
      <Section title="Try it">
        <p>
          Write as a visitor on{' '}
          <a href={page} target="_blank" rel="noreferrer">
            the page of the chat
          </a>
          . The message appears in the inbox.
        </p>
      </Section>
      <Section title="Put it on your site">
        <p>Add this tag to each page of a site below.</p>
        <CodeBlock name="Tag" text={`<script src="${page}/embed.js" data-lang="en" async></script>`} />
        <form className="stack" onSubmit={submit}>
          <TextField
            label="Sites"
            help="Such as https://shop.example, one per line. Other sites are refused."
            lines={3}
            isMono
            value={sites}
            onChange={setSites}
            error={isField ? save.error?.message : undefined}
          />
          {save.error && !isField && <ErrorNote error={save.error} />}
          <div className="row">
            <Button
              kind="primary"
              type="submit"
              isPending={save.isPending}
              isDisabled={linesOf(sites).join('\n') === origins.join('\n')}
            >
              Save sites
            </Button>
          </div>
        </form>
      </Section>
    </>
  );
}
