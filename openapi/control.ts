import controlDocument from './generated/control-document.ts';

export type { operations as ControlOperations } from './generated/control.ts';
/** The control protocol: what an implementation may offer to tests beside the API. */
export { controlDocument };
