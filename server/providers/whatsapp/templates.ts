import type { TemplateComponent } from '../../store/templates/templates.ts';
import { bounded } from '../meta/reports.ts';
import { textAt } from '../meta/values.ts';
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
  quality_score?: unknown;
}

type TemplateStatus = NonNullable<ProviderTemplate['status']>;

/**
 * What Meta's statuses mean for sends (Meta, "message_template_status_update webhook reference"). PENDING becomes
 * APPROVED or REJECTED. A template that Meta paused or disabled cannot be sent, so it counts as REJECTED.
 */
const STATUSES: Readonly<Record<string, TemplateStatus>> = {
  APPROVED: 'APPROVED',
  REINSTATED: 'APPROVED',
  UNPAUSED: 'APPROVED',
  PENDING: 'PENDING',
  IN_APPEAL: 'PENDING',
  REJECTED: 'REJECTED',
  PAUSED: 'REJECTED',
  DISABLED: 'REJECTED',
  ARCHIVED: 'REJECTED', // unused for a long time
  PENDING_DELETION: 'REJECTED',
  DELETED: 'REJECTED',
};

/** In a list, this template is over the limit. As an event, it may also be about a template that can be sent. */
const LIMIT_EXCEEDED = 'LIMIT_EXCEEDED';

/** A warning. A template in a list with this status can be sent. As an event, it may arrive after PAUSED. */
const FLAGGED = 'FLAGGED';

/**
 * Returns our status after an event. Returns undefined for an event that does not say whether the template can be sent,
 * such as LOCKED (it cannot be edited) or UNARCHIVED, and for unknown ones: Meta adds events without notice.
 */
export const eventStatusOf = (event: string): TemplateStatus | undefined =>
  Object.hasOwn(STATUSES, event) ? STATUSES[event] : undefined;

/** Returns our status for a status in Meta's list; undefined if it is unknown. */
const listedStatusOf = (status: string): TemplateStatus | undefined =>
  status === LIMIT_EXCEEDED ? 'REJECTED' : status === FLAGGED ? 'APPROVED' : eventStatusOf(status);

const CATEGORIES = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const;

/** Returns a category of Meta in any case; undefined for any other text. */
export const categoryOf = (text: string | null): ProviderTemplate['category'] | undefined =>
  CATEGORIES.find((category) => category === text?.toUpperCase());

/** The longest rating that is stored, in characters. */
const LONGEST_QUALITY = 20;

/** Returns a rating of Meta; null if it is none. */
export const qualityOf = (score: string | null): string | null =>
  score === null ? null : bounded(score.toUpperCase(), LONGEST_QUALITY);

/** Returns a template of Meta in the format in which we store it. */
export function templateOf(meta: MetaTemplate): ProviderTemplate {
  const status = listedStatusOf(meta.status.toUpperCase());
  const reason = meta.rejected_reason && meta.rejected_reason !== 'NONE' ? meta.rejected_reason : meta.status;
  return {
    name: meta.name,
    language: meta.language.replace('-', '_'),
    category: categoryOf(meta.category) ?? (meta.category as ProviderTemplate['category']),
    status,
    rejectionReason: status === 'REJECTED' ? reason : null,
    quality: qualityOf(textAt(meta.quality_score, 'score')),
    parameterFormat: meta.parameter_format === 'NAMED' ? 'NAMED' : 'POSITIONAL',
    components: meta.components as readonly TemplateComponent[],
  };
}
