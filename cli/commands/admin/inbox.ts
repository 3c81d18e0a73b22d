import { type App, isColor } from '@wigwag/server';
import { UsageError } from '../../program/errors.ts';
import { type Output, print, printer, requireAccount, requireKnown, withAdmin } from './database.ts';

type Read = App['store']['read'];

/** Every record of a list that is kept in pages, oldest first. */
async function everyRecord<T>(list: (page: Parameters<Read['labels']['list']>[1]) => Promise<Listed<T>>): Promise<T[]> {
  const records: T[] = [];
  let after: Listed<T>['next'];
  do {
    const page = await list({ limit: 100, order: 'asc', after });
    records.push(...page.records);
    after = page.next;
  } while (after !== undefined);
  return records;
}

type Listed<T> = { records: T[]; next: readonly number[] | undefined };

const requireName = (name: string): void => requireKnown(name.trim() !== '', '--name must not be empty');

export const addLabel = (flags: Output & { account: string; name: string; color?: string }) =>
  withAdmin(async (app) => {
    const accountId = await requireAccount(app, flags.account);
    const { name, color } = flags;
    requireName(name);
    requireKnown(
      color === undefined || isColor(color),
      `--color must be six hexadecimal digits, as #c0392b; it is "${color}"`,
    );
    const id = await app.store.transaction((tx) =>
      tx.labels.insert(accountId, { name, color: color ?? null }, app.stamp()),
    );
    print(flags, { id });
  });

export const listLabels = (flags: Output & { account: string }) =>
  withAdmin(async (app) => {
    const accountId = await requireAccount(app, flags.account);
    const printNext = printer(flags);
    for (const { id, name, color } of await everyRecord((page) => app.store.read.labels.list(accountId, page))) {
      printNext({ id, name, color });
    }
  });

export const addAgent = (flags: Output & { account: string; name: string }) =>
  withAdmin(async (app) => {
    const accountId = await requireAccount(app, flags.account);
    requireName(flags.name);
    const id = await app.store.transaction((tx) =>
      tx.agents.insert(accountId, { name: flags.name, isActive: true }, app.stamp()),
    );
    print(flags, { id });
  });

export const listAgents = (flags: Output & { account: string }) =>
  withAdmin(async (app) => {
    const accountId = await requireAccount(app, flags.account);
    const printNext = printer(flags);
    for (const { id, name, isActive } of await everyRecord((page) => app.store.read.agents.list(accountId, page))) {
      printNext({ id, name, is_active: isActive });
    }
  });

export const deactivateAgent = (agentId: number, flags: Output & { account: string }) =>
  withAdmin(async (app) => {
    const accountId = await requireAccount(app, flags.account);
    const agent = await app.store.read.agents.find(accountId, agentId);
    if (!agent) {
      throw new UsageError(`the account has no agent ${agentId}; \`wigwag admin agents list\` lists them`);
    }
    await app.store.transaction((tx) => tx.agents.setActive(accountId, agentId, false));
    print(flags, { id: agentId, name: agent.name, is_active: false });
  });
