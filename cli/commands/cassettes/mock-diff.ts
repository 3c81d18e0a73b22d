import { diffAgainstMock } from '@wigwag/mock-provider/cassette';
import { EXIT_CODES } from '../../program/errors/exit-codes.ts';
import { countOf, describeDifferences } from './differences.ts';
import { readCassette } from './read-cassette.ts';

/** `wigwag mock diff`: shows where the mock's responses differ from a cassette, and exits with 1 if they do. */
export async function runMockDiff(path: string, { json }: { json?: boolean }): Promise<void> {
  const differences = await diffAgainstMock(readCassette(path));
  if (json) {
    process.stdout.write(`${JSON.stringify(differences)}\n`);
  } else {
    const lines = differences.length === 0 ? '' : `${describeDifferences(differences)}\n`;
    process.stdout.write(`${lines}${countOf(differences)} from the cassette\n`);
  }
  process.exitCode = differences.length === 0 ? EXIT_CODES.ok : EXIT_CODES.fault;
}
