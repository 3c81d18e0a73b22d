import type { App } from '../../app/app.ts';
import { distinctKeys, type Key, keyString } from '../../engine/drivers/dialect.ts';
import type { Connection } from '../../store/connections/connections.ts';
import {
  type ConversationKey,
  conversationKeyString,
  type LastInbound,
} from '../../store/conversations/conversations.ts';
import type { Tx } from '../../store/index.ts';
import type { ExternalKey, KnownMessage } from '../../store/messages/messages.ts';
import type { Template } from '../../store/templates/templates.ts';
import type { Caller } from '../account/caller.ts';
import { orUndefinedIfRefused } from '../api-error.ts';
import type { Uploads } from '../media/media.ts';
import { type ListFacts, listedAmong } from '../opt-outs/stop-lists.ts';
import { type AcceptFacts, loadAcceptFacts } from './accept-message.ts';
import { isTemplate, type MessageInput, type TemplateInput } from './message-input.ts';
import { candidatesOf, loadIdentitiesOf, type PersonFacts, readRecipient } from './recipient.ts';
import { mediaIdOf, quotedIdOf, requireSendConnections } from './send-connection.ts';
import { isWindowOpen } from './window.ts';

/** What a client or a campaign wants to send. */
export interface SendRequest {
  app: Pick<App, 'config' | 'now' | 'monotonicNow'>;
  caller: Caller;
  input: MessageInput | TemplateInput;
  /** The campaign of the message. */
  campaignId?: number | undefined;
  /** The position of the request in its trace. */
  traceparent?: string | undefined;
}

/** What the checks of sends depend on. */
export interface SendFacts extends AcceptFacts, ListFacts {
  /** The identifiers of recipients on whatsapp, by `keyString` of account and identifier. */
  identities: PersonFacts['identities'];
  /** The active connections of each account, oldest first. */
  connections: ReadonlyMap<number, readonly Connection[]>;
  /** Each template in all of its languages, by `keyString` of account and name. */
  templates: ReadonlyMap<string, readonly Template[]>;
  uploads: Uploads;
  /** The messages that sends quote, by `keyString` of account and provider's ID. */
  quoted: ReadonlyMap<string, KnownMessage>;
  /** When people whose window is closed last wrote on any connection of the channel, by `conversationKeyString`. */
  lastInbound: ReadonlyMap<string, LastInbound | undefined>;
  /** When the windows were checked, in microseconds. */
  checkedAt: number;
}

const recipientOf = ({ caller, input }: SendRequest): string | undefined =>
  orUndefinedIfRefused(() => readRecipient(input.channel, input.to, caller.account.country).recipient);

/**
 * Loads what the checks of sends depend on, and locks the conversations of live sends.
 *
 * @param isLocked false outside a transaction
 */
export async function loadSendFacts(tx: Tx, sends: readonly SendRequest[], isLocked = true): Promise<SendFacts> {
  const recipients = sends.flatMap((send): Key[] => {
    const id = recipientOf(send);
    return id === undefined ? [] : [{ accountId: send.caller.account.id, id }];
  });
  const accountIds = new Set(sends.map(({ caller }) => caller.account.id));
  const templateKeys = sends.flatMap(({ caller, input }) =>
    isTemplate(input) ? [{ accountId: caller.account.id, id: input.name }] : [],
  );
  const onWhatsapp = sends.some(({ input }) => input.channel === 'whatsapp') ? recipients : [];
  const [active, identities, templates, uploaded] = await Promise.all([
    tx.connections.listActiveOf([...accountIds]),
    loadIdentitiesOf(tx, onWhatsapp, isLocked),
    tx.templates.listByNames(distinctKeys(templateKeys)),
    tx.media.listByIds(distinctKeys(sends.flatMap(uploadsOf))),
  ]);
  const connections = Map.groupBy(active, ({ accountId }) => accountId);
  const quoted = await tx.messages.listKnown(sends.flatMap((send) => quotedBy(connections, send)));
  const uploads = new Map(uploaded.map((upload) => [keyString(upload), upload]));
  const keyed = keyedBy(sends, { connections, identities, uploads });
  const { blocked, optedOut, ...accept } = await loadPeopleFacts(tx, sends, keyed, isLocked);
  const live = keyed.filter(isLive);
  const checkedAt = Math.max(0, ...sends.slice(0, 1).map(({ app }) => app.monotonicNow()));
  const closed = new Map(
    live
      .filter(
        ({ send }) => !isTemplate(send.input) && requireSendConnections({ connections, uploads }, send).length === 1,
      )
      .map(({ key }) => [conversationKeyString(key), key] as const)
      .filter(([name, { channel }]) => !isWindowOpen(channel, accept.conversations.get(name), checkedAt)),
  );
  return {
    ...accept,
    connections,
    identities,
    blocked,
    optedOut,
    templates: Map.groupBy(templates, ({ accountId, name }) => keyString({ accountId, id: name })),
    uploads,
    quoted: new Map(quoted.map((one) => [keyString({ accountId: one.accountId, id: one.externalId }), one])),
    lastInbound: await loadLastInbound(tx, closed),
    checkedAt,
  };
}

/** A send with one of its possible conversations. */
interface KeyedSend {
  send: SendRequest;
  key: ConversationKey;
}

const isLive = ({ send }: KeyedSend): boolean => send.caller.key.mode === 'live';

type KeyFacts = Pick<SendFacts, 'connections' | 'identities' | 'uploads'>;

const keyedBy = (sends: readonly SendRequest[], facts: KeyFacts): KeyedSend[] =>
  sends.flatMap((send) => conversationsOf(facts, send).map((key) => ({ send, key })));

/** Loads the facts of the people and the conversations of sends, and locks the conversations of live sends. */
async function loadPeopleFacts(
  tx: Tx,
  sends: readonly SendRequest[],
  keyed: readonly KeyedSend[],
  isLocked: boolean,
): Promise<AcceptFacts & ListFacts> {
  const people = keyed.map(({ key: { accountId, person } }): Key => ({ accountId, id: person }));
  const test = sends.filter(({ caller }) => caller.key.mode === 'test');
  const [blocked, optedOut, accept] = await Promise.all([
    listedAmong(tx.blockedNumbers, people),
    listedAmong(tx.optOuts, sends.some(({ input }) => isTemplate(input)) ? people : []),
    loadAcceptFacts(
      tx,
      keyed.filter(isLive).map(({ key }) => key),
      new Set(test.map(({ caller }) => caller.account.id)),
      isLocked,
    ),
  ]);
  return { blocked, optedOut, ...accept };
}

/** Returns the conversations that a send may belong to; none if the send will be refused. */
function conversationsOf(facts: KeyFacts, send: SendRequest): ConversationKey[] {
  const recipient = recipientOf(send);
  const connections =
    recipient === undefined ? [] : (orUndefinedIfRefused(() => requireSendConnections(facts, send)) ?? []);
  return connections.flatMap((connection) =>
    candidatesOf(facts.identities, connection, String(recipient)).map((person) => ({
      accountId: connection.accountId,
      connectionId: connection.id,
      channel: connection.channel,
      person,
    })),
  );
}

/** Returns the uploads that a send names. */
function uploadsOf({ caller, input }: SendRequest): Key[] {
  const id = mediaIdOf(input);
  return id === undefined ? [] : [{ accountId: caller.account.id, id }];
}

/** Returns the message that a send quotes, as each connection may have received it. */
function quotedBy(connections: SendFacts['connections'], { caller: { account }, input }: SendRequest): ExternalKey[] {
  const externalId = quotedIdOf(input);
  return externalId === undefined
    ? []
    : (connections.get(account.id) ?? [])
        .filter(({ channel }) => channel === input.channel)
        .map(({ id: connectionId }) => ({ accountId: account.id, connectionId, externalId }));
}

async function loadLastInbound(
  tx: Tx,
  conversations: ReadonlyMap<string, ConversationKey>,
): Promise<Map<string, LastInbound | undefined>> {
  return new Map(
    await Promise.all(
      [...conversations].map(
        async ([name, { accountId, channel, person }]) =>
          [name, await tx.conversations.lastInbound(accountId, channel, [person])] as const,
      ),
    ),
  );
}
