import { reportAroundReply, USUAL_STATUSES } from '../callbacks/reports.ts';
import { takeToken } from '../faults/limits.ts';
import { GraphError } from '../graph/graph-error.ts';
import { type GraphRequest, object } from '../graph/graph-request.ts';
import { refusal } from '../graph/refusal.ts';
import { DAY_MS } from '../world/clock.ts';
import { keepRead } from '../world/signals.ts';
import type { Asset, Channel, Json, Send } from '../world/state.ts';
import { windowIsOpen } from '../world/window.ts';
import { iso, type World } from '../world/world.ts';
import { keepUploaded, reusable } from './attachments.ts';
import { isModerated } from './moderate-conversations.ts';
import { requireRecipient } from './recipient.ts';
import { attachmentsOf, checkPageMessage } from './rules.ts';
import { ownerOf } from './thread-owners.ts';

type PageChannel = 'messenger' | 'instagram';

const ANOTHER_APP = 'Message failed to send because another app is controlling this thread now.';
const OUTSIDE_WINDOW = { messenger: 2018278, instagram: 2534022 };

/** POST /{page_id | account_id | me}/messages: the Send API of Messenger and Instagram. */
export async function sendPageMessage(world: World, graph: GraphRequest, named: Asset): Promise<Json | Response> {
  const { body } = graph;
  const { asset, user, byId, showsId } = requireRecipient(world, named, body);
  const channel = asset.channel as PageChannel;
  if (body.sender_action !== undefined) {
    return act(world, graph, asset, user);
  }
  checkPageMessage(world, asset, graph);

  const type = typeOf(object(body.message));
  const key = `${asset.id}|${user}`;
  const fault = world.faults.take('send', { channel, business_id: asset.id, to: user, type, key });
  const refused = await refusal(world, graph.replyTracker, fault, channel);
  if (refused) {
    return refused;
  }
  // These platforms have no event for a failed send, so the reply reports the failure.
  if (fault?.outcome === 'fail') {
    throw new GraphError(channel, fault.code ?? 100, { subcode: fault.subcode });
  }
  const owner = ownerOf(world.state, asset, user);
  if (owner !== undefined && owner !== world.settings.appId) {
    throw new GraphError(channel, 10, { subcode: 2018300, message: ANOTHER_APP, http: 400 });
  }
  if (byId) {
    requireReachable(world, asset, channel, user, body);
  }
  const rate = world.settings.limits.page;
  if (rate !== null && !takeToken(world, asset.id, { burst: rate, everyMs: 1000 / rate })) {
    throw new GraphError(channel, 613);
  }
  await keepUploaded(world, asset, graph);

  const { ids } = world.state;
  const send: Send = {
    channel,
    business_id: asset.id,
    to: user,
    type,
    external_id: channel === 'instagram' ? ids.instagramMid(key) : ids.mid(key),
    at: iso(world),
    payload: body,
    status: 'accepted',
  };
  world.state.keepSend(send);
  const what = { asset, send, user, statuses: fault?.statuses ?? USUAL_STATUSES };
  const lostReply = await reportAroundReply(world, what, fault, graph.replyTracker.replied);
  if (lostReply) {
    return lostReply;
  }
  return {
    ...(showsId ? { recipient_id: user } : {}),
    message_id: send.external_id,
    ...reusable(world, asset, object(body.message)),
  };
}

function typeOf(message: Json): string {
  const [attachment] = attachmentsOf(message);
  return attachment ? String(attachment.type) : 'text';
}

/** Requires a person who wrote to this page, because IDs of people are scoped to a page. */
function requireReachable(world: World, asset: Asset, channel: PageChannel, user: string, body: Json): void {
  if (world.settings.windows === 'off') {
    return;
  }
  if (!world.state.knows(asset.id, user)) {
    throw new GraphError(channel, 100, { subcode: 2018001 });
  }
  if (world.state.contact(asset.id, user).unreachable || isModerated(world.state, asset, user)) {
    throw new GraphError(channel, 551, { subcode: 1545041 });
  }
  // With HUMAN_AGENT, a human agent has seven days to reply.
  const days = body.tag === 'HUMAN_AGENT' ? 7 : 1;
  if (!windowIsOpen(world, asset, user, days * DAY_MS)) {
    throw new GraphError(channel, 10, { subcode: OUTSIDE_WINDOW[channel] });
  }
}

const ACTIONS = ['mark_seen', 'typing_on', 'typing_off', 'react', 'unreact'];

async function act(world: World, graph: GraphRequest, asset: Asset, user: string): Promise<Json | Response> {
  const { body } = graph;
  const action = String(body.sender_action);
  const channel: Channel = asset.channel;
  if (!ACTIONS.includes(action)) {
    throw new GraphError(channel, 100, {
      message: `Param sender_action must be one of {${ACTIONS.join(', ')}} - got "${action}".`,
    });
  }
  const subject = { channel, business_id: asset.id, to: user, key: `${asset.id}|${user}` };
  const refused = await refusal(world, graph.replyTracker, world.faults.take('read', subject), channel);
  if (refused) {
    return refused;
  }
  if (!world.state.knows(asset.id, user)) {
    throw new GraphError(channel, 100, { subcode: 2018001 });
  }
  requireReactedMessage(world, asset, action, object(body.payload).message_id);
  keepRead(world.state, { channel, business_id: asset.id, to: user, at: iso(world), payload: body });
  return { recipient_id: user };
}

/** A reaction names a message of the chat, in either direction. */
function requireReactedMessage({ state }: World, asset: Asset, action: string, message_id: unknown): void {
  if (action !== 'react' && action !== 'unreact') {
    return;
  }
  if (message_id === undefined) {
    throw new GraphError(asset.channel, 100, { message: 'The parameter payload[message_id] is required' });
  }
  const id = String(message_id);
  if (state.inbound.get(id)?.asset_id !== asset.id && state.sendsById.get(id)?.business_id !== asset.id) {
    throw new GraphError(asset.channel, 100, { message: 'Param payload[message_id] is not a valid message ID' });
  }
}
