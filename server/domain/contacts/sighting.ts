import type { Sighting } from '../../providers/callback.ts';
import type { Identity, Portfolio } from '../../store/contacts/identities.ts';
import type { Tx } from '../../store/index.ts';

/** A sighting in a portfolio. */
export interface PlacedSighting extends Portfolio {
  sighting: Sighting;
}

/**
 * Thrown if callbacks show identifiers together that are not yet stored together. They must be learned
 * (`learnSighting`) before the transaction runs again.
 */
export class UnlearnedIdentifiers extends Error {
  override name = 'Unlearned';
  readonly sightings: readonly PlacedSighting[];

  constructor(sightings: readonly PlacedSighting[]) {
    super('a callback shows identifiers that are not yet stored together');
    this.sightings = sightings;
  }
}

/** Identities by `identifierKeyString`. */
export type Identities = ReadonlyMap<string, Identity>;

/** Encodes an identifier in a portfolio as one string. */
export const identifierKeyString = ({ accountId, portfolio }: Portfolio, identifier: string): string =>
  JSON.stringify([accountId, portfolio, identifier]);

/** Loads the identities that sightings name. */
export async function loadIdentities(tx: Tx, placed: readonly PlacedSighting[]): Promise<Identities> {
  const keys = new Map(
    placed.flatMap(({ sighting, ...portfolio }) =>
      identifiersIn(sighting).flatMap((identifier) =>
        identifier === undefined
          ? []
          : [[identifierKeyString(portfolio, identifier), { ...portfolio, identifier }] as const],
      ),
    ),
  );
  return identitiesByKey(await tx.identities.list([...keys.values()]));
}

export const identitiesByKey = (found: readonly Identity[]): Map<string, Identity> =>
  new Map(found.map((identity) => [identifierKeyString(identity, identity.identifier), identity]));

const identifiersIn = ({ userId, parentUserId, asked, phone }: Sighting): readonly (string | undefined)[] =>
  asked === undefined ? [userId, parentUserId] : [userId, parentUserId, asked, phone];

/** Returns those of these sightings that show something new. */
export async function newsAmong(tx: Tx, placed: readonly PlacedSighting[]): Promise<PlacedSighting[]> {
  if (placed.length === 0) {
    return [];
  }
  const identities = await loadIdentities(tx, placed);
  return placed.filter((one) => hasNewIdentifiers(identities, one));
}

/** Returns whether a sighting shows something that is not stored, or that may change what is stored. */
export function hasNewIdentifiers(identities: Identities, { sighting, ...portfolio }: PlacedSighting): boolean {
  const { userId, parentUserId, phone, username, previous, asked, at } = sighting;
  if (previous) {
    return true;
  }
  if (asked !== undefined && phone !== undefined) {
    const [one, other] = [asked, phone].map((name) => identities.get(identifierKeyString(portfolio, name)));
    if (areStoredApart({ name: asked, known: one }, { name: phone, known: other }, at)) {
      return true;
    }
  }
  if (userId === undefined) {
    return false;
  }
  const own = identities.get(identifierKeyString(portfolio, userId));
  return (
    own === undefined ||
    (phone !== undefined && own.person !== phone) ||
    (parentUserId !== undefined &&
      identities.get(identifierKeyString(portfolio, parentUserId))?.person !== own.person) ||
    (username !== undefined && own.username !== username && own.namedAt < at)
  );
}

/** A number, and what is known about it. */
interface KnownNumber {
  name: string;
  known: Identity | undefined;
}

/**
 * Returns whether two numbers that were one person's at a time are stored as two people. They are not if one of them
 * has changed its owner since.
 */
export const areStoredApart = (one: KnownNumber, other: KnownNumber, at: number): boolean =>
  personOf(one) !== personOf(other) && [one, other].every(({ known }) => known === undefined || known.seenAt <= at);

/** Returns the name under which the person with a number is stored. */
export const personOf = ({ name, known }: KnownNumber): string => known?.person ?? name;
