import { admin, type NewRecipient } from '@wigwag/server';
import { onOneLine } from '../../../output/sanitize-terminal.ts';
import { UsageError } from '../../../program/errors/errors.ts';
import { type ListPlan, readList } from './read-list.ts';

/** A list in which every row can be sent. */
export interface CheckedList {
  /** Number of different people on the list. */
  people: number;
  /** Number of rows with a person who is already in an earlier row. */
  duplicates: number;
  /** Identifies this combination of template, connection and list. */
  digest: string;
}

/** A hundred thousand rows can have the same mistake; the user needs to see only a few of them. */
const MAX_SHOWN = 100;

/**
 * Yields the people of a file in order. The position of each is its line number. Reports rows that cannot be used
 * instead of yielding them.
 */
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
 * Reads a whole list before any message is sent, and reports every problem in it.
 *
 * @throws {UsageError} if any row cannot be used, or if the list is empty
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
    throw new UsageError(`there are no recipients in ${path}`);
  }
  return { people: phones.size, duplicates: rows - phones.size, digest: digest.end() };
}

function showProblems(problems: { line: number; problem: string }[]): void {
  // The parser reads ahead, so its problems arrive out of order.
  const inOrder = problems.sort((left, right) => left.line - right.line);
  for (const { line, problem } of inOrder.slice(0, MAX_SHOWN)) {
    process.stderr.write(`line ${line}: ${onOneLine(problem)}\n`);
  }
  if (problems.length > MAX_SHOWN) {
    process.stderr.write(`and ${problems.length - MAX_SHOWN} more\n`);
  }
}
