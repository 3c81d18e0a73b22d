import type { FieldErrors, FlowDraft } from './draft.ts';

/** What each part of the form of a flow gets. */
export interface FormProps {
  draft: FlowDraft;
  change: (changes: Partial<FlowDraft>) => void;
  errors: FieldErrors;
  isDisabled: boolean;
}
