import type { Act } from './act.ts';
import { ADMINISTRATOR_ACTS } from './actors/administrators.ts';
import { CLIENT_ACTS } from './actors/clients.ts';
import { CUSTOMER_ACTS } from './actors/customers.ts';
import { FILE_ACTS } from './actors/files.ts';
import { MACHINE_ACTS } from './actors/machine.ts';
import { META_ACTS } from './actors/meta.ts';
import { OPERATOR_ACTS } from './actors/operators.ts';
import { POSTGRES_ACTS } from './actors/postgres.ts';
import { RECEIVER_ACTS } from './actors/receivers.ts';
import { VISITOR_ACTS } from './actors/visitors.ts';

/** Everything that can happen. */
export const ACTS: Record<string, Act<unknown>> = {
  ...CUSTOMER_ACTS,
  ...CLIENT_ACTS,
  ...OPERATOR_ACTS,
  ...ADMINISTRATOR_ACTS,
  ...RECEIVER_ACTS,
  ...META_ACTS,
  ...MACHINE_ACTS,
  ...POSTGRES_ACTS,
  ...VISITOR_ACTS,
  ...FILE_ACTS,
};
