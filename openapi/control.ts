import controlDocument from './generated/control.json' with { type: 'json' };

export type { operations as ControlOperations } from './generated/control.ts';
/** The control protocol: what an implementation may offer to tests beside the API. */
export { controlDocument };
