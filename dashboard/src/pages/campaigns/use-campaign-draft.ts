import type { components } from '@wigwag/openapi';
import { useDraft } from '../../api/draft.ts';
import { useAccountId } from '../../api/session.ts';
import { useApprovedTemplates } from '../../api/templates.ts';
import { type StoredList, useStoredList } from '../../files/use-stored-list.ts';

export type Template = components['schemas']['Template'];

export const STEPS = [
  { id: 'template', name: 'Template' },
  { id: 'recipients', name: 'Recipients' },
  { id: 'values', name: 'Values' },
  { id: 'check', name: 'Check and send' },
] as const;
export type StepId = (typeof STEPS)[number]['id'];

/** Where a value comes from: a column of the list, or the same text for all. */
export type Source = { column: number } | { text: string };

/** What a person has chosen for a new campaign. The list itself is a stored file. */
export interface CampaignDraft {
  template?: { name: string; language: string };
  connection?: string;
  /** The chosen columns, by the ID of the slot. Others are found by the names of the columns. */
  sources: Readonly<Record<string, Source>>;
}

const EMPTY: CampaignDraft = { sources: {} };

/** The draft of a new campaign. It stays after a reload. */
export function useCampaignDraft() {
  const account = useAccountId();
  return useDraft<CampaignDraft>(`campaign:${account}`, EMPTY);
}

/** The start time on the clock of the account, as the field has it; null for now. It stays after a reload. */
export const useStartTime = () => useDraft<string | null>('campaign-start', null);

/** What people call the campaign. It stays after a reload, and another name does not check the list again. */
export const useCampaignName = () => useDraft<string>('campaign-name', '');

/** The template of the draft; undefined while it loads, or if it is not approved any more. */
export function useDraftTemplate({ template }: CampaignDraft): Template | undefined {
  const { data } = useApprovedTemplates();
  return data?.find(({ name, language }) => name === template?.name && language === template?.language);
}

/** The list of the draft. */
export type DraftList = StoredList;

/** The list of the draft: null if there is none, undefined while it is read. */
export const useDraftList = () => useStoredList('campaign');
