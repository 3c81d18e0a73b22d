import controlDocument from './generated/control-document.ts';

export type { operations as ControlOperations } from './generated/control.ts';
/** The control protocol, which an implementation may offer to tests in addition to the API. */
export { controlDocument };
