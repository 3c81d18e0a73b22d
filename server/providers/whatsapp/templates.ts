import type { TemplateComponent } from '../../store/templates/templates.ts';
import type { ProviderTemplate } from '../provider.ts';

/** A template as Meta lists it (GET /{waba}/message_templates). */
export interface MetaTemplate {
  name: string;
  language: string;
  category: string;
  status: string;
  parameter_format?: string;
  components: readonly object[];
  rejected_reason?: string | null;
}

/**
 * PENDING becomes APPROVED or REJECTED. A template that Meta paused or disabled cannot be sent, so it counts as
 * REJECTED.
 */
const STATUSES: Record<string, ProviderTemplate['status']> = {
  APPROVED: 'APPROVED',
  REINSTATED: 'APPROVED',
  UNPAUSED: 'APPROVED',
  FLAGGED: 'APPROVED', // a warning; it can still be sent
  PENDING: 'PENDING',
  IN_APPEAL: 'PENDING',
};

/** Returns our status for a status of Meta. */
export const statusOf = (status: string): ProviderTemplate['status'] => STATUSES[status] ?? 'REJECTED';

/** Returns a template of Meta in the format in which we store it. */
export function templateOf(meta: MetaTemplate): ProviderTemplate {
  const status = statusOf(meta.status);
  const reason = meta.rejected_reason && meta.rejected_reason !== 'NONE' ? meta.rejected_reason : meta.status;
  return {
    name: meta.name,
    language: meta.language.replace('-', '_'),
    category: meta.category as ProviderTemplate['category'],
    status,
    rejectionReason: status === 'REJECTED' ? reason : null,
    parameterFormat: meta.parameter_format === 'NAMED' ? 'NAMED' : 'POSITIONAL',
    components: meta.components as readonly TemplateComponent[],
  };
}
