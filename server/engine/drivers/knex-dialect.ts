/** A compiled statement. Knex passes the same object on, with the driver's response. */
export interface CompiledStatement {
  sql: string;
  bindings?: readonly unknown[];
  response?: unknown;
}

/** A client of Knex, for one kind of database. Transactions have clients that share only the prototype. */
export interface DialectClient {
  config: { [name: string]: unknown };
  acquireRawConnection(): Promise<unknown>;
  acquireConnection(): Promise<unknown>;
  releaseConnection(connection: unknown): Promise<void>;
  query(connection: unknown, statement: CompiledStatement | string): Promise<CompiledStatement>;
  processResponse(statement: CompiledStatement, runner: unknown): unknown;
  _query(connection: unknown, statement: CompiledStatement): Promise<CompiledStatement>;
  transaction(...args: TransactionArguments): unknown;
  runner(builder: Builder): { run(): Promise<unknown> };
}
export type ClientClass = new (config: object) => DialectClient;

export type TransactionArguments = [container: unknown, config?: unknown, outer?: unknown];

/** A transaction of Knex. */
export interface DialectTransaction {
  trxClient: Pick<DialectClient, 'query'>;
  begin(connection: unknown): Promise<unknown>;
  query(connection: unknown, sql: string): Promise<unknown>;
}
export type TransactionClass = new (client: DialectClient, ...args: TransactionArguments) => DialectTransaction;

/** A query builder or a raw statement of Knex. */
export interface Builder {
  _connection?: unknown;
  toSQL(): CompiledStatement | CompiledStatement[];
}

/** Runs the statements of a builder. */
export interface DialectRunner {
  client: DialectClient;
  builder: Builder;
  run(): Promise<unknown>;
}
export type RunnerClass = new (client: DialectClient, builder: Builder) => DialectRunner;
