import type { operations } from './generated/admin.ts';
import adminDocument from './generated/admin-document.ts';
import type { Role, SessionOperation } from './generated/admin-names.ts';
import { type DocumentOperation, operationsOf } from './walk.ts';

export { ROLE_SCOPES, ROLES, type Role, type SessionOperation } from './generated/admin-names.ts';
export type { operations as AdminOperations };
/** The admin API: the operator's functions over HTTP. */
export { adminDocument };

/** An operation that needs a session of the dashboard. */
type SessionOperationNode = DocumentOperation<SessionOperation>;
/** An operation that takes the admin token, or a session below /dashboard. */
type AdminOperationNode = DocumentOperation<Exclude<keyof operations, SessionOperation>>;

const ALL = operationsOf<keyof operations>(adminDocument);

/** All operations that the admin token opens. */
export const ADMIN_OPERATIONS = ALL.filter(({ versioned }) => versioned) as AdminOperationNode[];

/** The operations that exist only for sessions of the dashboard. */
export const SESSION_OPERATIONS = ALL.filter(({ versioned }) => !versioned) as SessionOperationNode[];

/** Returns the roles that may call an operation, or give a field of a request. */
export const rolesOf = (node: { 'x-roles'?: unknown }): readonly Role[] => (node['x-roles'] ?? []) as Role[];
