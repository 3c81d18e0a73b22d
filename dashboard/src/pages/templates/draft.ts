import type { AdminComponents } from '@wigwag/openapi';
import type { Template } from './template.ts';

type Request = AdminComponents['schemas']['CreateTemplateRequest'];
export type DraftButton = AdminComponents['schemas']['NewTemplateButton'];

/** What a person has typed of a new template. */
export interface TemplateDraft {
  name: string;
  language: string;
  category: Request['category'];
  header: string;
  body: string;
  footer: string;
  /** By the variable. */
  samples: Readonly<Record<string, string>>;
  buttons: readonly DraftButton[];
}

export const EMPTY: TemplateDraft = {
  ...{ name: '', language: 'en_US', category: 'UTILITY', header: '', body: '', footer: '', samples: {}, buttons: [] },
};

/** Languages of Meta's list that many use; any other can be typed. */
export const LANGUAGES = [
  ...['ar', 'de', 'en_GB', 'en_US', 'es', 'es_MX', 'fr', 'he', 'hi', 'id', 'it', 'ja', 'ko', 'nl', 'pl', 'pt_BR'],
  ...['pt_PT', 'ru', 'tr', 'uk', 'ur', 'vi', 'zh_CN'],
];

const names = new Intl.DisplayNames(undefined, { type: 'language', fallback: 'code' });
export const languageName = (code: string): string => names.of(code.replace('_', '-')) ?? code;

/** Returns the variables of a text, each once, in order of appearance. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => String(name))),
];

/** Returns the next number for a variable. */
export const nextVariable = (text: string): string =>
  String(1 + Math.max(0, ...variablesIn(text).map((name) => Number(name) || 0)));

/** Returns a name as Meta takes it. */
export const nameFrom = (text: string): string => text.toLowerCase().replace(/[^a-z0-9_]+/g, '_');

/** Returns the request. */
export function requestOf({ header, footer, samples, body, buttons, ...rest }: TemplateDraft): Request {
  const used = variablesIn(body);
  return {
    ...rest,
    body,
    ...(header.trim() !== '' && { header }),
    ...(footer.trim() !== '' && { footer }),
    ...(used.length > 0 && { samples: Object.fromEntries(used.map((name) => [name, samples[name] ?? ''])) }),
    ...(buttons.length > 0 && { buttons: [...buttons] }),
  };
}

/** Returns the draft as the preview shows it. */
export const previewOf = ({
  header,
  body,
  footer,
  buttons,
}: TemplateDraft): Pick<Template, 'header' | 'body' | 'footer' | 'buttons'> => ({
  header: header === '' ? null : { format: 'TEXT', text: header },
  body: body === '' ? ' ' : body,
  footer: footer === '' ? null : footer,
  buttons: buttons.map(({ type, text, url }, index) => ({
    ...{ index, type, text: text || 'Button', url: url ?? null, dynamic: false, is_opt_out: false },
  })),
});
