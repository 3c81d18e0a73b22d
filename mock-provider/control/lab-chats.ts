import type { Person, Chat as ShownChat, Slice } from '@wigwag/dashboard/mock-types';
import { partOf } from '../world/part-of.ts';
import type { Asset } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { personOf, wordsOfMessage } from './chats.ts';
import { labMessage } from './lab-message.ts';
import { newestOf, sliceOf } from './slice.ts';

/** A person and one number, page or account, with the IDs of their messages from old to new. */
interface Chat {
  asset: Asset;
  user: string;
  ids: string[];
  /** How many messages the business wrote. */
  written: number;
  /** How many of them came after the last message of the person. */
  unread: number;
  /** The place of the latest message among all messages. -1: none. */
  last: number;
}

/** The chats, computed again only after a message or a change of a person. */
interface Index {
  revision: number;
  messages: number;
  assets: number;
  byPerson: Map<string, Chat>;
  /** By latest activity. */
  sorted: Chat[];
  /** The words by which a search finds a person, computed at the first search. */
  words: Map<Chat, string>;
}

const indexes = partOf<{ index?: Index }>(() => ({}));
const keyOf = (assetId: string, user: string) => `${assetId}|${user}`;

function indexOf({ state }: World): Index {
  const kept = indexes(state);
  const { index } = kept;
  if (
    index?.revision === state.revision &&
    index.messages === state.timeline.length &&
    index.assets === state.assets.size
  ) {
    return index;
  }
  const byPerson = new Map<string, Chat>();
  for (const asset of state.assets.values()) {
    for (const user of state.people(asset.id)) {
      byPerson.set(keyOf(asset.id, user), { asset, user, ids: [], written: 0, unread: 0, last: -1 });
    }
  }
  state.timeline.forEach((id, place) => {
    const received = state.inbound.get(id);
    const sent = state.sendsById.get(id);
    const user = received?.user ?? state.recipients.get(id) ?? sent?.to ?? '';
    const chat = byPerson.get(keyOf(received?.asset_id ?? sent?.business_id ?? '', user));
    if (!chat) {
      return;
    }
    chat.ids.push(id);
    chat.last = place;
    if (sent) {
      chat.written++;
      chat.unread++;
    } else {
      chat.unread = 0;
    }
  });
  kept.index = {
    revision: state.revision,
    messages: state.timeline.length,
    assets: state.assets.size,
    byPerson,
    sorted: [...byPerson.values()].sort((a, b) => b.last - a.last),
    words: new Map(),
  };
  return kept.index;
}

/** Returns a slice of the people by latest activity. `search` finds a part of a name, a number or an ID. */
export function labPeople(world: World, query: URLSearchParams): Slice<Person> {
  const { sorted, words } = indexOf(world);
  const search = (query.get('search') ?? '').trim().toLowerCase();
  const found =
    search === ''
      ? sorted
      : sorted.filter((chat) => {
          const known = words.get(chat) ?? searchWords(world, chat);
          words.set(chat, known);
          return known.includes(search);
        });
  const { rows, ...slice } = sliceOf(found, query);
  return { ...slice, rows: rows.map((chat) => rowOf(world, chat)) };
}

function searchWords(world: World, { asset, user }: Chat): string {
  return Object.values(personOf(world, asset, user))
    .join('\n')
    .toLowerCase();
}

function rowOf(world: World, { asset, user, ids, written, unread }: Chat): Person {
  const last = ids.at(-1);
  return {
    channel: asset.channel,
    business_id: asset.id,
    business: `${asset.name} (${asset.handle})`,
    ...personOf(world, asset, user),
    written,
    unread,
    ...(last === undefined ? {} : { last: lastOf(world, last) }),
  };
}

/** The latest message in one line. */
function lastOf({ state }: World, id: string) {
  const message = labMessage(state, id);
  return { at: message.at, from: message.from, text: wordsOfMessage(state, id) };
}

/** The most messages of a slice: the phone shows one slice, from the message to which it is scrolled to the end. */
const MOST_MESSAGES = 10_000;

/** Returns a person with a slice of their messages: `offset` 0 has the newest ones, from old to new. */
export function labMessages(world: World, query: URLSearchParams): ShownChat {
  const { state } = world;
  const business_id = query.get('business_id') ?? '';
  const id = query.get('id') ?? '';
  const asset = state.assets.get(business_id);
  const user = asset?.channel === 'whatsapp' ? state.userOf(business_id, id) || id : id;
  const chat = indexOf(world).byPerson.get(keyOf(business_id, user));
  if (!chat) {
    return { person: null, total: 0, offset: 0, rows: [] };
  }
  const { rows, ...slice } = newestOf(chat.ids, query, MOST_MESSAGES);
  return {
    person: rowOf(world, chat),
    ...slice,
    rows: rows.reverse().map((one) => labMessage(state, one)),
  };
}
