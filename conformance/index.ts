export { CLAUSES, type ClauseId } from './clauses.ts';
export { type Exchange, exchangeFaults, withoutDecisions } from './exchange.ts';
export { control, type Target } from './target.ts';
