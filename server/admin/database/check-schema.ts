import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSchema, type SchemaObject } from '../../engine/drivers/sqlite-file.ts';
import { openDatabase } from '../../store/database.ts';

/** Returns the schema of a new database of this version. */
export async function expectedSchema(): Promise<SchemaObject[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wigwag-schema-'));
  try {
    const path = join(folder, 'wigwag.db');
    await (await openDatabase(`sqlite:${path}`)).destroy();
    return await readSchema(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Objects whose statements run with ours. Additional tables and indexes run none. */
const ACTIVE = ['trigger', 'view'];

const definitionOf = ({ type, name, sql }: SchemaObject): string =>
  `${type} ${name} ${sql.replace(/\s+/g, ' ').trim()}`;

/** Returns a trigger or view that wigwag does not create; undefined if there is none. */
export function foreignIn(found: readonly SchemaObject[], expected: readonly SchemaObject[]): string | undefined {
  const known = new Set(expected.map(definitionOf));
  const foreign = found.find((one) => ACTIVE.includes(one.type) && !known.has(definitionOf(one)));
  return foreign && `${foreign.type} ${foreign.name}`;
}

/** Returns a table, column, index or trigger that a database lacks; undefined if there is none. */
export function missingIn(found: readonly SchemaObject[], expected: readonly SchemaObject[]): string | undefined {
  for (const { type, name, columns } of expected) {
    const same = found.find((one) => one.type === type && one.name === name);
    const column = columns.find((one) => !same?.columns.includes(one));
    if (same === undefined || column !== undefined) {
      return same === undefined ? `${type} ${name}` : `column ${column} of the table ${name}`;
    }
  }
  return undefined;
}
