import type { Knex } from 'knex';
import { isPostgres } from '../drivers/dialect.ts';

/**
 * Takes as many of the requests asked for as a key has room for at a moment, in milliseconds, and gives how many these are, how
 * many counted in the minute before them and, when not all were taken, when there will be room again.
 *
 * A request counts as if made at the end of its slot of 100 ms, so never too short and by less than 100 ms too long. The row is
 * held while it is decided, and stays as it is when nothing is taken. Where the clocks of processes differ a little, the one
 * that is ahead holds; what lies more than ten seconds ahead is of a clock that was taken back, and is forgotten.
 */
const TAKE_KEY_RATE = `
create function take_key_rate(
  of_account integer, of_key integer, asked integer, per_minute integer, per_second integer, moment bigint,
  out taken integer, out counted integer, out free_at bigint
) language plpgsql as $$
declare
  -- The one that is added to, and the newest that have left the minute and the second.
  slot bigint := (moment + 99) / 100;
  minute_edge bigint;
  second_edge bigint;
  first bigint;
  counts integer[];
  size integer;
  gone integer;
  in_second integer := 0;
  rest integer;
  at integer;
begin
  loop
    select oldest, slots, in_minute into first, counts, counted
      from key_rates where account_id = of_account and key_id = of_key for update;
    exit when found;
    insert into key_rates (account_id, key_id, oldest, slots, in_minute)
      values (of_account, of_key, slot, '{}', 0) on conflict do nothing;
  end loop;

  size := cardinality(counts);
  if first + size - 1 > slot + 100 then
    size := 0;
  elsif first + size - 1 > slot then
    slot := first + size - 1;
    moment := slot * 100 - 99;
  end if;
  minute_edge := moment / 100 - 600;
  second_edge := moment / 100 - 10;
  gone := least(size, greatest(0, minute_edge - first + 1));
  if gone = size then
    first := slot;
    counts := '{}';
    size := 0;
    counted := 0;
  elsif gone > 0 then
    for at in 1..gone loop
      counted := counted - counts[at];
    end loop;
    first := first + gone;
    counts := counts[gone + 1:];
    size := size - gone;
  end if;
  for at in greatest(1, second_edge - first + 2)..size loop
    in_second := in_second + counts[at];
  end loop;

  taken := greatest(0, least(asked, per_minute - counted, per_second - in_second));
  if taken > 0 then
    if slot - first >= size then
      counts := counts || array_fill(0, array[(slot - first + 1 - size)::integer]);
      size := slot - first + 1;
    end if;
    counts[size] := counts[size] + taken;
    update key_rates set oldest = first, slots = counts, in_minute = counted + taken
      where account_id = of_account and key_id = of_key;
  end if;

  if taken < asked then
    free_at := moment;
    rest := counted + taken;
    at := 0;
    while rest >= per_minute and at < size loop
      at := at + 1;
      rest := rest - counts[at];
      free_at := greatest(free_at, (first + at - 1) * 100 + 60000);
    end loop;
    rest := in_second + taken;
    at := greatest(0, second_edge - first + 1);
    while rest >= per_second and at < size loop
      at := at + 1;
      rest := rest - counts[at];
      free_at := greatest(free_at, (first + at - 1) * 100 + 1000);
    end loop;
  end if;
end $$`;

/** Requests of keys, counted over all processes that share a PostgreSQL; what a crash of it forgets is of the last minute. */
export async function up(db: Knex): Promise<void> {
  await db.schema.createTable('key_rates', (table) => {
    table.integer('account_id').notNullable();
    table.integer('key_id').notNullable();
    table.bigInteger('oldest').notNullable();
    table.specificType('slots', isPostgres(db) ? 'integer[]' : 'text').notNullable();
    table.integer('in_minute').notNullable();
    table.primary(['account_id', 'key_id']);
  });
  if (isPostgres(db)) {
    // It is written at every request: nobody waits for the disk, and the rows stay where they are.
    await db.raw('alter table key_rates set unlogged');
    await db.raw('alter table key_rates set (fillfactor = 50)');
    await db.raw('alter table key_rates alter column slots set storage plain');
    await db.raw(TAKE_KEY_RATE);
  }
}
