import type { Template, TemplateComponent } from '../../store/templates/templates.ts';

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

/** PENDING becomes APPROVED or REJECTED; what Meta paused or disabled cannot be sent either, so it shows as REJECTED. */
const STATUSES: Record<string, Template['status']> = {
  APPROVED: 'APPROVED',
  REINSTATED: 'APPROVED',
  UNPAUSED: 'APPROVED',
  FLAGGED: 'APPROVED', // a warning; it can still be sent
  PENDING: 'PENDING',
  IN_APPEAL: 'PENDING',
};

/** Meta's status in ours. */
export const statusOf = (status: string): Template['status'] => STATUSES[status] ?? 'REJECTED';

/** Meta's template as we keep it. */
export function templateOf(accountId: number, meta: MetaTemplate): Omit<Template, 'id'> {
  const status = statusOf(meta.status);
  const reason = meta.rejected_reason && meta.rejected_reason !== 'NONE' ? meta.rejected_reason : meta.status;
  return {
    accountId,
    name: meta.name,
    language: meta.language.replace('-', '_'),
    category: meta.category as Template['category'],
    status,
    rejectionReason: status === 'REJECTED' ? reason : null,
    parameterFormat: meta.parameter_format === 'NAMED' ? 'NAMED' : 'POSITIONAL',
    components: meta.components as readonly TemplateComponent[],
  };
}
