import type { Channel } from '@wigwag/openapi';
import type { ControlBody } from '../control.ts';
import { Untestable } from '../verdict.ts';
import type { Accounts } from './accounts.ts';
import { requireControl } from './require-control.ts';
import type { SuiteSession } from './session.ts';

/** The templates that the control protocol gives each account. */
const DEMO_TEMPLATES = {
  plain: 'hello_world',
  positional: 'order_update',
  named: 'welcome_named',
  marketing: 'promo_spring',
  pending: 'pending_one',
} as const;

/** The account settings that are made outside the API. */
export interface Dashboard {
  /** Returns the name of a template of this kind. */
  template(kind: keyof typeof DEMO_TEMPLATES): string;
  addTemplate(
    template: Omit<ControlBody<'putTemplate'>, 'account_id' | 'language' | 'category' | 'status' | 'parameter_format'> &
      Partial<ControlBody<'putTemplate'>>,
  ): Promise<number>;
  connection(channel: Channel, more?: { active?: boolean; connection_id?: string }): Promise<string>;
  label(name: string): Promise<number>;
  agent(name?: string): Promise<number>;
  campaign(template: string, recipients: ControlBody<'createCampaign'>['recipients']): Promise<void>;
}

/** @param accounts the accounts of the case */
export function createDashboard(session: SuiteSession, { accountId }: Accounts): Dashboard {
  return {
    template(kind) {
      if (session.control) {
        return DEMO_TEMPLATES[kind];
      }
      const name = session.target.templates?.[kind];
      if (name === undefined) {
        throw new Untestable(`needs the control protocol or templates.${kind}`);
      }
      return name;
    },

    async addTemplate(template) {
      const { id } = await requireControl(session, 'templates').call('putTemplate', {
        language: 'en_US',
        category: 'UTILITY',
        status: 'APPROVED',
        parameter_format: 'POSITIONAL',
        ...template,
        account_id: await accountId(),
      });
      return id;
    },

    async connection(channel, more = {}) {
      const account_id = await accountId();
      const control = requireControl(session, 'connections');
      return (await control.call('setConnection', { account_id, channel, ...more })).connection_id;
    },

    async label(name) {
      const control = requireControl(session, 'labels');
      return (await control.call('createLabel', { account_id: await accountId(), name })).id;
    },

    async agent(name = 'Grace') {
      const control = requireControl(session, 'agents');
      return (await control.call('createAgent', { account_id: await accountId(), name })).id;
    },

    async campaign(template, recipients) {
      await requireControl(session, 'campaigns').call('createCampaign', {
        account_id: await accountId(),
        template,
        recipients,
      });
    },
  };
}
