import type { App } from '../app/app.ts';
import { isColor } from '../domain/account/accounts.ts';
import type { Page, PageRequest } from '../store/cursor.ts';
import type { Tx } from '../store/index.ts';
import type { Agent } from '../store/reports/agents.ts';
import type { Label } from '../store/reports/labels.ts';
import { invalidField, missing, requireName } from './admin-error.ts';
import { endLoginOfAgent } from './logins.ts';

/** The number of records per query. */
const PAGE = 100;
/** The number of conversations per transaction. */
const CONVERSATIONS_AT_ONCE = 500;

async function readAll<T>(list: (page: PageRequest) => Promise<Page<T>>): Promise<T[]> {
  const records: T[] = [];
  let after: Page<T>['next'];
  do {
    const page = await list({ limit: PAGE, order: 'asc', after });
    records.push(...page.records);
    after = page.next;
  } while (after !== undefined);
  return records;
}

/**
 * Adds a label for conversations and returns its ID.
 *
 * @param label.color such as `#c0392b`; the default is no color
 * @throws {AdminError} for an empty name, or a color in another format
 */
export async function createLabel(
  app: App,
  accountId: number,
  { name, color = null }: { name: string; color?: string | null | undefined },
): Promise<number> {
  requireName(name);
  requireColor(color);
  return app.store.transaction((tx) => tx.labels.insert(accountId, { name, color }, app.monotonicNow()));
}

/** @throws {AdminError} for a color in another format */
function requireColor(color: string | null): void {
  if (color !== null && !isColor(color)) {
    throw invalidField('color', `must be six hexadecimal digits, such as #c0392b; it is "${color}"`);
  }
}

/** @throws {AdminError} 404 if the account does not have the label */
async function requireLabel(tx: Tx, accountId: number, id: number): Promise<Label> {
  const label = await tx.labels.find(accountId, id);
  if (!label) {
    throw missing(`the account has no label ${id}`, '`wigwag admin labels list` lists them');
  }
  return label;
}

/**
 * Changes a label; a missing field stays as it is.
 *
 * @throws {AdminError} 404 if the account does not have it, 422 for an empty name or a color in another format
 */
export async function updateLabel(
  app: App,
  accountId: number,
  id: number,
  { name, color }: { name?: string | undefined; color?: string | null | undefined },
): Promise<Label> {
  if (name !== undefined) {
    requireName(name);
  }
  requireColor(color ?? null);
  return app.store.transaction(async (tx) => {
    await requireLabel(tx, accountId, id);
    await tx.labels.update(accountId, id, {
      ...(name !== undefined && { name }),
      ...(color !== undefined && { color }),
    });
    return requireLabel(tx, accountId, id);
  });
}

/**
 * Deletes a label, after it has removed it from conversations in several transactions. After an interruption, call it
 * again. Returns how many conversations had the label.
 *
 * @throws {AdminError} 404 if the account does not have it
 */
export async function deleteLabel(app: App, accountId: number, id: number): Promise<number> {
  const deletePart = (): Promise<number> =>
    app.store.transaction(async (tx) => {
      await requireLabel(tx, accountId, id);
      const removed = await tx.labels.removeFromConversations(accountId, id, CONVERSATIONS_AT_ONCE);
      if (removed < CONVERSATIONS_AT_ONCE) {
        await tx.labels.delete(accountId, id);
      }
      return removed;
    });
  let total = 0;
  let removed: number;
  do {
    removed = await deletePart();
    total += removed;
  } while (removed === CONVERSATIONS_AT_ONCE);
  return total;
}

/** Returns the labels of an account, oldest first. */
export const listLabels = (app: App, accountId: number): Promise<Label[]> =>
  readAll((page) => app.store.read.labels.list(accountId, page));

/** Adds an agent, to whom conversations can be assigned, and returns the ID. @throws {AdminError} for an empty name */
export async function createAgent(
  app: App,
  accountId: number,
  { name, isActive = true }: { name: string; isActive?: boolean | undefined },
): Promise<number> {
  requireName(name);
  return app.store.transaction((tx) => tx.agents.insert(accountId, { name, isActive }, app.monotonicNow()));
}

/** Returns the agents of an account, oldest first. */
export const listAgents = (app: App, accountId: number): Promise<Agent[]> =>
  readAll((page) => app.store.read.agents.list(accountId, page));

/**
 * Deactivates an agent, so that no more conversations can be assigned to them, and they can no longer log in.
 *
 * @throws {AdminError} 404 if the agent does not exist, 422 if it is the last owner
 */
export async function deactivateAgent(app: App, accountId: number, agentId: number): Promise<Agent> {
  const agent = await requireAgent(app, accountId, agentId);
  await app.store.transaction(async (tx) => {
    await endLoginOfAgent(app, tx, accountId, agentId);
    await tx.agents.setActive(accountId, agentId, false);
  });
  return { ...agent, isActive: false };
}

/**
 * Activates an agent again: conversations can be assigned to them, and their login works as before.
 *
 * @throws {AdminError} 404 if the agent does not exist
 */
export async function activateAgent(app: App, accountId: number, agentId: number): Promise<Agent> {
  const agent = await requireAgent(app, accountId, agentId);
  await app.store.transaction((tx) => tx.agents.setActive(accountId, agentId, true));
  return { ...agent, isActive: true };
}

/** @throws {AdminError} 404 if the account does not have the agent */
async function requireAgent(app: App, accountId: number, agentId: number): Promise<Agent> {
  const agent = await app.store.read.agents.find(accountId, agentId);
  if (!agent) {
    throw missing(`the account has no agent ${agentId}`, '`wigwag admin agents list` lists them');
  }
  return agent;
}
