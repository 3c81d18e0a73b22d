import { UsageError } from '../errors/errors.ts';
import { textOf } from './read-text.ts';

/** Returns all of stdin, without the line break at its end. @throws {UsageError} if it is not UTF-8 */
export async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer);
  }
  try {
    return textOf(Buffer.concat(chunks)).replace(/\n$/, '');
  } catch (error) {
    throw new UsageError(`cannot read stdin: ${(error as Error).message}`);
  }
}
