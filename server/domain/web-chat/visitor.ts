import type { App } from '../../app/app.ts';
import { isSignedWith, randomText } from '../../base/secrets.ts';
import type { FormerInstallation } from '../../store/account/accounts.ts';
import type { Connection } from '../../store/connections/connections.ts';

/** A visitor of a web chat page, whose token proves the visitor's identity. */
export interface Visitor {
  connection: Connection;
  /** `web_<random>` (§1), with 131 bits of entropy. */
  id: string;
}

const TOKEN_FORM = /^(web_[0-9A-Za-z]{22})\.([\w-]{43})$/;

/** Creates a visitor. Nothing is stored until the visitor writes. */
export const newVisitor = (connection: Connection): Visitor => ({ connection, id: `web_${randomText(22)}` });

/**
 * Returns the token for the visitor's browser. It contains the ID and our signature, and is valid only for this
 * connection.
 */
export const tokenOf = (app: App, visitor: Visitor): string => `${visitor.id}.${app.vault.sign(signedPart(visitor))}`;

/**
 * Returns the visitor of a token; undefined if we did not issue the token for this connection, or if it was changed.
 *
 * @param former the installation from which the account came, whose tokens are also valid
 */
export function visitorOf(
  app: App,
  { connection, former }: { connection: Connection; former?: FormerInstallation | undefined },
  token: string,
): Visitor | undefined {
  const [, id, signature] = TOKEN_FORM.exec(token) ?? [];
  if (id === undefined || signature === undefined) {
    return undefined;
  }
  const visitor = { connection, id };
  const isValid =
    app.vault.verifies(signedPart(visitor), signature) ||
    (former !== undefined && isSignedWith(app.vault.open(former.key), signedPart(visitor), signature));
  return isValid ? visitor : undefined;
}

const signedPart = ({ connection, id }: Visitor): string => `web visitor ${connection.id} ${id}`;
