import { ClipboardList } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { Badge, EmptyState, type Tone } from '../../parts/feedback.tsx';
import type { Act } from '../api.ts';
import type { Template } from '../types.ts';

const TONES: Record<string, Tone> = { APPROVED: 'good', PENDING: 'info', REJECTED: 'bad', PAUSED: 'warn' };

/** The templates, which Meta approves and rejects. */
export function Templates({ templates, act }: { templates: Template[]; act: Act }) {
  if (templates.length === 0) {
    return <EmptyState icon={ClipboardList} title="No templates" />;
  }
  return (
    <ul className="mock-lines" aria-label="Templates">
      {templates.map(({ waba_id, name, language, category, status }) => {
        const set = (next: string) => () => void act('POST', 'templates', { waba_id, name, language, status: next });
        return (
          <li key={`${waba_id} ${name} ${language}`} className="mock-template">
            <span className="grow">
              <code>{name}</code>
              <span className="muted mock-small">
                {' '}
                {language}, {category.toLowerCase()}
              </span>
            </span>
            <Badge tone={TONES[status] ?? 'neutral'}>{status}</Badge>
            <Button aria-label={`Approve ${name} in ${language}`} onPress={set('APPROVED')}>
              Approve
            </Button>
            <Button aria-label={`Reject ${name} in ${language}`} onPress={set('REJECTED')}>
              Reject
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
