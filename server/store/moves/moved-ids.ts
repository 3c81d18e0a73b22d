/** An account that moves to another installation, as its callbacks name it. */
export interface MovedIds {
  account_id: number;
  /** Its numbers, pages, accounts and WhatsApp business accounts at the provider. */
  ids: readonly string[];
  /** The public address of the installation that has the account; null while it moves. */
  url: string | null;
}

/** Returns the moves of a provider app. */
export const movesOf = ({ moves }: { moves: string | null }): MovedIds[] =>
  moves === null || moves === undefined ? [] : (JSON.parse(moves) as MovedIds[]);

/** Returns whether the body of a callback names one of these IDs. */
export const namesOneOf = (body: string, ids: readonly string[]): boolean => ids.some((id) => body.includes(`"${id}"`));

/** Returns the moves of accounts that a callback names. */
export const movesIn = (providerApp: { moves: string | null }, body: string): MovedIds[] =>
  movesOf(providerApp).filter(({ ids }) => namesOneOf(body, ids));
