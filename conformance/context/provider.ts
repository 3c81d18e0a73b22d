import type { Channel } from '@wigwag/openapi';
import type { ControlBody, ControlData } from '../control.ts';
import type { Accounts } from './accounts.ts';
import type { TargetClock } from './clock.ts';
import { requireControl } from './require-control.ts';
import type { SuiteSession } from './session.ts';

/** The provider that the target sends to. */
export interface ProviderControls {
  /** Sets how the provider handles the next sends or uploads. */
  provider(
    outcome: Omit<ControlBody<'setProviderOutcome'>, 'account_id' | 'channel'> & { channel?: Channel },
  ): Promise<void>;
  /** Returns what the provider accepted from this account, after all due tasks have run. */
  sends(): Promise<ControlData<'listProviderSends'>>;
}

/** @param accounts the accounts of the case */
export function createProvider(
  session: SuiteSession,
  { accountId }: Accounts,
  { settle }: TargetClock,
): ProviderControls {
  return {
    async provider(outcome) {
      const account_id = await accountId();
      await requireControl(session, 'provider faults').call('setProviderOutcome', {
        channel: 'whatsapp',
        ...outcome,
        account_id,
      });
    },

    async sends() {
      const control = requireControl(session, 'the sends that the provider accepted');
      await settle();
      return control.call('listProviderSends', undefined, `?account_id=${encodeURIComponent(await accountId())}`);
    },
  };
}
