import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { STATE } from './instrument.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A mistake in our server that no proxy can make, because it needs the server's state. */
export interface PlantedFault {
  name: string;
  /** The path from the project's folder. */
  file: string;
  /** The text that is replaced. It occurs once in the file. */
  was: string;
  becomes: string;
  /** Clauses that must detect the fault. */
  caughtBy: string[];
}

export const PLANTED = parse(readFileSync(join(import.meta.dirname, 'planted.yaml'), 'utf8')) as PlantedFault[];

/**
 * Returns the source of a file with the fault.
 *
 * @throws {Error} if the replaced text does not occur exactly once
 */
export function withFault({ name, file, was, becomes }: PlantedFault): string {
  const [before, after, ...rest] = readFileSync(join(ROOT, file), 'utf8').split(was);
  if (before === undefined || after === undefined || rest.length > 0) {
    throw new Error(`"${name}": the text in was must occur exactly once in ${file}`);
  }
  return before + becomes + after;
}

/** Writes the changed source for the server's process (`hooks.ts`). Returns the path of what it reads. */
export function plant(fault: PlantedFault): string {
  const path = join(STATE, `planted-${PLANTED.indexOf(fault)}.json`);
  mkdirSync(STATE, { recursive: true });
  writeFileSync(path, JSON.stringify({ sources: { [fault.file]: withFault(fault) } }));
  return path;
}
