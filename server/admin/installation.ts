import { readFileSync, statfsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';
import type { App } from '../app/app.ts';
import type { QueueLevel } from '../engine/outbox/task.ts';
import { LONGEST_SILENCE } from '../engine/worker/heartbeat.ts';
import { QUEUES } from '../store/tasks.ts';
import { sqlitePathOf } from './database/backup.ts';
import { lastBackupOf } from './database/last-backup.ts';

/** What runs, on what, and how it is. */
interface Installation {
  version: string;
  node: string;
  publicUrl: string;
  database: { kind: 'sqlite' | 'postgres'; migration: string | null };
  queues: QueueLevel[];
  /** When the last backup of this database succeeded; null for PostgreSQL. */
  lastBackupAt: string | null;
  /** When PostgreSQL last archived a segment of its log. */
  lastArchivedAt: string | null;
  /** How many workers run; null for SQLite, where the server is the worker. */
  workers: number | null;
  /** How many bytes are free where the database is; null for PostgreSQL. */
  freeBytes: number | null;
}

export async function showInstallation(app: App): Promise<Installation> {
  const { databaseUrl } = app.config;
  const path = sqlitePathOf(databaseUrl);
  const isPostgres = !databaseUrl.startsWith('sqlite:');
  const [queues, migrations, archivedAt, workers, freeBytes] = await Promise.all([
    app.store.read.outbox.levels(QUEUES, app.now()),
    app.store.completedMigrations(),
    app.store.lastArchivedAt(),
    isPostgres ? app.store.read.workers.countAlive(LONGEST_SILENCE) : null,
    path === undefined ? null : freeAt(dirname(path)),
  ]);
  return {
    version: versionOf(),
    node: process.versions.node,
    publicUrl: app.publicUrl(),
    database: { kind: isPostgres ? 'postgres' : 'sqlite', migration: migrations.at(-1) ?? null },
    queues,
    lastBackupAt: path === undefined ? null : lastBackupOf(path),
    lastArchivedAt: archivedAt === null ? null : new Date(archivedAt).toISOString(),
    workers,
    freeBytes,
  };
}

function freeAt(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Returns the version of this package. */
function versionOf(): string {
  const file = findPackageJSON(import.meta.url);
  return file === undefined ? '' : (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
