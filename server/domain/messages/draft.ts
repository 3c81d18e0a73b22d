import type { components } from '@wigwag/openapi';
import type { GivenParts } from '../templates/template-variables.ts';

/** A free-form message to send. */
export type Draft = components['schemas']['SendMessageRequest'];

/** A template to send, from the body of the POST or the query of the GET. */
export type TemplateDraft = Omit<components['schemas']['SendTemplateRequest'], 'variables'> &
  Pick<GivenParts, 'variables' | 'place'>;

export const isTemplate = (draft: Draft | TemplateDraft): draft is TemplateDraft => !('type' in draft);
