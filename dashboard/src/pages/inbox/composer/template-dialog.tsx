import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ExternalLink, FileText, LayoutTemplate, Phone, Reply } from 'lucide-react';
import { useState } from 'react';
import { useDraft } from '../../../api/draft.ts';
import { useApprovedTemplates } from '../../../api/templates.ts';
import { upload } from '../../../files/upload.ts';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Badge, EmptyState, ErrorNote, SkeletonRows } from '../../../parts/feedback.tsx';
import { SearchField, TextField } from '../../../parts/fields/fields.tsx';
import { conversationQuery } from '../data/conversations.ts';
import type { Draft } from '../data/sends.ts';
import type { Conversation, Template } from '../data/types.ts';
import {
  filled,
  hasFileHeader,
  hasHeaderVariable,
  isComplete,
  NO_VALUES,
  type TemplateValues,
  templateDraft,
} from './template-values.ts';

interface TemplateDialogProps {
  /** The person, and the connection if there is a conversation. */
  conversation: Pick<Conversation, 'phone'> & Partial<Pick<Conversation, 'connection_id'>>;
  onSend: (draft: Draft) => void;
  onClose: () => void;
}

/** Chooses an approved template, fills its variables and shows what the customer will see. */
export function TemplateDialog({ conversation, onSend, onClose }: TemplateDialogProps) {
  const { data: templates, error, refetch } = useApprovedTemplates();
  const person = useQuery({
    ...conversationQuery(conversation.phone),
    enabled: conversation.connection_id !== undefined,
  });
  const isOptedOut = person.data?.contact.opted_out === true;
  const [chosenId, choose, forget] = useDraft<number | null>(`template:${conversation.phone}`, null);
  const chosen = templates?.find(({ id }) => id === chosenId);
  const [values, setValues, clearValues] = useDraft<TemplateValues>(
    `template:${conversation.phone}:${chosenId}`,
    NO_VALUES,
  );
  const send = () => {
    if (chosen) {
      onSend(templateDraft(chosen, values));
      clearValues();
      forget();
    }
  };
  return (
    <Dialog
      title={chosen ? chosen.name : 'Send a template'}
      shape="wide"
      isOpen
      onClose={onClose}
      {...(chosen && {
        actions: (
          <>
            <Button icon={ArrowLeft} onPress={() => choose(null)}>
              Other template
            </Button>
            <Button kind="primary" isDisabled={!isComplete(chosen, values)} onPress={send}>
              Send the template
            </Button>
          </>
        ),
      })}
    >
      {error && <ErrorNote error={error} retry={() => void refetch()} />}
      {!templates && !error && <SkeletonRows rows={6} height={56} />}
      {templates && !chosen && (
        <TemplateChoice templates={templates} isOptedOut={isOptedOut} onChoose={(id) => choose(id)} />
      )}
      {chosen && (
        <div className="template-fill">
          <TemplateForm
            template={chosen}
            values={values}
            connectionId={conversation.connection_id}
            onChange={setValues}
          />
          <TemplatePreview template={chosen} values={values} />
        </div>
      )}
    </Dialog>
  );
}

interface TemplateChoiceProps {
  templates: readonly Template[];
  /** Whether the person receives no marketing. */
  isOptedOut: boolean;
  onChoose: (id: number) => void;
}

function TemplateChoice({ templates, isOptedOut, onChoose }: TemplateChoiceProps) {
  const [words, setWords] = useState('');
  const found = templates.filter(({ name, body }) => `${name} ${body}`.toLowerCase().includes(words.toLowerCase()));
  if (templates.length === 0) {
    return (
      <EmptyState icon={LayoutTemplate} title="No approved templates">
        Create one on the page Templates, or synchronise those of your account at Meta.
      </EmptyState>
    );
  }
  return (
    <>
      <SearchField label="Search templates" value={words} onChange={setWords} />
      {found.length === 0 && <p className="muted">No approved template contains “{words}”.</p>}
      <ul className="template-choice">
        {found.map(({ id, name, language, category, body }) => (
          <li key={id}>
            <button type="button" disabled={isOptedOut && category === 'MARKETING'} onClick={() => onChoose(id)}>
              <span className="row">
                <span className="mono grow cut">{name}</span>
                <Badge>{language}</Badge>
                <Badge>{category.toLowerCase()}</Badge>
              </span>
              <span className="cut muted" dir="auto">
                {isOptedOut && category === 'MARKETING' ? 'This person has opted out of marketing.' : body}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface TemplateFormProps {
  template: Template;
  values: TemplateValues;
  connectionId: string | undefined;
  onChange: (values: TemplateValues) => void;
}

function TemplateForm({ template, values, connectionId, onChange }: TemplateFormProps) {
  const { variables, header, buttons } = template;
  const [error, setError] = useState<unknown>();
  const store = async (file: File | undefined) => {
    if (!file) {
      return;
    }
    setError(undefined);
    try {
      const { id, name } = await upload(file, connectionId);
      onChange({ ...values, headerFile: { id, name } });
    } catch (problem) {
      setError(problem);
    }
  };
  const dynamic = buttons.filter((button) => button.dynamic);
  const needsNothing = variables.names.length === 0 && !hasHeaderVariable(template) && !hasFileHeader(template);
  return (
    <div className="stack">
      {needsNothing && dynamic.length === 0 && <p className="muted">This template has nothing to fill in.</p>}
      {hasHeaderVariable(template) && (
        <TextField
          label={`Heading: ${header?.variable}`}
          value={values.header}
          placeholder={header?.sample ?? ''}
          onChange={(text) => onChange({ ...values, header: text })}
        />
      )}
      {variables.names.map((name, place) => (
        <TextField
          key={name}
          label={/^\d+$/.test(name) ? `Value ${name}` : name}
          value={values.variables[name] ?? ''}
          placeholder={variables.samples[place] ?? ''}
          onChange={(text) => onChange({ ...values, variables: { ...values.variables, [name]: text } })}
        />
      ))}
      {dynamic.map(({ index, text }) => (
        <TextField
          key={index}
          label={`End of the address of “${text}”`}
          value={values.buttons[index] ?? ''}
          onChange={(next) => onChange({ ...values, buttons: { ...values.buttons, [index]: next } })}
        />
      ))}
      {hasFileHeader(template) && (
        <>
          <TextField
            label="Address of the file at the top"
            type="url"
            placeholder="https://"
            value={values.header}
            onChange={(text) => onChange({ ...values, header: text, headerFile: undefined })}
            {...(header?.sample && { help: 'Leave it empty for the template’s own file.' })}
          />
          <label className="file-choice">
            <span>{values.headerFile ? values.headerFile.name : 'Or upload a file'}</span>
            <input type="file" onChange={({ target }) => void store(target.files?.[0])} />
          </label>
          {error !== undefined && <ErrorNote error={error} />}
        </>
      )}
    </div>
  );
}

const BUTTON_ICONS = { QUICK_REPLY: Reply, URL: ExternalLink, PHONE_NUMBER: Phone } as const;

/** A template as the customer will see it. */
function TemplatePreview({ template, values }: { template: Template; values: TemplateValues }) {
  const { header, body, footer, buttons } = template;
  return (
    <figure className="template-preview" aria-label="Preview">
      <div className="bubble">
        {header?.text && (
          <p className="bubble-text">
            <strong dir="auto">{filled(header.text, { [header.variable ?? '']: values.header })}</strong>
          </p>
        )}
        {hasFileHeader(template) && (
          <p className="attachment">
            <FileText size={20} aria-hidden />
            <span className="cut">{values.headerFile?.name || values.header || header?.sample || header?.format}</span>
          </p>
        )}
        <p className="bubble-text" dir="auto">
          {filled(body, values.variables)}
        </p>
        {footer && (
          <p className="muted" dir="auto">
            {footer}
          </p>
        )}
      </div>
      {buttons.map(({ index, type, text }) => {
        const Icon = BUTTON_ICONS[type as keyof typeof BUTTON_ICONS] ?? Reply;
        return (
          <p key={index} className="template-button">
            <Icon size={14} aria-hidden /> {text}
          </p>
        );
      })}
    </figure>
  );
}
