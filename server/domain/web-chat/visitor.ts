import type { App } from '../../app.ts';
import { randomText } from '../../secrets.ts';
import type { Connection } from '../../store/connections/connections.ts';

/** Somebody on a page of web chat. Whoever holds the token of a visitor is that visitor. */
export interface Visitor {
  connection: Connection;
  /** `web_<random>` (§1), with 131 bits of chance. */
  id: string;
}

const TOKEN_FORM = /^(web_[0-9A-Za-z]{22})\.([\w-]{43})$/;

/** Somebody who was not here before. Nothing is stored until they write. */
export const newVisitor = (connection: Connection): Visitor => ({ connection, id: `web_${randomText(22)}` });

/** What the visitor's browser keeps: the id and our signature, good for this connection alone. */
export const tokenOf = (app: App, visitor: Visitor): string => `${visitor.id}.${app.vault.sign(signedPart(visitor))}`;

/** Whose token it is; undefined when we did not give it out for this connection, or somebody changed it. */
export function visitorOf(app: App, connection: Connection, token: string): Visitor | undefined {
  const [, id, signature] = TOKEN_FORM.exec(token) ?? [];
  if (id === undefined || signature === undefined) {
    return undefined;
  }
  const visitor = { connection, id };
  return app.vault.verifies(signedPart(visitor), signature) ? visitor : undefined;
}

const signedPart = ({ connection, id }: Visitor): string => `web visitor ${connection.id} ${id}`;
