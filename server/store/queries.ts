import type { Knex } from 'knex';
import { type AccountQueries, accountQueries } from './account/accounts.ts';
import { type KeyQueries, keyQueries } from './account/keys.ts';
import { blockedNumberQueries } from './blocked-numbers/blocked-numbers.ts';
import { type CallbackQueries, callbackQueries } from './callbacks/callbacks.ts';
import { type CampaignQueries, campaignQueries } from './campaigns/campaigns.ts';
import { type ConnectionQueries, connectionQueries } from './connections/connections.ts';
import { type ProviderReportQueries, providerReportQueries } from './connections/provider-reports.ts';
import { type ContactQueries, contactQueries } from './contacts/contacts.ts';
import { type IdentityQueries, identityQueries } from './contacts/identities.ts';
import { type ConversationListQueries, conversationListQueries } from './conversations/conversation-list.ts';
import { type ConversationQueries, conversationQueries } from './conversations/conversations.ts';
import type { SendLast } from './drivers/transact.ts';
import { type FlowRunQueries, flowRunQueries } from './flows/flow-runs.ts';
import { type FlowQueries, flowQueries } from './flows/flows.ts';
import { type MediaQueries, mediaQueries } from './media/media.ts';
import { type IdempotencyQueries, idempotencyQueries } from './messages/idempotency.ts';
import { type MessageQueries, messageQueries } from './messages/messages.ts';
import { type PartQueries, partQueries } from './messages/parts.ts';
import { type MarketingWishQueries, marketingWishQueries } from './opt-outs/marketing-wishes.ts';
import { type OptOutQueries, optOutQueries } from './opt-outs/opt-outs.ts';
import type { PersonListQueries } from './opt-outs/person-list.ts';
import { type LinePaceQueries, linePaceQueries } from './outbox/line-paces.ts';
import { type OutboxQueries, outboxQueries } from './outbox/outbox.ts';
import type { NewTasks } from './outbox/task.ts';
import { type WorkerQueries, workerQueries } from './outbox/workers.ts';
import { type JoinQueries, joinQueries } from './people/join-people.ts';
import { type OutdatedNumberQueries, outdatedNumberQueries } from './people/outdated-numbers.ts';
import { type PersonalDataQueries, personalDataQueries } from './people/personal-data.ts';
import { type AgentQueries, agentQueries } from './reports/agents.ts';
import { type LabelQueries, labelQueries } from './reports/labels.ts';
import { type StatsQueries, statsQueries } from './reports/stats.ts';
import { type RetentionQueries, retentionQueries } from './retention.ts';
import { type SealedQueries, sealedQueries } from './sealed.ts';
import { type TemplateQueries, templateQueries } from './templates/templates.ts';
import { type WebChatQueries, webChatQueries } from './web-chat/web-chat.ts';
import { type DeliveryQueries, deliveryQueries } from './webhooks/deliveries.ts';
import { type EventQueries, eventQueries, type NewEvent } from './webhooks/events.ts';
import { type WebhookQueries, webhookQueries } from './webhooks/webhooks.ts';

/** The queries of all tables, bound to a connection or to a transaction. */
export interface Queries {
  accounts: AccountQueries;
  blockedNumbers: PersonListQueries;
  retention: RetentionQueries;
  agents: AgentQueries;
  callbacks: CallbackQueries;
  campaigns: CampaignQueries;
  connections: ConnectionQueries;
  contacts: ContactQueries;
  conversations: ConversationQueries;
  deliveries: DeliveryQueries;
  events: EventQueries;
  flowRuns: FlowRunQueries;
  flows: FlowQueries;
  idempotency: IdempotencyQueries;
  identities: IdentityQueries;
  joins: JoinQueries;
  conversationList: ConversationListQueries;
  keys: KeyQueries;
  labels: LabelQueries;
  linePaces: LinePaceQueries;
  media: MediaQueries;
  messages: MessageQueries;
  optOuts: OptOutQueries;
  marketingWishes: MarketingWishQueries;
  outbox: OutboxQueries;
  outdatedNumbers: OutdatedNumberQueries;
  parts: PartQueries;
  sealed: SealedQueries;
  providerReports: ProviderReportQueries;
  stats: StatsQueries;
  templates: TemplateQueries;
  personalData: PersonalDataQueries;
  webChat: WebChatQueries;
  webhooks: WebhookQueries;
  workers: WorkerQueries;
  /**
   * Records an event. The event is written after everything else in the transaction (see `writeEvents`).
   * @throws outside a transaction
   */
  record(event: NewEvent): void;
  /** Runs the last statements of the work (see `SendLast`). @throws outside a transaction */
  sendLast: SendLast;
}

/** The queries with which domain rules read and write; rules have no direct access to the database. */
export type Tx = Queries;

/** @param newTasks leases the tasks that the transaction adds. @default no leases */
export function queriesOn(db: Knex, transaction: Pick<Queries, 'record' | 'sendLast'>, newTasks?: NewTasks): Queries {
  return {
    accounts: accountQueries(db),
    blockedNumbers: blockedNumberQueries(db),
    retention: retentionQueries(db),
    agents: agentQueries(db),
    callbacks: callbackQueries(db),
    campaigns: campaignQueries(db),
    connections: connectionQueries(db),
    contacts: contactQueries(db),
    conversations: conversationQueries(db),
    deliveries: deliveryQueries(db),
    events: eventQueries(db),
    flowRuns: flowRunQueries(db),
    flows: flowQueries(db),
    idempotency: idempotencyQueries(db),
    identities: identityQueries(db),
    joins: joinQueries(db),
    outdatedNumbers: outdatedNumberQueries(db),
    conversationList: conversationListQueries(db),
    keys: keyQueries(db),
    labels: labelQueries(db),
    linePaces: linePaceQueries(db),
    media: mediaQueries(db),
    messages: messageQueries(db),
    optOuts: optOutQueries(db),
    marketingWishes: marketingWishQueries(db),
    outbox: outboxQueries(db, newTasks),
    parts: partQueries(db),
    sealed: sealedQueries(db),
    providerReports: providerReportQueries(db),
    stats: statsQueries(db),
    templates: templateQueries(db),
    personalData: personalDataQueries(db),
    webChat: webChatQueries(db),
    webhooks: webhookQueries(db),
    workers: workerQueries(db),
    ...transaction,
  };
}
