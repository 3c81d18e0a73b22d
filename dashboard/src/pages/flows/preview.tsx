import { useQuery } from '@tanstack/react-query';
import { ExternalLink, FileText, Image, Reply, Video } from 'lucide-react';
import type { ReactNode } from 'react';
import { templatesQuery } from '../../api/templates.ts';
import { delayText, minutesOf } from './delay.ts';
import type { FlowDraft, StepDraft } from './draft.ts';

/** The name that the preview puts in. */
const SAMPLE_NAME = 'Ada';

/** The flow as a customer sees it, from the template's button to the last step. */
export function Preview({ draft }: { draft: FlowDraft }) {
  const { data: templates } = useQuery(templatesQuery);
  const template = templates?.find(({ id }) => id === draft.templateId);
  const button = template?.buttons.find(({ index }) => index === draft.buttonIndex);
  const { names = [], samples = [] } = template?.variables ?? {};
  const values = new Map(names.map((name, index) => [name, samples[index] ?? '']));
  const fill = (text: string) =>
    text.replace(/\{\{([^{}]*)\}\}/g, (_, inner: string) => {
      const name = inner.trim();
      return ['ad', 'isim', 'name'].includes(name.toLowerCase()) ? SAMPLE_NAME : (values.get(name) ?? '');
    });
  return (
    <aside className="flow-phone" aria-label="Preview">
      <p className="flow-phone-head">Preview for {SAMPLE_NAME}, with the template’s sample values</p>
      <div className="flow-phone-thread">
        {template && (
          <Bubble buttons={template.buttons.map(({ index, text }) => <span key={index}>{text}</span>)}>
            {fill(template.body)}
          </Bubble>
        )}
        {button && <p className="flow-bubble theirs">{button.text}</p>}
        {draft.steps.map((step) => (
          <StepPreview key={step.key} step={step} fill={fill} />
        ))}
      </div>
    </aside>
  );
}

const FILE_ICONS = { image: Image, video: Video, document: FileText };

function StepPreview({ step, fill }: { step: StepDraft; fill: (text: string) => string }) {
  const minutes = minutesOf(step.delay);
  const time = <p className="flow-phone-time">{minutes === undefined ? '…' : delayText(minutes)}</p>;
  if (step.kind === 'file') {
    const Icon = FILE_ICONS[step.fileKind === '' ? kindOf(step.url) : step.fileKind];
    return (
      <>
        {time}
        <Bubble>
          <span className="flow-phone-file">
            <Icon size={20} aria-hidden />
            <span className="cut">{step.url.split('/').at(-1) || 'File'}</span>
          </span>
          {fill(step.caption)}
        </Bubble>
      </>
    );
  }
  const buttons = step.buttons
    .map(({ type, text }) => ({ type, text: fill(text).slice(0, 20) }))
    .filter((one) => one.text);
  return (
    <>
      {time}
      <Bubble
        buttons={buttons.map(({ type, text }) => (
          <span key={text} className="row">
            {type === 'url' ? <ExternalLink size={12} aria-hidden /> : <Reply size={12} aria-hidden />}
            {text}
          </span>
        ))}
      >
        {fill(step.text) || <span className="muted">No text yet</span>}
      </Bubble>
    </>
  );
}

const kindOf = (url: string): keyof typeof FILE_ICONS =>
  /\.(jpe?g|png)$/i.test(url) ? 'image' : /\.(mp4|3gp)$/i.test(url) ? 'video' : 'document';

function Bubble({ children, buttons = [] }: { children: ReactNode; buttons?: readonly ReactNode[] }) {
  return (
    <div className="flow-bubble ours" dir="auto">
      <div className="flow-bubble-text">{children}</div>
      {buttons.length > 0 && <div className="flow-bubble-buttons">{buttons}</div>}
    </div>
  );
}
