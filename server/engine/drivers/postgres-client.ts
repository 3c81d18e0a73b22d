import PgTransaction from 'knex/lib/dialects/postgres/execution/pg-transaction.js';
import PgClient from 'knex/lib/dialects/postgres/index.js';
import Runner from 'knex/lib/execution/runner.js';
import type pg from 'pg';
import type { Builder, CompiledStatement, DialectRunner, TransactionArguments } from './knex-dialect.ts';
import { beginOf, DatabaseConnectionError, endAtOnce, execute } from './postgres-connection.ts';

/** Knex's client for PostgreSQL, with prepared statements and without waiting for BEGIN. */
export class PostgresClient extends PgClient {
  override async acquireRawConnection(): Promise<unknown> {
    return super.acquireRawConnection().catch((error) => {
      throw new DatabaseConnectionError(error);
    });
  }

  override async _query(connection: pg.Client, statement: CompiledStatement): Promise<CompiledStatement> {
    statement.response = await execute(connection, statement);
    return statement;
  }

  override transaction(...args: TransactionArguments): unknown {
    return new PipelinedTransaction(this, ...args);
  }

  override runner(builder: Builder): DialectRunner {
    return new SingleRunner(this, builder);
  }
}

/**
 * Sends BEGIN together with the first statement, which saves a round trip. If BEGIN fails, the connection ends, so that
 * the first statement fails and does not take effect alone.
 */
class PipelinedTransaction extends PgTransaction {
  override begin(connection: pg.Client): Promise<void> {
    execute(connection, { sql: beginOf(connection) }).catch(() => endAtOnce(connection));
    return Promise.resolve();
  }
}

/** Runs a builder with one statement without the events and copies of Knex's runner, which nothing here uses. */
class SingleRunner extends Runner {
  override async run(): Promise<unknown> {
    const { client, builder } = this;
    const statement = builder.toSQL();
    if (Array.isArray(statement)) {
      return super.run();
    }
    if (builder._connection !== undefined) {
      return client.processResponse(await client.query(builder._connection, statement), this);
    }
    const connection = await client.acquireConnection();
    try {
      return client.processResponse(await client.query(connection, statement), this);
    } finally {
      await client.releaseConnection(connection);
    }
  }
}
