import type { operations } from './generated/admin.ts';
import adminDocument from './generated/admin-document.ts';
import { operationsOf } from './walk.ts';

export type { operations as AdminOperations };
/** The admin API: the operator's functions over HTTP. */
export { adminDocument };

/** All operations of the admin API. */
export const ADMIN_OPERATIONS = operationsOf<keyof operations>(adminDocument);
