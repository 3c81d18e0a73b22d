import type { components, operations } from './generated/types.ts';

/** The name of an operation in the document. */
export type OperationId = keyof operations;

/** The schemas of the document: `Schemas['Contact']`, `Schemas['SendMessageRequest']`. */
export type Schemas = components['schemas'];

type Json<Answer> = Answer extends { content: { 'application/json': { data: infer Data } } } ? Data : never;

/** `data` of an operation's successful response. */
export type Data<Id extends OperationId> = Json<
  operations[Id]['responses'][keyof operations[Id]['responses'] & (200 | 201 | 202)]
>;

type BodyContent<Id extends OperationId> =
  NonNullable<operations[Id]['requestBody']> extends { content: infer Types } ? Types[keyof Types] : never;

/** The request body of an operation. */
export type Body<Id extends OperationId> = BodyContent<Id>;

/** The query parameters of an operation. */
export type Query<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>;

/** The path parameters of an operation. */
export type Path<Id extends OperationId> =
  NonNullable<operations[Id]['parameters']['path']> extends infer Names ? Names[keyof Names] : never;
