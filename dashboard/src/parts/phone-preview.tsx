import type { components } from '@wigwag/openapi';
import { Copy, ExternalLink, FileText, Image, MapPin, Phone, Reply, Video } from 'lucide-react';

type Template = components['schemas']['Template'];

const MEDIA = { IMAGE: Image, VIDEO: Video, DOCUMENT: FileText, LOCATION: MapPin } as const;
const BUTTONS = { URL: ExternalLink, PHONE_NUMBER: Phone, COPY_CODE: Copy } as const;

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

/** Returns the sample values of a template by name, as the preview needs them. */
export const samplesOf = ({ variables: { names, samples } }: Template): ReadonlyMap<string, string> =>
  new Map(names.map((name, place) => [name, samples?.[place] || `{{${name}}}`]));

interface PhonePreviewProps {
  template: Pick<Template, 'header' | 'body' | 'footer' | 'buttons'>;
  /** By the name of the placeholder. Others are shown in braces. */
  values: ReadonlyMap<string, string>;
  /** What the preview shows, for screen readers. */
  label?: string;
}

/** A template as it appears on a phone. */
export function PhonePreview({ template, values, label = 'Preview as on a phone' }: PhonePreviewProps) {
  const { header, body, footer, buttons } = template;
  const Media = header && Object.hasOwn(MEDIA, header.format) ? MEDIA[header.format as keyof typeof MEDIA] : undefined;
  return (
    <figure className="phone" aria-label={label}>
      <div className="phone-screen">
        <div className="phone-bubble" dir="auto">
          {Media && (
            <div className="phone-media">
              <Media size={20} aria-hidden />
              <span>{header?.format.toLowerCase()}</span>
            </div>
          )}
          {header?.text && (
            <p className="phone-header" dir="auto">
              <Filled text={header.text} values={headerValues(header, values)} />
            </p>
          )}
          <p className="phone-body" dir="auto">
            <Filled text={body ?? ''} values={values} />
          </p>
          {footer && (
            <p className="phone-footer" dir="auto">
              {footer}
            </p>
          )}
          {(buttons ?? []).map(({ index, type, text }) => {
            const Sign = Object.hasOwn(BUTTONS, type) ? BUTTONS[type as keyof typeof BUTTONS] : Reply;
            return (
              <p key={index} className="phone-button">
                <Sign size={14} aria-hidden />
                <span>{text}</span>
              </p>
            );
          })}
        </div>
      </div>
    </figure>
  );
}

/** The placeholder of a header has its own sample, and may have the name of one of the body. */
const headerValues = (
  { variable, sample }: NonNullable<Template['header']>,
  values: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> => (variable ? new Map([...values, [variable, sample || `{{${variable}}}`]]) : values);

/** The text with its values. Values are marked, so that one sees what differs between people. */
function Filled({ text, values }: { text: string; values: ReadonlyMap<string, string> }) {
  const parts: React.ReactNode[] = [];
  let end = 0;
  for (const found of text.matchAll(PLACEHOLDER)) {
    parts.push(text.slice(end, found.index));
    parts.push(
      <mark key={found.index} className="phone-value">
        {values.get(found[1] ?? '') || found[0]}
      </mark>,
    );
    end = found.index + found[0].length;
  }
  parts.push(text.slice(end));
  return <>{parts}</>;
}
