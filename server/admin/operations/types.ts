import type { AdminOperations, SessionOperation } from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import type { ActiveSession } from '../../domain/logins/sessions.ts';

/** An operation that the admin token opens, and that `wigwag admin` calls. */
export type AdminOperation = Exclude<keyof AdminOperations, SessionOperation>;

type PathOf<Op> = Op extends { parameters: { path: infer Path } } ? Path : object;
type QueryOf<Op> = Op extends { parameters: { query?: infer Query } }
  ? [Exclude<Query, undefined>] extends [never]
    ? object
    : Exclude<Query, undefined>
  : object;
type BodyOf<Op> = Op extends { requestBody: { content: { 'application/json': infer Body } } } ? Body : object;

/** The parameters of the path and the query, and the fields of the body of an operation. */
export type AdminInput<Op extends keyof AdminOperations> = PathOf<AdminOperations[Op]> &
  QueryOf<AdminOperations[Op]> &
  BodyOf<AdminOperations[Op]>;

/** The body of the response of an operation. */
export type AdminOutput<Op extends keyof AdminOperations> =
  AdminOperations[Op]['responses'][200]['content']['application/json'];

/**
 * The functions of some operations. Each throws `AdminError` if a rule refuses the request.
 *
 * @param caller the session of the dashboard; undefined for the admin token and the command line
 */
export type OperationHandlers<Ops extends AdminOperation> = {
  [Op in Ops]: (app: App, input: AdminInput<Op>, caller?: ActiveSession) => Promise<AdminOutput<Op>>;
};
