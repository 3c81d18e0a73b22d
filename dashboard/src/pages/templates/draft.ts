import type { AdminComponents } from '@wigwag/openapi';
import type { UploadedFile } from '../../files/upload.ts';
import type { Template } from './template.ts';

type Request = AdminComponents['schemas']['CreateTemplateRequest'];
export type MediaFormat = NonNullable<Request['header_media']>['format'];
export type DraftButton = AdminComponents['schemas']['NewTemplateButton'];

/** What a person has typed of a new template. */
export interface TemplateDraft {
  name: string;
  language: string;
  category: Request['category'];
  /** What is above the text. */
  headerKind: 'TEXT' | MediaFormat;
  header: string;
  /** The example of a media header: an uploaded file, or a link. */
  headerFile?: UploadedFile | undefined;
  headerUrl: string;
  body: string;
  footer: string;
  /** By the variable. */
  samples: Readonly<Record<string, string>>;
  buttons: readonly DraftButton[];
  /** Minutes, of a template for codes; empty for no footer. */
  expires: string;
  advises: boolean;
}

export const EMPTY: TemplateDraft = {
  ...{ name: '', language: 'en_US', category: 'UTILITY', headerKind: 'TEXT', header: '', headerUrl: '' },
  ...{ body: '', footer: '', samples: {}, buttons: [], expires: '10', advises: true },
};

const isOneOf = <Value extends string>(values: readonly Value[], value: string | undefined): value is Value =>
  (values as readonly (string | undefined)[]).includes(value);

/** Returns a draft with the content of a template. It has another name, because Meta takes each name once. */
export function draftFrom({
  name,
  language,
  category,
  header,
  body,
  footer,
  buttons,
  variables,
}: Template): TemplateDraft {
  const format = header?.format;
  return {
    ...EMPTY,
    ...{ name: `${name}_2`, language, category, body, footer: footer ?? '', header: header?.text ?? '' },
    headerKind: isOneOf(['IMAGE', 'VIDEO', 'DOCUMENT'], format) ? format : 'TEXT',
    samples: Object.fromEntries(variables.names.map((variable, place) => [variable, variables.samples?.[place] ?? ''])),
    buttons: buttons.flatMap(({ type, text, url }) =>
      isOneOf(['QUICK_REPLY', 'URL', 'PHONE_NUMBER'], type) ? [{ type, text, ...(url && { url }) }] : [],
    ),
  };
}

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
export function requestOf(draft: TemplateDraft): Request {
  const { name, language, category, headerKind, header, footer, samples, body, buttons, expires, advises } = draft;
  if (category === 'AUTHENTICATION') {
    return {
      ...{ name, language, category, add_security_recommendation: advises },
      ...(expires !== '' && { code_expiration_minutes: Number(expires) }),
    };
  }
  const used = variablesIn(body);
  return {
    name,
    language,
    category,
    body,
    ...(headerKind === 'TEXT' ? header.trim() !== '' && { header } : { header_media: mediaOf(draft, headerKind) }),
    ...(footer.trim() !== '' && { footer }),
    ...(used.length > 0 && { samples: Object.fromEntries(used.map((name) => [name, samples[name] ?? ''])) }),
    ...(buttons.length > 0 && { buttons: [...buttons] }),
  };
}

const mediaOf = (
  { headerFile, headerUrl }: TemplateDraft,
  format: MediaFormat,
): NonNullable<Request['header_media']> =>
  headerFile ? { format, media_id: headerFile.id } : { format, url: headerUrl.trim() };

/** Returns whether Meta takes it as the minutes after which a code expires. */
export const isExpiry = (expires: string): boolean => expires === '' || (Number(expires) >= 1 && Number(expires) <= 90);

/** Whether everything that Meta needs is there. */
export const isComplete = (draft: TemplateDraft): boolean =>
  draft.name !== '' &&
  (draft.category === 'AUTHENTICATION'
    ? isExpiry(draft.expires)
    : draft.body.trim() !== '' &&
      (draft.headerKind === 'TEXT' || draft.headerFile !== undefined || draft.headerUrl.trim() !== '') &&
      variablesIn(draft.body).every((name) => draft.samples[name]?.trim()));

type Preview = Pick<Template, 'header' | 'body' | 'footer' | 'buttons'>;

/** Returns the text of Meta for codes, in English: Meta translates it. */
const codePreview = ({ expires, advises }: TemplateDraft): Preview => ({
  header: null,
  body: `{{1}} is your verification code.${advises ? ' For your security, do not share this code.' : ''}`,
  footer: expires === '' ? null : `This code expires in ${expires} minutes.`,
  buttons: [{ index: 0, type: 'COPY_CODE', text: 'Copy code', url: null, dynamic: false, is_opt_out: false }],
});

/** Returns the draft as the preview shows it. */
export const previewOf = (draft: TemplateDraft): Preview =>
  draft.category === 'AUTHENTICATION' ? codePreview(draft) : writtenPreview(draft);

const writtenPreview = ({ headerKind, header, body, footer, buttons }: TemplateDraft): Preview => ({
  header: headerKind !== 'TEXT' ? { format: headerKind } : header === '' ? null : { format: 'TEXT', text: header },
  body: body === '' ? ' ' : body,
  footer: footer === '' ? null : footer,
  buttons: buttons.map(({ type, text, url }, index) => ({
    ...{ index, type, text: text || 'Button', url: url ?? null, dynamic: false, is_opt_out: false },
  })),
});
