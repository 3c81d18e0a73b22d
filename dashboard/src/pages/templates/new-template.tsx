import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useRef } from 'react';
import { admin, bodyOf } from '../../api/client.ts';
import { useDraft } from '../../api/draft.ts';
import { fieldOf } from '../../api/problem.ts';
import { useAccountId } from '../../api/session.ts';
import { templatesQuery } from '../../api/templates.ts';
import { Button } from '../../parts/button.tsx';
import { ErrorNote } from '../../parts/feedback.tsx';
import { Select, TextField } from '../../parts/fields/fields.tsx';
import { useInsertText } from '../../parts/fields/insert-text.ts';
import { Page } from '../../parts/page.tsx';
import { PhonePreview } from '../../parts/phone-preview.tsx';
import { toast } from '../../parts/toasts.tsx';
import { CodeFields } from './code-fields.tsx';
import {
  EMPTY,
  isComplete,
  LANGUAGES,
  languageName,
  nameFrom,
  nextVariable,
  previewOf,
  requestOf,
  variablesIn,
} from './draft.ts';
import { HeaderField } from './header-field.tsx';
import { TemplateButtons } from './template-buttons.tsx';
import { useSendingConnections } from './use-sending-connections.ts';
import { useTemplatesSearch } from './use-templates-search.ts';

/** Writes a template with a preview beside it, and submits it to Meta. */
export function NewTemplate() {
  const account = useAccountId();
  const queries = useQueryClient();
  const [, set] = useTemplatesSearch();
  const [stored, setDraft, clear] = useDraft('template-new', EMPTY);
  // A draft of an older version of this page may have fewer fields.
  const draft = { ...EMPTY, ...stored };
  // An upload that ends changes the draft as it is then.
  const latest = useRef(draft);
  latest.current = draft;
  const [chosen, setChosen] = useDraft<string | undefined>('template-connection', undefined);
  const connections = useSendingConnections() ?? [];
  const connection = connections.find(({ connection_id }) => connection_id === chosen) ?? connections[0];
  const submit = useMutation({
    mutationFn: (id: string) =>
      bodyOf(
        admin.POST('/accounts/{account}/connections/{connection}/templates', {
          params: { path: { account, connection: id } },
          body: requestOf(draft),
        }),
      ),
    onSuccess: async ({ name, language }) => {
      await queries.invalidateQueries({ queryKey: templatesQuery.queryKey });
      toast('The template is submitted for review');
      set({ view: undefined, template: `${name} ${language}` }, true);
      clear();
    },
  });
  const change = (fields: Partial<typeof draft>) => {
    latest.current = { ...latest.current, ...fields };
    setDraft(latest.current);
  };
  const field = fieldOf(submit.error);
  /** The message without the path of the field, at which it is shown. */
  const errorAt = (name: string) =>
    field === name
      ? submit.error?.message.replace(/^(?:buttons|header_media)\.\S+ (.)/i, (_, first: string) => first.toUpperCase())
      : undefined;
  const { insert, ...inserting } = useInsertText(draft.body, (body) => change({ body }));
  const variables = variablesIn(draft.body);
  const isAtField = field !== undefined && /^(body|header|header_media\.\w+|footer|buttons\..+)$/.test(field);
  const isReady = connection !== undefined && isComplete(draft);
  return (
    <Page
      title="New template"
      about={
        <Link to="/templates" className="back">
          <ArrowLeft size={14} aria-hidden /> All templates
        </Link>
      }
    >
      <div className="template-writing">
        <div className="stack">
          <div className="template-values">
            <TextField
              label="Name"
              value={draft.name}
              onChange={(name) => change({ name: nameFrom(name) })}
              help="Lower-case letters, digits and underscores. Customers do not see it."
              maxLength={512}
              isRequired
            />
            <Select
              label="Language"
              value={draft.language}
              onChange={(language) => change({ language })}
              options={LANGUAGES.map((value) => ({ value, text: languageName(value), detail: value }))}
            />
            <Select
              label="Category"
              value={draft.category}
              onChange={(category) => change({ category })}
              help="Meta may change it, and bills by it."
              options={[
                { value: 'UTILITY', text: 'Utility', detail: 'About an order, an account or an appointment' },
                { value: 'MARKETING', text: 'Marketing', detail: 'Offers and news' },
                { value: 'AUTHENTICATION', text: 'Authentication', detail: 'One-time codes' },
              ]}
            />
            {connections.length > 1 && (
              <Select
                label="Connection"
                value={connection?.connection_id}
                onChange={setChosen}
                options={connections.map(({ connection_id, name }) => ({
                  value: connection_id,
                  text: name ?? connection_id,
                }))}
              />
            )}
          </div>
          {draft.category === 'AUTHENTICATION' ? (
            <CodeFields draft={draft} onChange={change} />
          ) : (
            <>
              <HeaderField draft={draft} connectionId={connection?.connection_id} onChange={change} errorAt={errorAt} />
              <TextField
                label="Text"
                lines={6}
                {...inserting}
                value={draft.body}
                onChange={(body) => change({ body })}
                error={errorAt('body')}
                maxLength={1024}
                help={`${draft.body.length.toLocaleString()} of 1,024 characters. It must not begin or end with a variable.`}
                isRequired
              />
              <div>
                <Button onPress={() => insert(() => `{{${nextVariable(draft.body)}}}`)}>Add a variable</Button>
              </div>
              {variables.length > 0 && (
                <fieldset className="template-samples">
                  <legend>Sample values for Meta’s review</legend>
                  <div className="template-values">
                    {variables.map((name) => (
                      <TextField
                        key={name}
                        label={`{{${name}}}`}
                        value={draft.samples[name] ?? ''}
                        onChange={(sample) => change({ samples: { ...draft.samples, [name]: sample } })}
                        isRequired
                      />
                    ))}
                  </div>
                </fieldset>
              )}
              <TextField
                label="Footer"
                value={draft.footer}
                onChange={(footer) => change({ footer })}
                error={errorAt('footer')}
                maxLength={60}
                help="A small line, such as how to stop messages."
              />
              <TemplateButtons buttons={draft.buttons} onChange={(buttons) => change({ buttons })} errorAt={errorAt} />
            </>
          )}
          {submit.error && !isAtField && <ErrorNote error={submit.error} />}
          <div className="row">
            <span className="grow" />
            <Button
              kind="primary"
              isPending={submit.isPending}
              isDisabled={!isReady}
              onPress={() => connection && submit.mutate(connection.connection_id)}
            >
              Submit to Meta
            </Button>
          </div>
        </div>
        <aside className="template-beside" aria-label="Preview">
          <PhonePreview template={previewOf(draft)} values={new Map(Object.entries(draft.samples))} />
        </aside>
      </div>
    </Page>
  );
}
