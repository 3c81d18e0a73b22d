import type { App } from '../../app/app.ts';
import { isUserId } from '../../base/user-id.ts';
import type { Sighting } from '../../providers/callback.ts';
import {
  type Identity,
  isOfUser,
  isOtherNumber,
  type Portfolio,
  portfolioOf,
} from '../../store/contacts/identities.ts';
import type { Tx } from '../../store/index.ts';
import { joinPeople } from './join-people.ts';
import { areStoredApart, type PlacedSighting, personOf, UnlearnedIdentifiers } from './sighting.ts';

/** A transaction that learns what a sighting shows, in one portfolio. */
interface Learning {
  app: App;
  tx: Tx;
  portfolio: Portfolio;
}

/** A number or another name that a person has had since `at`, in microseconds. */
interface NameSince {
  name: string;
  at: number;
}

/** Runs work, learns what it finds to be new, and runs it again. @param run gets whether everything is learned */
export async function withLearning<T>(app: App, run: (isLearned: boolean) => Promise<T>): Promise<T> {
  try {
    return await run(false);
  } catch (error) {
    if (!(error instanceof UnlearnedIdentifiers)) {
      throw error;
    }
    const { sightings } = error;
    await app.store.transaction(async (tx) => {
      for (const placed of inOrder(sightings)) {
        await learnSighting(app, tx, placed);
      }
    });
    return run(true);
  }
}

/** Returns different sightings. All transactions lock accounts and identifiers in this order. */
function inOrder(sightings: readonly PlacedSighting[]): PlacedSighting[] {
  const keyOf = ({ accountId, portfolio, sighting }: PlacedSighting) =>
    JSON.stringify([accountId, portfolio, { ...sighting, at: 0 }]);
  const different = new Map(sightings.map((placed) => [keyOf(placed), placed]));
  return [...different].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, placed]) => placed);
}

/**
 * Stores that some identifiers belong to one person, and joins what is stored under each of them (joined-people). The
 * result is the same for any order of the sightings, and a repeated sighting changes nothing.
 */
export async function learnSighting(app: App, tx: Tx, { sighting, ...portfolio }: PlacedSighting): Promise<void> {
  const learning = { app, tx, portfolio };
  const { userId, parentUserId, phone, previous, asked, at } = sighting;
  await tx.identities.lock(portfolio);
  if (asked !== undefined && phone !== undefined) {
    await showOtherNumber(learning, asked, { name: phone, at });
  }
  if (previous?.userId !== undefined && userId !== undefined) {
    await replaceUserId(learning, previous.userId, userId);
  }
  if (previous?.phone !== undefined) {
    await (userId === undefined
      ? changeNumber(learning, previous.phone, { name: phone ?? previous.phone, at })
      : showNumber(learning, userId, { name: previous.phone, at: at - 1 }));
  }
  if (userId === undefined) {
    return;
  }
  if (phone !== undefined && !(await storeNewUser(learning, userId, { name: phone, at }))) {
    await showNumber(learning, userId, { name: phone, at });
  }
  const own = await tx.identities.ensure(portfolio, userId);
  for (const parent of [parentUserId, previous?.parentUserId]) {
    if (parent !== undefined) {
      await tx.identities.put(portfolio, { identifier: parent, person: own.person, seenAt: 0, namedAt: 0 });
    }
  }
  await showUsername(learning, own, sighting);
}

/**
 * Stores a user ID with its number if nothing is stored about either, as for most new customers. The result is that of
 * `showNumber`.
 *
 * @returns false if something is stored
 */
async function storeNewUser({ tx, portfolio }: Learning, userId: string, { name, at }: NameSince): Promise<boolean> {
  if ((await tx.identities.isKnown(portfolio, [userId, name])) || (await tx.joins.isNamed(portfolio, userId))) {
    return false;
  }
  await tx.identities.put(portfolio, { identifier: userId, person: name, seenAt: at, namedAt: 0 });
  return true;
}

/** Two user IDs belong to one person, because the second replaced the first. */
async function replaceUserId(learning: Learning, before: string, after: string): Promise<void> {
  const { tx, portfolio } = learning;
  const [old, own] = [await tx.identities.ensure(portfolio, before), await tx.identities.ensure(portfolio, after)];
  if (old.person === own.person) {
    return;
  }
  const [first, second] = [placeOf(old), placeOf(own)];
  if (isUserId(first.name) || (!isUserId(second.name) && isLater(second, first))) {
    await moveTo(learning, first.name, second);
  } else {
    await moveTo(learning, second.name, first);
  }
}

/** A number belongs to a user ID. */
async function showNumber(learning: Learning, userId: string, shown: NameSince): Promise<void> {
  const { tx, portfolio } = learning;
  const own = await tx.identities.ensure(portfolio, userId);
  const left = await tx.identities.find(portfolio, shown.name);
  // The person may have had another number since.
  const place = left && left.seenAt > shown.at ? { name: left.person, at: left.seenAt } : shown;
  if (own.person === place.name || isUserId(place.name)) {
    return;
  }
  if (!(await takeNumber(learning, place, userId))) {
    return;
  }
  const before = placeOf(own);
  if (isUserId(before.name) || isLater(place, before)) {
    await moveTo(learning, before.name, place);
  } else {
    await moveTo(learning, place.name, before);
  }
}

/**
 * Two numbers reach one person, and callbacks name the person by the second (learned-numbers). People with different
 * user IDs are never one person: then one of the numbers has changed its owner since.
 */
async function showOtherNumber(learning: Learning, asked: string, { name: phone, at }: NameSince): Promise<void> {
  const { tx, portfolio: own } = learning;
  const connections = await tx.connections.list(own.accountId);
  const onWhatsapp = connections.filter(({ channel }) => channel === 'whatsapp').map(portfolioOf);
  // Unlike user IDs, numbers are the same in each portfolio.
  for (const portfolio of [...new Map([own, ...onWhatsapp].map((one) => [one.portfolio, one])).values()]) {
    const [one, other] = [
      { name: asked, known: await tx.identities.find(portfolio, asked) },
      { name: phone, known: await tx.identities.find(portfolio, phone) },
    ];
    const person = personOf(other);
    const held = [await tx.identities.lockPerson(portfolio, asked), await tx.identities.lockPerson(portfolio, person)];
    if (areStoredApart(one, other, at) && !held.every((identities) => identities.some(isOfUser))) {
      await joinNames({ ...learning, portfolio }, asked, person);
      await tx.identities.put(portfolio, { identifier: asked, person, seenAt: at, namedAt: at });
    }
  }
}

/** A person has another number, and no callback has shown a user ID with the change. */
async function changeNumber(learning: Learning, before: string, shown: NameSince): Promise<void> {
  const { tx, portfolio } = learning;
  const [left, next] = [await tx.identities.find(portfolio, before), await tx.identities.find(portfolio, shown.name)];
  const holder = latestOf(await tx.identities.lockPerson(portfolio, before));
  const hasOtherOwner = holder !== undefined && holder.seenAt > shown.at;
  if (before === shown.name || (left && left.seenAt >= shown.at) || hasOtherOwner) {
    return;
  }
  const place = next && next.seenAt > shown.at ? { name: next.person, at: next.seenAt } : shown;
  if (place.name !== before && (await takeNumber(learning, place))) {
    await moveTo(learning, before, place);
  }
}

/**
 * Frees a number for a person who has had it since `at`. If another person had it before, that person keeps the history
 * under the user ID (changed-owners).
 *
 * @returns false if another person got the number later
 */
async function takeNumber(learning: Learning, { name, at }: NameSince, userId = ''): Promise<boolean> {
  const { app, tx, portfolio } = learning;
  const held = await tx.identities.lockPerson(portfolio, name);
  const holder = latestOf(held);
  if (!holder) {
    await tx.identities.release(portfolio, name); // it is no longer the old number of someone
    return true;
  }
  if (!isLater({ name: userId, at }, { name: holder.identifier, at: holder.seenAt })) {
    return false;
  }
  await joinPeople(app, tx, { ...portfolio, from: name, to: holder.identifier }, { keepsLists: true });
  for (const other of held.filter(isOtherNumber)) {
    await tx.identities.put(portfolio, other); // other forms of the number stay with it
  }
  await setSeen(learning, holder.identifier, 0);
  return true;
}

/** Stores a person under another name. The old name finds the person, unless it belongs to someone else. */
async function moveTo(learning: Learning, from: string, { name: to, at }: NameSince): Promise<void> {
  const { tx, portfolio } = learning;
  await joinNames(learning, from, to);
  if (!isUserId(to)) {
    await setSeen(learning, to, at);
  }
  if (!isUserId(from)) {
    await tx.identities.put(portfolio, { identifier: from, person: to, seenAt: at, namedAt: 0 });
  }
}

/** Joins what is stored under two names of one person. */
async function joinNames({ app, tx, portfolio }: Learning, from: string, to: string): Promise<void> {
  await tx.identities.lockPerson(portfolio, from);
  await tx.identities.lockPerson(portfolio, to);
  if (await tx.joins.isNamed(portfolio, from)) {
    await joinPeople(app, tx, { ...portfolio, from, to });
  } else {
    await tx.identities.rename(portfolio, from, to); // most users are first seen with their number
  }
}

async function setSeen({ tx, portfolio }: Learning, person: string, at: number): Promise<void> {
  const own = (await tx.identities.lockPerson(portfolio, person)).filter(isOfUser);
  await tx.identities.setSeen(
    portfolio,
    own.map(({ identifier }) => identifier),
    at,
  );
}

/** Stores the username of a user ID and of the person's contact. */
async function showUsername(
  { app, tx, portfolio }: Learning,
  own: Identity,
  { username, at }: Sighting,
): Promise<void> {
  if (username === undefined || username === own.username || at <= own.namedAt) {
    return;
  }
  await tx.identities.setUsername(portfolio, own.identifier, username, at);
  const change = { username, before: own.username, at: app.monotonicNow() };
  await tx.joins.setUsername(portfolio, own.person, change);
}

const placeOf = ({ person, seenAt }: Identity): NameSince => ({ name: person, at: seenAt });

/** Meta's times have seconds, so the names decide between equal times. */
const isLater = (one: NameSince, other: NameSince): boolean =>
  one.at > other.at || (one.at === other.at && one.name > other.name);

/** Returns the user ID that was last seen with its person's number. */
const latestOf = (identities: readonly Identity[]): Identity | undefined =>
  identities
    .filter(isOfUser)
    .reduce<Identity | undefined>(
      (last, next) =>
        last && isLater({ name: last.identifier, at: last.seenAt }, { name: next.identifier, at: next.seenAt })
          ? last
          : next,
      undefined,
    );
