import { createHash } from 'node:crypto';
import type { Endpoint } from '../graph/endpoint.ts';
import { authorize, unknownObject } from '../graph/endpoint.ts';
import { pickFields } from '../graph/fields.ts';
import { type GraphRequest, object, text } from '../graph/graph-request.ts';
import type { NodeKind } from '../graph/node-kind.ts';
import { page } from '../graph/page.ts';
import { param, requirePage } from '../graph/require.ts';
import type { Asset, Json } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { attachmentsOf } from './rules.ts';

interface PageConversation {
  id: string;
  asset: Asset;
  user: string;
}

interface PageConversationMessage {
  id: string;
  asset: Asset;
  user: string;
  fromPage: boolean;
  message: Json;
  /** Milliseconds. */
  at: number;
}

const idOf = (asset: Asset, user: string) =>
  `t_${createHash('sha256').update(`${asset.id}|${user}`).digest().readBigUInt64BE() % 10n ** 17n}`;

/** GET /{page_id}/conversations: threads of a page, or with `platform=instagram` of its Instagram account. */
export const conversations: Endpoint = (world, graph) => {
  const named = requirePage(world, graph);
  const instagram = param(graph, 'platform')?.toLowerCase() === 'instagram';
  const linked = [...world.state.assets.values()].find(
    (one) => one.channel === 'instagram' && one.business === named.business,
  );
  const asset = instagram && linked ? linked : named;
  const user = param(graph, 'user_id');
  const found = world.state
    .people(asset.id)
    .filter((one) => user === undefined || one === user)
    .map((one) => ({ id: idOf(asset, one), asset, user: one }))
    .filter((one) => messagesOf(world, one).length > 0)
    .sort((a, b) => updatedAt(world, b) - updatedAt(world, a));
  return page(found, graph, (one) => conversationOf(world, graph, one));
};

/** GET /{conversation_id}, with the messages of its last 20 if `fields` asks for them. */
export const conversationNode: NodeKind<PageConversation> = {
  find(world, graph) {
    if (!graph.id.startsWith('t_')) {
      return undefined;
    }
    for (const asset of world.state.assets.values()) {
      if (asset.channel === 'whatsapp') {
        continue;
      }
      const user = world.state.people(asset.id).find((one) => idOf(asset, one) === graph.id);
      if (user !== undefined) {
        return { id: graph.id, asset, user };
      }
    }
    return undefined;
  },
  get(world, graph, found) {
    requireAccess(world, graph, found.asset);
    return conversationOf(world, graph, found);
  },
};

/** GET /{message_id}: a message of Messenger or Instagram, in either direction. */
export const messageNode: NodeKind<PageConversationMessage> = {
  find(world, { id }) {
    const received = world.state.inbound.get(id);
    const sent = world.state.sendsById.get(id);
    const asset = world.state.assets.get(received?.asset_id ?? sent?.business_id ?? '');
    if (!asset || asset.channel === 'whatsapp') {
      return undefined;
    }
    return messagesOf(world, { id: '', asset, user: received?.user ?? sent?.to ?? '' }).find((one) => one.id === id);
  },
  get(world, graph, found) {
    requireAccess(world, graph, found.asset);
    return pickFields(graph, messageFields(world, found), ['created_time']);
  },
};

function requireAccess(world: World, graph: GraphRequest, asset: Asset): void {
  if (authorize(world, graph, asset.channel) !== asset.business) {
    throw unknownObject(graph);
  }
}

function conversationOf(world: World, graph: GraphRequest, conversation: PageConversation): Json {
  const { id, asset, user } = conversation;
  const all = {
    id,
    link: `/${asset.id}/inbox/${id.slice(2)}/`,
    updated_time: time(updatedAt(world, conversation)),
    message_count: messagesOf(world, conversation).length,
    unread_count: 0,
    can_reply: true,
    participants: { data: [nameOf(world, asset, user), { id: asset.id, name: asset.name }] },
    senders: { data: [nameOf(world, asset, user), { id: asset.id, name: asset.name }] },
    messages: (edge: GraphRequest) =>
      page(messagesOf(world, conversation).reverse(), edge, (one) =>
        pickFields(edge, messageFields(world, one), ['created_time']),
      ),
  };
  return pickFields(graph, all, asset.channel === 'instagram' ? ['updated_time'] : ['link', 'updated_time']);
}

function messageFields(world: World, { id, asset, user, fromPage, message, at }: PageConversationMessage): Json {
  const person = nameOf(world, asset, user);
  const own = { id: asset.id, ...(asset.channel === 'instagram' ? { username: asset.handle } : { name: asset.name }) };
  const attachments = attachmentsOf(message).map(({ type, payload }) => ({
    [`${type === 'image' ? 'image' : type === 'video' ? 'video' : 'file'}_data`]: { url: text(object(payload).url) },
  }));
  return {
    id,
    created_time: time(at),
    from: fromPage ? own : person,
    to: { data: [fromPage ? person : own] },
    message: text(message.text) ?? '',
    ...(attachments.length > 0 ? { attachments: { data: attachments } } : {}),
  };
}

function nameOf(world: World, asset: Asset, user: string): Json {
  const { name = 'Someone', username } = world.state.contact(asset.id, user);
  if (asset.channel === 'messenger') {
    return { id: user, name };
  }
  return { id: user, username: username ?? name.toLowerCase().replace(/\W+/g, '.') };
}

/** Returns the messages of both sides, oldest first. Reactions and taps without text are not messages. */
function messagesOf({ state }: World, { asset, user }: PageConversation): PageConversationMessage[] {
  const received = [...state.inbound].flatMap(([id, one]): PageConversationMessage[] => {
    const message = object(one.message.message);
    if (one.asset_id !== asset.id || one.user !== user || message.mid === undefined) {
      return [];
    }
    return [{ id, asset, user, fromPage: message.is_echo === true, message, at: one.at ?? 0 }];
  });
  const sent = state.sends
    .filter((send) => send.business_id === asset.id && send.to === user)
    .map(({ external_id, payload, at }) => ({
      id: external_id,
      asset,
      user,
      fromPage: true,
      message: object(payload.message),
      at: Date.parse(at),
    }));
  return [...received, ...sent].sort((a, b) => a.at - b.at);
}

const updatedAt = (world: World, conversation: PageConversation) => messagesOf(world, conversation).at(-1)?.at ?? 0;

const time = (at: number) => new Date(at).toISOString().replace(/\.\d+Z/, '+0000');
