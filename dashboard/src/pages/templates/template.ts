import type { components } from '@wigwag/openapi';
import type { Tone } from '../../parts/feedback.tsx';

export type Template = components['schemas']['Template'];

export const keyOf = ({ name, language }: Pick<Template, 'name' | 'language'>): string => `${name} ${language}`;

export const STATUSES: Readonly<Record<Template['status'], { text: string; tone: Tone }>> = {
  APPROVED: { text: 'Approved', tone: 'good' },
  PENDING: { text: 'In review', tone: 'warn' },
  REJECTED: { text: 'Rejected', tone: 'bad' },
};

export const CATEGORIES: Readonly<Record<Template['category'], string>> = {
  MARKETING: 'Marketing',
  UTILITY: 'Utility',
  AUTHENTICATION: 'Authentication',
};

export const QUALITIES: Readonly<Record<string, { text: string; tone: Tone }>> = {
  GREEN: { text: 'High', tone: 'good' },
  YELLOW: { text: 'Medium', tone: 'warn' },
  RED: { text: 'Low', tone: 'bad' },
};

/** Why Meta rejects templates, and what to change (Meta, "Template review"). */
const REJECTIONS: Readonly<Record<string, { what: string; change: string }>> = {
  ABUSIVE_CONTENT: {
    what: 'Meta found content that its policies forbid.',
    change: 'Remove threats, insults, and requests for card numbers or ID documents.',
  },
  CATEGORY_NOT_AVAILABLE: {
    what: 'The category is not available for your business.',
    change: 'Submit it in another category.',
  },
  INCORRECT_CATEGORY: {
    what: 'The text does not fit the category.',
    change: 'Submit it as marketing, or remove what promotes something.',
  },
  INVALID_FORMAT: {
    what: 'The form of the text or its variables is wrong.',
    change: 'Number the variables without gaps, give each a sample, and do not begin or end the text with one.',
  },
  PROMOTIONAL: {
    what: 'The text promotes something, which its category does not allow.',
    change: 'Submit it as marketing.',
  },
  SCAM: {
    what: 'Meta takes the text for a scam.',
    change: 'Name your business, use links to your own domain, and do not ask for money or passwords.',
  },
  TAG_CONTENT_MISMATCH: {
    what: 'The text is not in the language of the template, or does not fit the category.',
    change: 'Submit the text in the chosen language and category.',
  },
};

/** Returns why a template was rejected, and what to change. */
export const rejectionOf = (reason: string): { what: string; change: string } =>
  REJECTIONS[reason] ?? {
    what: reason === 'NONE' ? 'Meta gave no reason.' : `Meta’s reason: ${reason}.`,
    change: 'The WhatsApp Manager of Meta may show more. Submit a changed text as a new template.',
  };
