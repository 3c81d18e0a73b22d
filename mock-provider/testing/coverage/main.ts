import { readFileSync, writeFileSync } from 'node:fs';
import { coveragePage } from './coverage.ts';

// `--check` compares COVERAGE.md with what the mock answers, without writing it.
const file = new URL('../../COVERAGE.md', import.meta.url);
const page = await coveragePage();
if (!process.argv.includes('--check')) {
  writeFileSync(file, page);
} else if (readFileSync(file, 'utf8') !== page) {
  process.stderr.write('mock-provider/COVERAGE.md is not current. Run this command without --check.\n');
  process.exitCode = 1;
}
