import { admin, type NewRecipient } from '@wigwag/server';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import { UsageError } from '../../program/errors.ts';
import { type ListPlan, readList } from './read-list.ts';

/** A list that can be sent to, every row of it. */
export interface CheckedList {
  /** How many different people are on it. */
  people: number;
  /** Rows whose person stood further up already. */
  duplicates: number;
  /** Tells this template, line and list from any other. */
  digest: string;
}

/** A hundred thousand rows may be wrong in the same way; a reader needs some of them. */
const MOST_SHOWN = 100;

/** The people of a file in their order, each with the line as position; a row that cannot be used is told instead. */
export async function* peopleOf(
  path: string,
  plan: ListPlan,
  tell: (line: number, problem: string) => unknown,
  tellUnused?: (columns: string[]) => void,
): AsyncGenerator<NewRecipient> {
  for await (const row of readList(path, plan, tellUnused)) {
    if ('problem' in row) {
      tell(row.line, row.problem);
      continue;
    }
    try {
      yield { ...admin.requireListed(plan, row.listed), position: row.line };
    } catch (error) {
      if (!(error instanceof admin.AdminError)) {
        throw error;
      }
      tell(row.line, error.message);
    }
  }
}

/**
 * Reads a whole list before anything of it is sent, and shows everything that is wrong with it.
 *
 * @throws {UsageError} when any row cannot be used, or nobody is on it
 */
export async function checkList(path: string, plan: ListPlan): Promise<CheckedList> {
  const problems: { line: number; problem: string }[] = [];
  let rows = 0;
  const phones = new Set<string>();
  const digest = admin.createDigest(plan);
  const tellUnused = (columns: string[]) => {
    if (columns.length > 0) {
      process.stderr.write(`not used: ${onOneLine(columns.join(', '))}\n`);
    }
  };
  for await (const person of peopleOf(path, plan, (line, problem) => problems.push({ line, problem }), tellUnused)) {
    rows += 1;
    phones.add(person.phone);
    digest.add(person);
  }
  if (problems.length > 0) {
    showProblems(problems);
    throw new UsageError(`nothing was sent: ${problems.length} of ${problems.length + rows} rows cannot be used`);
  }
  if (rows === 0) {
    throw new UsageError(`nobody is on the list ${path}`);
  }
  return { people: phones.size, duplicates: rows - phones.size, digest: digest.end() };
}

function showProblems(problems: { line: number; problem: string }[]): void {
  // The parser is ahead of those who look at what it found.
  const inOrder = problems.sort((left, right) => left.line - right.line);
  for (const { line, problem } of inOrder.slice(0, MOST_SHOWN)) {
    process.stderr.write(`line ${line}: ${onOneLine(problem)}\n`);
  }
  if (problems.length > MOST_SHOWN) {
    process.stderr.write(`and ${problems.length - MOST_SHOWN} more\n`);
  }
}
