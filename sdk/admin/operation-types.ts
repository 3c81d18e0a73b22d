import type { operations } from '../generated/admin-types.ts';

/** The name of an operation of the admin API. */
type AdminOperationId = keyof operations;

/** The query parameters of an operation. */
export type Query<Id extends AdminOperationId> = NonNullable<operations[Id]['parameters']['query']>;

/** The path parameters of an operation. */
export type Path<Id extends AdminOperationId> =
  NonNullable<operations[Id]['parameters']['path']> extends infer Names ? Names[keyof Names] : never;
