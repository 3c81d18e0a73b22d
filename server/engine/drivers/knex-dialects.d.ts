/**
 * The parts of Knex's clients that ours override. Knex has no types for them. They are what its documentation calls a
 * custom dialect.
 */
declare module 'knex/lib/dialects/postgres/index.js' {
  const client: import('./knex-dialect.ts').ClientClass;
  export default client;
}

declare module 'knex/lib/dialects/postgres/execution/pg-transaction.js' {
  const transaction: import('./knex-dialect.ts').TransactionClass;
  export default transaction;
}

declare module 'knex/lib/dialects/better-sqlite3/index.js' {
  const client: import('./knex-dialect.ts').ClientClass;
  export default client;
}

declare module 'knex/lib/execution/transaction.js' {
  const transaction: import('./knex-dialect.ts').TransactionClass;
  export default transaction;
}

declare module 'knex/lib/execution/runner.js' {
  const runner: import('./knex-dialect.ts').RunnerClass;
  export default runner;
}
