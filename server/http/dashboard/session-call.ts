import type { AdminOperations, SessionOperation } from '@wigwag/openapi';
import type { AdminInput, AdminOutput } from '../../admin/operations/types.ts';
import type { Browser } from '../../admin/sessions.ts';
import type { App } from '../../app/app.ts';
import type { ActiveSession } from '../../domain/logins/sessions.ts';

/** What the operations of sessions know about a request. */
export interface SessionCall {
  app: App;
  browser: Browser;
  /** The session. @throws if the operation needs none */
  active(): ActiveSession;
  /** The path that begins a login with OpenID Connect; undefined without a provider. */
  oidcPath: string | undefined;
  /** Gives the client the cookie of its new session. */
  began(active: ActiveSession, token: string): void;
  /** Removes the cookie of the client. */
  ended(): void;
}

/** The functions of the operations that only sessions have. Each throws `AdminError` if a rule refuses the request. */
export type SessionHandlers = {
  [Op in SessionOperation & keyof AdminOperations]: (
    call: SessionCall,
    input: AdminInput<Op>,
  ) => Promise<AdminOutput<Op>>;
};
