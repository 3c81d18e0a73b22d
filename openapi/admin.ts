import adminDocument from './generated/admin-document.ts';

export type { operations as AdminOperations } from './generated/admin.ts';
/** The admin API: the operator's functions over HTTP. */
export { adminDocument };
