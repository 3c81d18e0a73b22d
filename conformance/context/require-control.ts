import type { Control } from '../control.ts';
import { Untestable } from '../verdict.ts';
import type { Session } from './session.ts';

/** Returns the control protocol of the target. @throws {Untestable} if the target does not offer it: then `what` is missing */
export function requireControl({ control }: Session, what: string): Control {
  if (!control) {
    throw new Untestable(`needs the control protocol: ${what}`);
  }
  return control;
}
