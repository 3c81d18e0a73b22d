import type { Control } from '../control.ts';
import { Untestable } from '../verdict.ts';
import type { SuiteSession } from './session.ts';

/** Returns the target's control protocol. @throws {Untestable} naming `what` if the target does not offer it */
export function requireControl({ control }: SuiteSession, what: string): Control {
  if (!control) {
    throw new Untestable(`needs the control protocol: ${what}`);
  }
  return control;
}
