import { assignedUsers } from '../accounts/assigned-users.ts';
import { clientWabas, ownedWabas } from '../accounts/business.ts';
import { meAccounts } from '../accounts/me-accounts.ts';
import { oauthAccessToken } from '../accounts/oauth-access-token.ts';
import { longLivedToken, refreshAccessToken } from '../accounts/refresh-access-token.ts';
import { templateAnalytics } from '../accounts/template-analytics.ts';
import { templateLibrary } from '../accounts/template-library.ts';
import { createUpload } from '../accounts/uploads.ts';
import { connectedCatalogs, ownedCatalogs } from '../catalogs/catalogs.ts';
import { products } from '../catalogs/products.ts';
import { flowAssets } from '../flows/assets.ts';
import { deprecateFlow } from '../flows/deprecate.ts';
import { createFlow, listFlows } from '../flows/flows.ts';
import { migrateFlows } from '../flows/migrate-flows.ts';
import { publishFlow } from '../flows/publish.ts';
import { blockUsers } from '../numbers/block-users.ts';
import { businessComplianceInfo } from '../numbers/business-compliance-info.ts';
import { businessEncryption } from '../numbers/business-encryption.ts';
import { callPermissions } from '../numbers/call-permissions.ts';
import { calls } from '../numbers/calls.ts';
import { commerceSettings } from '../numbers/commerce-settings.ts';
import { conversationalAutomation } from '../numbers/conversational-automation.ts';
import { deregister } from '../numbers/deregister.ts';
import { marketingMessages } from '../numbers/marketing-messages.ts';
import { messageQrdls } from '../numbers/message-qrdls.ts';
import { officialBusinessAccount } from '../numbers/official-business-account.ts';
import { createPhoneNumber } from '../numbers/phone-numbers.ts';
import { register } from '../numbers/register.ts';
import { requestCode } from '../numbers/request-code.ts';
import { numberSettings } from '../numbers/settings.ts';
import { verifyCode } from '../numbers/verify-code.ts';
import { conversations } from '../page/conversations.ts';
import { customLabels, label } from '../page/custom-labels.ts';
import { moderateConversations } from '../page/moderate-conversations.ts';
import { pagePersonas } from '../page/personas.ts';
import {
  passThreadControl,
  releaseThreadControl,
  requestThreadControl,
  secondaryReceivers,
  takeThreadControl,
  threadOwner,
} from '../page/thread-control.ts';
import type { Endpoint } from './endpoint.ts';
import { listPhoneNumbers } from './nodes.ts';

/** An edge: its endpoint for each method, and which paths have it. */
export interface Edge {
  get?: Endpoint;
  post?: Endpoint;
  delete?: Endpoint;
  /** The nodes of the edge, if they are none of the usual IDs. */
  node?: RegExp;
  part?: 'optional';
}

/** Edges whose names may also occur on other servers, by the last segment of their path. */
export const EDGES: Record<string, Edge> = {
  phone_numbers: { get: listPhoneNumbers, post: createPhoneNumber },
  register: { post: register },
  deregister: { post: deregister },
  request_code: { post: requestCode },
  verify_code: { post: verifyCode },
  settings: { get: numberSettings, post: numberSettings },
  block_users: { get: blockUsers, post: blockUsers, delete: blockUsers },
  message_qrdls: { get: messageQrdls, post: messageQrdls, delete: messageQrdls, part: 'optional' },
  whatsapp_commerce_settings: { get: commerceSettings, post: commerceSettings },
  whatsapp_business_encryption: { get: businessEncryption, post: businessEncryption },
  conversational_automation: { post: conversationalAutomation },
  official_business_account: { get: officialBusinessAccount, post: officialBusinessAccount },
  business_compliance_info: { get: businessComplianceInfo, post: businessComplianceInfo },
  marketing_messages: { post: marketingMessages },
  calls: { post: calls },
  call_permissions: { get: callPermissions },
  flows: { get: listFlows, post: createFlow },
  migrate_flows: { post: migrateFlows },
  assets: { get: flowAssets, post: flowAssets },
  publish: { post: publishFlow },
  deprecate: { post: deprecateFlow },
  owned_product_catalogs: { get: ownedCatalogs, post: ownedCatalogs },
  product_catalogs: { get: connectedCatalogs, post: connectedCatalogs, delete: connectedCatalogs },
  products: { get: products, post: products },
  template_analytics: { get: templateAnalytics },
  assigned_users: { get: assignedUsers, post: assignedUsers, delete: assignedUsers },
  owned_whatsapp_business_accounts: { get: ownedWabas },
  client_whatsapp_business_accounts: { get: clientWabas },
  assigned_whatsapp_business_accounts: { get: ownedWabas },
  accounts: { get: meAccounts },
  uploads: { post: createUpload, node: /^(?:app|\d+)$/ },
  conversations: { get: conversations },
  personas: { get: pagePersonas, post: pagePersonas },
  custom_labels: { get: customLabels, post: customLabels },
  label: { post: label, delete: label },
  pass_thread_control: { post: passThreadControl },
  take_thread_control: { post: takeThreadControl },
  request_thread_control: { post: requestThreadControl },
  release_thread_control: { post: releaseThreadControl },
  thread_owner: { get: threadOwner },
  secondary_receivers: { get: secondaryReceivers },
  moderate_conversations: { post: moderateConversations },
  access_token: { get: oauthAccessToken, post: oauthAccessToken, node: /^oauth$/ },
};

/** Paths of one segment that are not IDs. */
export const SINGLE_PATHS: Record<string, Edge> = {
  message_template_library: { get: templateLibrary },
  refresh_access_token: { get: refreshAccessToken },
  access_token: { get: longLivedToken },
};
