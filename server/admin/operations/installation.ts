import { listShared } from '../connections.ts';
import { showInstallation } from '../installation.ts';
import type { OperationHandlers } from './types.ts';

/** The server itself. */
export const installationOperations: OperationHandlers<'getInstallation'> = {
  getInstallation: async (app) => {
    const { publicUrl, queues, lastBackupAt, lastArchivedAt, freeBytes, ...versions } = await showInstallation(app);
    return {
      ...versions,
      public_url: publicUrl,
      queues: queues.map(({ oldestDueSeconds, ...level }) => ({ ...level, oldest_due_seconds: oldestDueSeconds })),
      last_backup_at: lastBackupAt,
      last_archived_at: lastArchivedAt,
      free_bytes: freeBytes,
      shared_connections: (await listShared(app)).map(({ providerId, connections }) => ({
        provider_id: providerId,
        connections: connections.map(({ id, accountId }) => ({ account_id: String(accountId), connection_id: id })),
      })),
    };
  },
};
