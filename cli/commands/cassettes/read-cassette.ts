import { type Cassette, parseCassette } from '@wigwag/mock-provider/cassette';
import { UsageError } from '../../program/errors/errors.ts';
import { readTextFile } from '../../program/input/read-text.ts';

/** Reads a cassette. @throws {UsageError} if the file is missing or is not one */
export function readCassette(path: string): Cassette {
  try {
    return parseCassette(readTextFile(path));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'ENOENT' ? `${path} does not exist; \`wigwag record\` writes a cassette` : `${path}: ${message}`,
    );
  }
}
