import { singleEffect } from '../rules.ts';
import type { Template } from './templates.ts';

export const templateEffects = {
  newTemplates: singleEffect<Omit<Template, 'id'> & { at: number }>((tx, { at, ...template }) =>
    tx.templates.insert(template, at),
  ),

  changedTemplates: singleEffect<Template & { at: number }>((tx, { at, ...template }) =>
    tx.templates.update(template, at),
  ),

  /** Templates whose status or category a callback has reported, and when. */
  reportedTemplates: singleEffect<Pick<Template, 'accountId' | 'id'> & { at: number | null }>((tx, { at, ...key }) =>
    tx.templates.setReported(key, at),
  ),
};
