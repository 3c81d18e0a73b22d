import type { Request, Server } from '@hapi/hapi';
import { ADMIN_OPERATIONS, type AdminOperations, SESSION_OPERATIONS } from '@wigwag/openapi';
import { recordOfAccount } from '../../admin/operations/operations.ts';
import type { App } from '../../app/app.ts';
import { hashOfRecoveryCode } from '../../domain/logins/one-time-codes.ts';
import { effectsRule } from '../../store/effects.ts';
import type { AuditChange, AuditEntry } from '../../store/logins/audit.ts';
import { loggedText } from '../logged-text.ts';
import { newRequestId } from '../plugins/request-id.ts';
import { loggedForwarded, sourceAddress } from '../request/source-address.ts';

declare module '@hapi/hapi' {
  interface RouteOptionsApp {
    /** The operation of the admin API. */
    admin?: keyof AdminOperations;
  }
  interface RequestApplicationState {
    /** The fingerprint of the admin token, if the request has the correct one. */
    operator?: string;
    /** The email address of a login that was refused. */
    failedEmail?: string;
    /** The fields that the request may change, as they were before. */
    beforeChange?: Readonly<Record<string, unknown>>;
  }
}

/**
 * Stores who made each change, and writes one line to the log for each call of the admin API, including refused and interrupted ones, at any log level
 * except `silent`. A line contains the operation, the IDs in the path, the status, the request ID, the address, and a
 * fingerprint of the token if it was correct. Bodies and queries are never logged, because they contain secrets and
 * personal data. Text of the path and of X-Forwarded-For is shortened, and phone numbers in it are masked.
 */
export function addAudit(server: Server, app: App): void {
  const log = app.log.level === 'silent' ? app.log : app.log.child({}, { level: 'info' });
  const write = (request: Request, status: number) => {
    const { admin } = request.route.settings.app ?? {};
    if (admin === undefined || audited.has(request)) {
      return;
    }
    audited.add(request);
    const { info } = request;
    const params = Object.entries(request.params as Record<string, string>);
    const ids = Object.fromEntries(params.map(([name, value]) => [name, loggedText(value)]));
    const { requestId, operator: token, session } = request.app;
    const source = { token, login: session?.login.id, from: info.remoteAddress, forwarded: loggedForwarded(request) };
    log.info({ admin, ...ids, status, request: requestId, ...source }, 'admin call');
  };
  const audited = new WeakSet<Request>();
  server.ext('onRequest', (request, h) => {
    request.app.requestId ??= newRequestId(); // the port for metrics has no request IDs
    return h.continue;
  });
  server.ext('onPreHandler', async (request, h) => {
    const { admin } = request.route.settings.app ?? {};
    const before = await (admin && BEFORE[admin])?.(app, request.params as Record<string, string>);
    if (before) {
      request.app.beforeChange = before;
    }
    return h.continue;
  });
  // Log before responding, so that every response that a client gets is in the log.
  server.ext('onPreResponse', async (request, h) => {
    const { response } = request;
    const isError = 'isBoom' in response;
    const status = isError ? response.output.statusCode : response.statusCode;
    write(request, status);
    await recordChange(app, request as Request, status);
    if (request.route.settings.app?.admin !== undefined) {
      const { headers } = isError ? response.output : response;
      headers['X-Request-Id'] ??= request.app.requestId;
    }
    return h.continue;
  });
  // A client that disconnects gets no response.
  server.events.on('response', (request) => {
    write(request, DISCONNECTED);
    // Recorded after the response, so that its time does not show whether the login exists.
    recordFailedLogin(app, request).catch((error: unknown) => app.log.error({ error }, NOT_RECORDED));
  });
}

const OPERATIONS = [...ADMIN_OPERATIONS, ...SESSION_OPERATIONS];

/** Operations that are not recorded, although they are no GET: they only report, search or check. */
const UNRECORDED = new Set<string>(OPERATIONS.filter(({ node }) => node['x-audit'] === false).map(({ id }) => id));

/** The fields of the bodies that are recorded, by operation. */
const RECORDED_FIELDS = new Map<string, readonly string[]>(
  OPERATIONS.map(({ id, node }) => [id, node['x-audit'] || []]),
);

type Fields = Readonly<Record<string, unknown>>;

const fieldsOfLogin = async (app: App, { login: id }: Record<string, string>): Promise<Fields | undefined> => {
  const login = await app.store.read.logins.find(Number(id) || 0);
  return login && { role: login.role, is_disabled: login.isDisabled, totp: login.isTotpOn };
};

/** How the fields are read before a change. */
const BEFORE: Partial<
  Record<keyof AdminOperations, (app: App, ids: Record<string, string>) => Promise<Fields | undefined>>
> = {
  updateLogin: fieldsOfLogin,
  updateOperator: fieldsOfLogin,
  updateAccount: async (app, { account: id }) => {
    const account = await app.store.read.accounts.find(Number(id) || 0);
    return account && recordOfAccount(account);
  },
};

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).sort().join(', ') || 'none' : value === null ? 'none' : String(value);

/** Returns the recorded fields of a body that are not as before. */
function changesOf(operation: string, body: unknown, before: Fields | undefined): AuditChange[] | undefined {
  const given = (body ?? {}) as Fields;
  const changes = (RECORDED_FIELDS.get(operation) ?? [])
    .filter((field) => given[field] !== undefined)
    .map((field) => {
      const to = textOf(given[field]);
      return before?.[field] === undefined ? { field, to } : { field, from: textOf(before[field]), to };
    })
    .filter((change) => !('from' in change) || change.from !== change.to);
  return changes.length === 0 ? undefined : changes;
}

/** The change of a login that used a recovery code. */
const RECOVERY: readonly AuditChange[] = [{ field: 'recovery_code', to: 'used' }];

/** Returns whether a request logged in with a recovery code. */
function usesRecoveryCode(operation: string, { app: { session }, payload }: Request): boolean {
  const { code } = (payload ?? {}) as Fields;
  return (
    (operation === 'createSession' || operation === 'useLink') &&
    session?.login.isTotpOn === true &&
    typeof code === 'string' &&
    hashOfRecoveryCode(code) !== undefined
  );
}

/** Returns whether a request only checks what a change would do. */
const isDryRun = ({ payload }: Request): boolean => ((payload ?? {}) as Fields).dry_run === true;

const NOT_RECORDED = 'a change could not be recorded';

/** Stores a change in the log of its account. The change is already made, so an error is only logged. */
async function recordChange(app: App, request: Request, status: number): Promise<void> {
  const { admin: operation } = request.route.settings.app ?? {};
  const { session, operator } = request.app;
  const isChange =
    operation !== undefined &&
    !UNRECORDED.has(operation) &&
    request.method !== 'get' &&
    !isDryRun(request) &&
    status >= 200 &&
    status < 300;
  if (!isChange || (session === undefined && operator === undefined)) {
    return;
  }
  const { account, ...ids } = request.params as Record<string, string>;
  const changes = usesRecoveryCode(operation, request)
    ? RECOVERY
    : changesOf(operation, request.payload, request.app.beforeChange);
  await record(app, request, {
    accountId: account === undefined ? (session?.login.accountId ?? null) : Number(account),
    operation,
    ids,
    changes,
    status,
    caller: session ? { kind: 'login', id: String(session.login.id) } : { kind: 'token', id: operator ?? '' },
  });
}

/** Stores a login with a provider of OpenID Connect. Its route is a page and belongs to no operation. */
export const recordProviderLogin = (
  app: App,
  request: Request,
  { accountId, id }: { accountId: number | null; id: number },
  issuer: string,
): Promise<void> =>
  record(app, request, {
    accountId,
    operation: 'createSession',
    ids: { issuer },
    status: 200,
    caller: { kind: 'login', id: String(id) },
  });

/** Stores an attempt to log in with a wrong password or code, if there is such a login. */
async function recordFailedLogin(app: App, request: Request): Promise<void> {
  const { failedEmail } = request.app;
  const login = failedEmail === undefined ? undefined : await app.store.read.logins.findByEmail(failedEmail);
  if (login) {
    const { accountId, id } = login;
    const caller = { kind: 'login', id: String(id) } as const;
    await record(app, request, { accountId, operation: 'createSession', ids: {}, status: 401, caller });
  }
}

const recordEntry = effectsRule();

async function record(app: App, request: Request, entry: Omit<AuditEntry, 'id' | 'at' | 'address'>): Promise<void> {
  const address = sourceAddress(request, app.config.trustProxy);
  await app.store
    .batch(recordEntry, { auditEntries: [{ ...entry, at: app.now(), address }] }, { isRepeatable: false })
    .catch((error: unknown) => app.log.error({ error, operation: entry.operation }, NOT_RECORDED));
}

/** As in the log of requests: no response was sent. */
const DISCONNECTED = 0;
