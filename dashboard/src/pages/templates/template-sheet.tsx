import { Link } from '@tanstack/react-router';
import { Copy, Megaphone } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Badge, Note } from '../../parts/feedback.tsx';
import { TextField } from '../../parts/fields/fields.tsx';
import { Facts, Section } from '../../parts/page.tsx';
import { PhonePreview, samplesOf } from '../../parts/phone-preview.tsx';
import { Time } from '../../parts/values/time.tsx';
import { CATEGORIES, keyOf, rejectionOf, STATUSES, type Template } from './template.ts';
import { Quality } from './template-table.tsx';

interface TemplateSheetProps {
  template: Template;
  onClose: () => void;
  /** Begins a new template with this content. Undefined if the person may not. */
  onCopy: (() => void) | undefined;
}

/** A template: the preview as on a phone, with values to try, its facts and a rejection. */
export function TemplateSheet({ template, onClose, onCopy }: TemplateSheetProps) {
  const { name, language, category, status, quality, parameter_format, rejection_reason, updated_at } = template;
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const values = new Map([...samplesOf(template)].map(([variable, sample]) => [variable, typed[variable] || sample]));
  const rejection = status === 'REJECTED' ? rejectionOf(rejection_reason ?? 'NONE') : undefined;
  return (
    <Dialog title={name} shape="sheet" isOpen onClose={onClose}>
      {rejection && (
        <Note tone="bad">
          <p>{rejection.what}</p>
          <p>{rejection.change}</p>
        </Note>
      )}
      {status === 'PENDING' && (
        <Note tone="warn">
          <p>
            Meta reviews the template, which usually takes less than a day. This page then shows the result
            automatically.
          </p>
        </Note>
      )}
      <div className="template-preview">
        <PhonePreview template={template} values={values} />
      </div>
      {template.variables.names.length > 0 && (
        <Section title="Try values">
          <div className="template-values">
            {template.variables.names.map((variable) => (
              <TextField
                key={variable}
                label={`{{${variable}}}`}
                value={typed[variable] ?? ''}
                placeholder={samplesOf(template).get(variable) ?? ''}
                onChange={(value) => setTyped({ ...typed, [variable]: value })}
              />
            ))}
          </div>
        </Section>
      )}
      <Facts
        facts={[
          [
            'Status',
            <Badge key="status" tone={STATUSES[status].tone}>
              {STATUSES[status].text}
            </Badge>,
          ],
          ['Category', CATEGORIES[category]],
          ['Language', language],
          ['Quality', <Quality key="quality" quality={quality} />],
          ['Variables', parameter_format === 'NAMED' ? 'By name' : 'By number'],
          ['Changed', <Time key="changed" at={updated_at} />],
        ]}
      />
      <div className="row wrap">
        {status === 'APPROVED' && (
          <Link
            to="/campaigns"
            search={{ step: 'template', template: keyOf(template) } as never}
            className="button plain"
          >
            <Megaphone size={16} aria-hidden />
            <span>New campaign</span>
          </Link>
        )}
        {onCopy && (
          <Button icon={Copy} onPress={onCopy}>
            Copy to a new template
          </Button>
        )}
      </div>
    </Dialog>
  );
}
