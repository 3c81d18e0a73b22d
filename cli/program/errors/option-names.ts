import { isApiError } from '@wigwag/sdk';
import type { Command } from 'commander';

/**
 * Returns an error of the API in which invalid fields have the names of the command's options: `from must not be after
 * to` becomes `--from must not be after --to`.
 */
export function withOptionNames(error: unknown, command: Command): unknown {
  if (!isApiError(error, 'VALIDATION_FAILED')) {
    return error;
  }
  const options = new Map(command.options.map(({ long }) => [long?.slice(2).replaceAll('-', '_'), long]));
  const problem = error.problem.replaceAll(
    /(?<=^|; |, and |must not be (?:after|before) )[a-z_]+\b/g,
    (field) => options.get(field) ?? field,
  );
  return Object.assign(error, { problem });
}
