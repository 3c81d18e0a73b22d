import { singleEffect } from '../rules.ts';
import type { AuditEntry } from './audit.ts';

export const loginEffects = {
  /** Sessions that are in use, and the time, in microseconds since the epoch. */
  usedSessions: singleEffect<{ hash: string; at: number }>((tx, { hash, at }) => tx.sessions.touch(hash, at)),

  auditEntries: singleEffect<Omit<AuditEntry, 'id'>>((tx, entry) => tx.audit.insert(entry)),
};
