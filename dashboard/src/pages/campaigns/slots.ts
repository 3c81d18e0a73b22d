import type { AdminComponents } from '@wigwag/openapi';
import {
  buttonColumn,
  columnName,
  numberIn,
  PHONE_COLUMNS,
  problemOfNumber,
  USER_ID_COLUMNS,
  variableColumns,
} from '@wigwag/openapi/recipient-list';
import type { CsvRow } from '../../files/csv.ts';
import type { CampaignDraft, Source, Template } from './use-campaign-draft.ts';

/** A place that takes a value for each person. */
export interface Slot {
  id: string;
  label: string;
  help?: string;
  /** The names of columns that are chosen without asking. */
  columns: readonly string[];
  isRequired: boolean;
}

/** A person of a list, with the values of their message. */
export type ListedRecipient = Omit<AdminComponents['schemas']['ListedRecipient'], 'position'>;

export const PHONE_SLOT: Slot = {
  id: 'phone',
  label: 'Phone number',
  columns: PHONE_COLUMNS,
  isRequired: true,
  help: 'In any format. A WhatsApp user ID also works.',
};
const NAME_SLOT: Slot = {
  id: 'name',
  label: 'Name',
  columns: ['name'],
  isRequired: false,
  help: 'Is shown in the results.',
};

const variableId = (name: string): string => `variable ${name}`;
const buttonId = (index: number): string => `button ${index}`;

/** Returns the places of a template, after the number and the name. */
export function slotsOf({ parameter_format, variables: { names, samples }, buttons }: Template): Slot[] {
  return [
    PHONE_SLOT,
    NAME_SLOT,
    ...names.map((name, place) => ({
      id: variableId(name),
      label: `{{${name}}}`,
      ...(samples?.[place] && { help: `Such as ${samples[place]}` }),
      columns: variableColumns(name, parameter_format === 'POSITIONAL'),
      isRequired: true,
    })),
    ...(buttons ?? [])
      .filter(({ dynamic }) => dynamic)
      .map(({ index, text, url }) => ({
        id: buttonId(index),
        label: `Button “${text}”`,
        ...(url && { help: `The end of ${url}` }),
        columns: [buttonColumn(index)],
        isRequired: true,
      })),
  ];
}

/** Returns where the value of a slot comes from: as chosen, or by the name of a column. */
export function sourceOf(slot: Slot, { sources }: CampaignDraft, header: readonly string[]): Source | undefined {
  const chosen = sources[slot.id];
  if (chosen && (!('column' in chosen) || chosen.column < header.length)) {
    return chosen;
  }
  const names = header.map(columnName);
  const column = names.findIndex((name) => slot.columns.includes(name));
  if (column !== -1) {
    return { column };
  }
  // A list of one column has only numbers.
  return slot.id === PHONE_SLOT.id && header.length === 1 ? { column: 0 } : undefined;
}

/** Returns the slots that have no source yet. */
export const openSlots = (template: Template, draft: CampaignDraft, header: readonly string[]): Slot[] =>
  slotsOf(template).filter((slot) => {
    const source = sourceOf(slot, draft, header);
    const hasUserId = slot.id === PHONE_SLOT.id && userIdColumn(header) !== -1;
    return slot.isRequired && !hasUserId && (source === undefined || ('text' in source && source.text.trim() === ''));
  });

const userIdColumn = (header: readonly string[]): number =>
  header.map(columnName).findIndex((name) => USER_ID_COLUMNS.includes(name));

/** Returns the function that makes a recipient of a row, or says why it cannot. */
export function recipientMaker(template: Template, draft: CampaignDraft, header: readonly string[]) {
  const sources = new Map(slotsOf(template).map((slot) => [slot.id, sourceOf(slot, draft, header)]));
  const userId = userIdColumn(header);
  const { names } = template.variables;
  const dynamic = (template.buttons ?? []).filter((button) => button.dynamic);
  return ({ cells, problem }: CsvRow): ListedRecipient | { problem: string; field: string | null } => {
    if (problem !== undefined) {
      return { problem, field: null };
    }
    const textOf = (id: string): string => {
      const source = sources.get(id);
      return source === undefined ? '' : 'text' in source ? source.text : (cells[source.column] ?? '');
    };
    const phone = numberIn(textOf(PHONE_SLOT.id)) || numberIn(cells[userId] ?? '');
    const wrong = problemOfNumber(phone);
    if (wrong !== undefined) {
      return { problem: wrong, field: PHONE_SLOT.id };
    }
    const values = names.map((name) => [name, textOf(variableId(name))] as const);
    const variables =
      template.parameter_format === 'POSITIONAL' ? values.map(([, value]) => value) : Object.fromEntries(values);
    return {
      phone,
      name: textOf(NAME_SLOT.id),
      ...(values.length > 0 && { variables }),
      ...(dynamic.length > 0 && {
        buttons: dynamic.map(({ index }) => ({ index, text: textOf(buttonId(index)) })),
      }),
    };
  };
}

/** Returns the values of a recipient by the name of the variable, for the preview. */
export function previewValues(
  template: Template,
  recipient: ReturnType<ReturnType<typeof recipientMaker>>,
): ReadonlyMap<string, string> {
  if ('problem' in recipient) {
    return new Map();
  }
  const { variables } = recipient;
  return Array.isArray(variables)
    ? new Map(template.variables.names.map((name, place) => [name, variables[place] ?? '']))
    : new Map(Object.entries((variables ?? {}) as Record<string, string>));
}

/** Returns why a campaign cannot send a template; undefined if it can. */
export function unusableReason({ header }: Template): string | undefined {
  if (header?.variable) {
    return 'Its header has a variable, for which a campaign has no value.';
  }
  const isFile = header && ['IMAGE', 'VIDEO', 'DOCUMENT'].includes(header.format);
  if (isFile && !/^https?:/.test(header.sample ?? '')) {
    return 'Its header needs a file, and the template has no public sample. Send it from the inbox or with the API, which accept a file.';
  }
  return header?.format === 'LOCATION' ? 'Its header needs a location.' : undefined;
}
