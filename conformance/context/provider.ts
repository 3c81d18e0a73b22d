import type { Channel } from '@wigwag/openapi';
import type { ControlBody, ControlData } from '../control.ts';
import type { Accounts } from './accounts.ts';
import type { Clock } from './clock.ts';
import { requireControl } from './require-control.ts';
import type { Session } from './session.ts';

/** The provider that the target sends to. */
export interface Provider {
  /** How the provider treats the next sends or uploads. */
  provider(
    outcome: Omit<ControlBody<'setProviderOutcome'>, 'account_id' | 'channel'> & { channel?: Channel },
  ): Promise<void>;
  /** What the provider really took from this account, once everything due has run. */
  sends(): Promise<ControlData<'listProviderSends'>>;
}

/** @param accounts whose sends the provider takes */
export function createProvider(session: Session, { accountId }: Accounts, { settle }: Clock): Provider {
  return {
    async provider(outcome) {
      const account_id = await accountId();
      await requireControl(session, 'a provider that fails').call('setProviderOutcome', {
        channel: 'whatsapp',
        ...outcome,
        account_id,
      });
    },

    async sends() {
      const control = requireControl(session, 'what the provider took');
      await settle();
      return control.call('listProviderSends', undefined, `?account_id=${await accountId()}`);
    },
  };
}
