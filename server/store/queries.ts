import type { Knex } from 'knex';
import type { SendLast } from '../engine/drivers/transact.ts';
import { outboxQueries } from '../engine/outbox/outbox.ts';
import type { StoredTasks } from '../engine/outbox/task.ts';
import { workerQueries } from '../engine/outbox/workers.ts';
import { accountQueries } from './account/accounts.ts';
import { keyQueries } from './account/keys.ts';
import { lastUseQueries } from './account/last-uses.ts';
import { requestQueries } from './account/requests.ts';
import { blockedNumberQueries } from './blocked-numbers/blocked-numbers.ts';
import { callbackQueries } from './callbacks/callbacks.ts';
import { campaignQueries } from './campaigns/campaigns.ts';
import { connectionPaceQueries } from './connections/connection-paces.ts';
import { connectionQueries } from './connections/connections.ts';
import { providerReportQueries } from './connections/provider-reports.ts';
import { contactQueries } from './contacts/contacts.ts';
import { identityQueries } from './contacts/identities.ts';
import { conversationListQueries } from './conversations/conversation-list.ts';
import { conversationTeamQueries } from './conversations/conversation-team.ts';
import { conversationQueries } from './conversations/conversations.ts';
import { savedReplyQueries } from './conversations/saved-replies.ts';
import { flowRunQueries } from './flows/flow-runs.ts';
import { flowQueries } from './flows/flows.ts';
import { auditQueries } from './logins/audit.ts';
import { loginIdentityQueries } from './logins/identities.ts';
import { loginLinkQueries } from './logins/links.ts';
import { loginQueries } from './logins/logins.ts';
import { sessionQueries } from './logins/sessions.ts';
import { mediaQueries } from './media/media.ts';
import { idempotencyQueries } from './messages/idempotency.ts';
import { messageSearchQueries } from './messages/message-search.ts';
import { messageQueries } from './messages/messages.ts';
import { partQueries } from './messages/parts.ts';
import { marketingPreferenceQueries } from './opt-outs/marketing-preferences.ts';
import { optOutQueries } from './opt-outs/opt-outs.ts';
import { joinQueries } from './people/join-people.ts';
import { outdatedNumberQueries } from './people/outdated-numbers.ts';
import { personalDataQueries } from './people/personal-data.ts';
import { agentQueries } from './reports/agents.ts';
import { labelQueries } from './reports/labels.ts';
import { statsQueries } from './reports/stats.ts';
import { retentionQueries } from './retention.ts';
import { sealedQueries } from './sealed.ts';
import { templateQueries } from './templates/templates.ts';
import { webChatQueries } from './web-chat/web-chat.ts';
import { deliveryQueries } from './webhooks/deliveries.ts';
import { eventQueries, type NewEvent } from './webhooks/events.ts';
import { webhookQueries } from './webhooks/webhooks.ts';

/** The queries of each noun. They are created when a transaction first uses them. */
const QUERIES = {
  accounts: accountQueries,
  blockedNumbers: blockedNumberQueries,
  retention: retentionQueries,
  agents: agentQueries,
  audit: auditQueries,
  callbacks: callbackQueries,
  campaigns: campaignQueries,
  connections: connectionQueries,
  contacts: contactQueries,
  conversations: conversationQueries,
  conversationTeam: conversationTeamQueries,
  savedReplies: savedReplyQueries,
  messageSearch: messageSearchQueries,
  deliveries: deliveryQueries,
  events: eventQueries,
  flowRuns: flowRunQueries,
  flows: flowQueries,
  idempotency: idempotencyQueries,
  identities: identityQueries,
  joins: joinQueries,
  outdatedNumbers: outdatedNumberQueries,
  conversationList: conversationListQueries,
  keys: keyQueries,
  labels: labelQueries,
  lastUses: lastUseQueries,
  requests: requestQueries,
  loginIdentities: loginIdentityQueries,
  loginLinks: loginLinkQueries,
  logins: loginQueries,
  connectionPaces: connectionPaceQueries,
  media: mediaQueries,
  messages: messageQueries,
  optOuts: optOutQueries,
  marketingPreferences: marketingPreferenceQueries,
  outbox: outboxQueries,
  parts: partQueries,
  sealed: sealedQueries,
  sessions: sessionQueries,
  providerReports: providerReportQueries,
  stats: statsQueries,
  templates: templateQueries,
  personalData: personalDataQueries,
  webChat: webChatQueries,
  webhooks: webhookQueries,
  workers: workerQueries,
} satisfies Record<string, (db: Knex, storedTasks?: StoredTasks) => object>;

type QueriesOfNouns = { readonly [Noun in keyof typeof QUERIES]: ReturnType<(typeof QUERIES)[Noun]> };

/** The queries of all tables, bound to a connection or to a transaction. */
export interface Queries extends QueriesOfNouns {
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

/** What queries need, and each noun's queries as a property that is created at its first use. */
class BoundQueries {
  readonly db: Knex;
  readonly storedTasks: StoredTasks | undefined;

  constructor(db: Knex, storedTasks: StoredTasks | undefined) {
    this.db = db;
    this.storedTasks = storedTasks;
  }
}

for (const [noun, make] of Object.entries(QUERIES)) {
  Object.defineProperty(BoundQueries.prototype, noun, {
    get(this: BoundQueries) {
      const value = make(this.db, this.storedTasks);
      Object.defineProperty(this, noun, { value });
      return value;
    },
  });
}

/** @param storedTasks gets the tasks that the transaction stores. @default none */
export const queriesOn = (
  db: Knex,
  transaction: Pick<Queries, 'record' | 'sendLast'>,
  storedTasks?: StoredTasks,
): Queries => Object.assign(new BoundQueries(db, storedTasks), transaction) as unknown as Queries;
