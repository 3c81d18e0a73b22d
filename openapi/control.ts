import type { operations } from './generated/control.ts';
import controlDocument from './generated/control-document.ts';
import { operationsOf } from './walk.ts';

export type { operations as ControlOperations };
/** The control protocol, which an implementation may offer to tests in addition to the API. */
export { controlDocument };

/** All calls of the control protocol. */
export const CONTROL_OPERATIONS = operationsOf<keyof operations>(controlDocument);
