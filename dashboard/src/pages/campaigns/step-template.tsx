import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LayoutTemplate } from 'lucide-react';
import { useState } from 'react';
import { connectionsQuery } from '../../api/connections.ts';
import { useAccountId } from '../../api/session.ts';
import { useApprovedTemplates } from '../../api/templates.ts';
import { Badge, EmptyState, ErrorNote, Note, SkeletonRows } from '../../parts/feedback.tsx';
import { SearchField, Select } from '../../parts/fields/fields.tsx';
import { unusableReason } from './slots.ts';
import type { CampaignDraft, Template } from './use-campaign-draft.ts';

interface StepTemplateProps {
  draft: CampaignDraft;
  onChange: (change: Partial<CampaignDraft>) => void;
}

const keyOf = ({ name, language }: Pick<Template, 'name' | 'language'>): string => `${name} ${language}`;

/** Chooses the template and the connection that sends. */
export function StepTemplate({ draft, onChange }: StepTemplateProps) {
  const [search, setSearch] = useState('');
  const templates = useApprovedTemplates();
  if (templates.error) {
    return <ErrorNote error={templates.error} retry={() => void templates.refetch()} />;
  }
  if (!templates.data) {
    return <SkeletonRows />;
  }
  if (templates.data.length === 0) {
    return (
      <EmptyState icon={LayoutTemplate} title="No approved templates">
        Campaigns send templates that Meta has approved. <Link to="/templates">Sync your templates</Link> first.
      </EmptyState>
    );
  }
  const words = search.trim().toLowerCase();
  const shown = templates.data.filter((template) =>
    `${keyOf(template)} ${template.body}`.toLowerCase().includes(words),
  );
  const chosen = draft.template && keyOf(draft.template);
  return (
    <>
      <SearchField label="Search templates" value={search} onChange={setSearch} />
      <fieldset className="choices">
        <legend className="visually-hidden">Template</legend>
        {shown.map((template) => {
          const reason = unusableReason(template);
          const key = keyOf(template);
          return (
            <label key={key} className="choice">
              <input
                type="radio"
                name="template"
                checked={chosen === key}
                disabled={reason !== undefined}
                onChange={() =>
                  onChange({ template: { name: template.name, language: template.language }, sources: {} })
                }
              />
              <span className="grow">
                <span className="row">
                  <strong className="cut">{template.name}</strong>
                  <span className="muted">{template.language}</span>
                  <Badge>{template.category.toLowerCase()}</Badge>
                </span>
                <bdi className="choice-text muted">{reason ?? template.body}</bdi>
              </span>
            </label>
          );
        })}
        {shown.length === 0 && <p className="muted choice-none">No template matches “{search}”.</p>}
      </fieldset>
      <ConnectionChoice connection={draft.connection} onChange={(connection) => onChange({ connection })} />
    </>
  );
}

/** Shows the connections of WhatsApp if there are several. */
function ConnectionChoice(props: { connection: string | undefined; onChange: (connection: string) => void }) {
  const account = useAccountId();
  const { data } = useQuery(connectionsQuery(account));
  const usable = data?.filter(({ channel, is_active }) => channel === 'whatsapp' && is_active) ?? [];
  if (data && usable.length === 0) {
    return (
      <Note tone="warn">
        <p>No active WhatsApp connection can send the campaign. An owner can add one at “Connections”.</p>
      </Note>
    );
  }
  return usable.length < 2 ? null : (
    <Select
      label="Connection"
      help="The number that sends. Without a choice, the account’s default."
      value={props.connection}
      onChange={props.onChange}
      placeholder="Default connection"
      options={usable.map(({ connection_id, name }) => ({
        value: connection_id,
        text: name ?? connection_id,
        detail: connection_id,
      }))}
    />
  );
}
