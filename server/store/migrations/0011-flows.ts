import type { Knex } from 'knex';

/** Campaign flows and their runs, and messages that count in no report. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('flows', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.text('name').notNullable();
    table.integer('template_id').notNullable();
    table.text('button').notNullable();
    table.integer('button_index').notNullable();
    table.boolean('is_active').notNullable();
    table.boolean('stop_on_reply').notNullable();
    table.boolean('stop_on_agent').notNullable();
    table.integer('quiet_start');
    table.integer('quiet_end');
    table.text('steps').notNullable();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('updated_at').notNullable();
    table.index(['account_id', 'id']);
    table.index(['account_id', 'template_id', 'id']);
  });

  await db.schema.createTable('flow_runs', (table) => {
    table.integer('account_id').notNullable();
    table.increments('id');
    table.integer('flow_id').notNullable();
    table.integer('conversation_id').notNullable();
    table.text('phone').notNullable();
    table.text('status').notNullable();
    table.text('stop_reason');
    table.integer('current_step').notNullable();
    table.integer('messages_sent').notNullable();
    table.text('known').notNullable();
    table.bigInteger('started_at').notNullable();
    table.bigInteger('next_step_at');
    table.bigInteger('finished_at');
    table.index(['account_id', 'flow_id', 'id']);
    table.index(['account_id', 'flow_id', 'status', 'id']);
    table.index(['account_id', 'phone', 'flow_id', 'id']);
  });
  // A person goes through a flow once at a time; whoever writes or is assigned finds the runs that go on.
  await db.raw(
    `create unique index flow_runs_running on flow_runs (account_id, phone, flow_id) where status = 'running'`,
  );
  await db.raw(`create index flow_runs_driving on flow_runs (account_id, conversation_id) where status = 'running'`);

  // What a flow test sends is in no report; they go on counting in an index alone.
  await db.schema.alterTable('messages', (table) => {
    table.boolean('is_unreported').notNullable().defaultTo(false);
    table.dropIndex(['account_id', 'created_at', 'direction', 'status', 'is_test']);
    table.index(['account_id', 'created_at', 'direction', 'status', 'is_test', 'is_unreported'], 'messages_counted');
  });
}
