import type { components } from '@wigwag/openapi';
import type { MessageInput } from '../../store/messages/content.ts';
import type { GivenParts } from '../templates/template-variables.ts';

/** A free-form message to send. */
export type { MessageInput };

/** A template to send, from the body of the POST or the query of the GET. */
export type TemplateInput = Omit<components['schemas']['SendTemplateRequest'], 'variables'> &
  Pick<GivenParts, 'variables' | 'place'>;

export const isTemplate = (input: MessageInput | TemplateInput): input is TemplateInput => !('type' in input);
