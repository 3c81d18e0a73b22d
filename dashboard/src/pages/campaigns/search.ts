import { useSession } from '../../api/session.ts';
import type { StepId } from './use-campaign-draft.ts';

/** The parameters of the address. */
export interface CampaignSearch {
  campaign?: number;
  /** The step of a new campaign. */
  step?: StepId;
  /** The name and language of a template that the new campaign begins with. */
  template?: string;
  /** Only recipients in this state. */
  state?: string;
}

/** Roles that create, stop and resume campaigns. */
const SENDING: readonly string[] = ['operator', 'owner', 'manager'];
export const useMaySend = (): boolean => SENDING.includes(useSession().login.role);
