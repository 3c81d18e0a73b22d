import { queryOptions } from '@tanstack/react-query';
import type { AdminComponents, Channel } from '@wigwag/openapi';
import { admin, bodyOf } from '../../api/client.ts';
import { Problem } from '../../api/problem.ts';

type Schemas = AdminComponents['schemas'];
export type Connection = Schemas['Connection'];
export type Finding = Schemas['Finding'];

/** The apps at Meta, whose callbacks the server accepts. */
export const appsQuery = queryOptions({
  queryKey: ['apps'],
  queryFn: async () => (await bodyOf(admin.GET('/apps'))).apps,
});

/** How long the result of a check is shown without a new check, in milliseconds. */
const CHECKED = 60_000;

/** What Meta says about a connection now. */
export const checkQuery = (account: string, connection: string) =>
  queryOptions({
    queryKey: ['check', account, connection],
    queryFn: async () => {
      const path = { account, connection };
      return (await bodyOf(admin.POST('/accounts/{account}/connections/{connection}/check', { params: { path } })))
        .findings;
    },
    staleTime: CHECKED,
  });

/** Returns what a check found before the server refused a change. */
export const findingsIn = (error: unknown): Finding[] =>
  error instanceof Problem && Array.isArray(error.details.findings) ? (error.details.findings as Finding[]) : [];

/** What a person enters for each of Meta's channels, and where it is. */
export const FIELDS: Readonly<Record<Exclude<Channel, 'web'>, { id: string; idHelp: string; tokenHelp: string }>> = {
  whatsapp: {
    id: 'Phone number ID',
    idHelp: 'From WhatsApp > API Setup of the Meta app. It is not the phone number.',
    tokenHelp:
      'A system user token with whatsapp_business_messaging and whatsapp_business_management. It does not expire.',
  },
  messenger: {
    id: 'Page ID',
    idHelp: 'From the About section of the page, or from Messenger > API Setup of the Meta app.',
    tokenHelp: 'A page token with pages_messaging and pages_manage_metadata.',
  },
  instagram: {
    id: 'Account ID',
    idHelp: 'From Instagram > API setup of the Meta app.',
    tokenHelp: 'An Instagram user token with instagram_business_manage_messages.',
  },
};

/** What Meta's reports are about, by the field of the callback. */
export const REPORTS: Readonly<Record<string, string>> = {
  account_alerts: 'Alert',
  account_review_update: 'Review of the account',
  account_update: 'Account',
  business_capability_update: 'Limits of the business',
  messaging_policy_enforcement: 'Policy',
  phone_number_name_update: 'Display name',
  phone_number_quality_update: 'Quality and limit',
};

/** Returns the origins in a text with one per line. */
export const linesOf = (text: string): string[] => text.split(/[\s,]+/).filter((line) => line !== '');
