import type { Draft } from '../data/sends.ts';
import type { Template } from '../data/types.ts';

/** What an agent has filled in for a template. */
export interface TemplateValues {
  variables: Readonly<Record<string, string>>;
  header: string;
  /** The name of an uploaded file in the header. */
  headerFile?: { id: string; name: string } | undefined;
  buttons: Readonly<Record<number, string>>;
}

export const NO_VALUES: TemplateValues = { variables: {}, header: '', buttons: {} };

const FILES = ['IMAGE', 'VIDEO', 'DOCUMENT'];

export const hasFileHeader = ({ header }: Template): boolean => header !== null && FILES.includes(header.format);
export const hasHeaderVariable = ({ header }: Template): boolean => header?.variable != null;

/** Fills the placeholders of a text. Those without a value stay, so that the preview shows what is missing. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) => values[name] || placeholder);

/** Returns whether everything that the template needs has a value. */
export const isComplete = (template: Template, values: TemplateValues): boolean =>
  template.variables.names.every((name) => values.variables[name]?.trim()) &&
  (!hasHeaderVariable(template) || values.header.trim() !== '') &&
  (!hasFileHeader(template) ||
    Boolean(template.header?.sample) ||
    values.header.trim() !== '' ||
    values.headerFile !== undefined) &&
  template.buttons.every(({ index, dynamic }) => !dynamic || values.buttons[index]?.trim());

/** Returns the message of a filled template. */
export function templateDraft(template: Template, values: TemplateValues): Draft {
  const { name, language, parameter_format, variables, buttons } = template;
  const named = Object.fromEntries(variables.names.map((one) => [one, values.variables[one]?.trim() ?? '']));
  const address = values.header.trim();
  const header = hasHeaderVariable(template)
    ? { text: address }
    : hasFileHeader(template) && values.headerFile
      ? { media_id: values.headerFile.id }
      : hasFileHeader(template) && address !== ''
        ? { url: address }
        : undefined;
  const dynamic = buttons.filter((button) => button.dynamic);
  return {
    kind: 'template',
    text: filled(template.body, named),
    body: {
      name,
      language,
      ...(variables.names.length > 0 && {
        variables: parameter_format === 'NAMED' ? named : variables.names.map((one) => named[one] ?? ''),
      }),
      ...(header && { header }),
      ...(dynamic.length > 0 && {
        buttons: dynamic.map(({ index }) => ({ index, text: values.buttons[index]?.trim() ?? '' })),
      }),
    },
  };
}
