import type { App } from '../../app.ts';
import type { Account } from '../../store/account/accounts.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import { receiveInbound } from '../messages/receive-inbound.ts';
import { recordStatus } from '../messages/record-status.ts';
import type { Visitor } from './visitor.ts';
import { tellVisitor } from './visitor-page.ts';

/** A web chat that is open to visitors. */
export interface WebChat {
  account: Account;
  connection: Connection;
}

/** The chat that a visitor's address names; undefined when there is none, or it was switched off. */
export async function findWebChat(app: App, connectionId: string): Promise<WebChat | undefined> {
  const connection = await app.store.read.connections.findWebChat(connectionId);
  const account = connection && (await app.store.read.accounts.find(connection.accountId));
  return connection && account?.isActive ? { account, connection } : undefined;
}

/** What a visitor wrote. */
export interface VisitorDraft {
  /** Made by the page: the same id again is the same message. */
  id: string;
  text: string;
}

/** Ids are the page's choice, so each visitor has a space of their own. */
const externalIdOf = (visitor: Visitor, id: string): string => `${visitor.id}.${id}`;

/** The page's own id of a message that a visitor wrote; undefined where no page made it. */
export const draftIdOf = ({ person, externalId }: StoredMessage): string | undefined =>
  externalId?.startsWith(`${person}.`) ? externalId.slice(person.length + 1) : undefined;

/** Takes what a visitor wrote, once: a page that lost the answer may ask again. Gives the id of the message. */
export async function receiveFromVisitor(app: App, visitor: Visitor, draft: VisitorDraft): Promise<string> {
  const { connection } = visitor;
  const externalId = externalIdOf(visitor, draft.id);
  const id = await app.store.transaction(async (tx) => {
    await receiveInbound(app, tx, connection, {
      externalId,
      from: { id: visitor.id, name: null },
      type: 'text',
      text: draft.text,
      replyTo: null,
      writtenAt: app.monotonicNow(),
    });
    return (await tx.messages.findByExternalId(connection.accountId, connection.id, externalId))?.id;
  });
  if (id === undefined) {
    throw new Error(`the message ${externalId} was not stored`);
  }
  tellVisitor(app, { channel: 'web', connectionId: connection.id, person: visitor.id });
  app.wake();
  return id;
}

/** The conversation with a visitor; undefined until somebody wrote. */
export async function findConversationId(app: App, { connection, id }: Visitor): Promise<number | undefined> {
  const { accountId, channel } = connection;
  const key = { accountId, connectionId: connection.id, channel, person: id };
  return (await app.store.read.conversations.find(key))?.id;
}

/** Messages that a page has, and those that were in view on it; ids of our messages. */
export interface Receipt {
  delivered: readonly string[];
  read: readonly string[];
}

/** Moves statuses forward as the page tells (§3.1, web-statuses). What was not sent to this visitor is passed over. */
export async function recordReceipt(app: App, visitor: Visitor, receipt: Receipt): Promise<void> {
  const conversationId = await findConversationId(app, visitor);
  if (conversationId === undefined) {
    return;
  }
  await app.store.transaction(async (tx) => {
    for (const status of ['delivered', 'read'] as const) {
      const { accountId } = visitor.connection;
      for (const message of await tx.webChat.listSent(accountId, conversationId, receipt[status])) {
        await recordStatus(app, tx, message, { status });
      }
    }
  });
  app.wake();
}
