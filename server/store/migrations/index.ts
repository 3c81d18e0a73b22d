import type { Knex } from 'knex';
import * as schema from './0001-schema.ts';
import * as identities from './0002-identities.ts';
import * as traces from './0003-traces.ts';
import * as receivedContent from './0004-received-content.ts';
import * as reports from './0005-reports.ts';
import * as replays from './0006-replays.ts';
import * as templateQuality from './0007-template-quality.ts';
import * as logins from './0008-logins.ts';
import * as inbox from './0009-inbox.ts';
import * as loginIdentities from './0010-login-identities.ts';
import * as lastUses from './0011-last-uses.ts';
import * as labelsAndTimes from './0012-labels-and-times.ts';
import * as auditChanges from './0013-audit-changes.ts';
import * as inboxOrder from './0014-inbox-order.ts';
import * as names from './0015-names.ts';
import * as requests from './0016-requests.ts';
import * as webhookEndpoints from './0017-webhook-endpoints.ts';
import * as accountMoves from './0018-account-moves.ts';
import * as keysOfAccounts from './0019-keys-of-accounts.ts';
import * as recoveryCodes from './0020-recovery-codes.ts';
import * as noteMentions from './0021-note-mentions.ts';
import * as brokerPasswords from './0022-broker-passwords.ts';
import * as deliveriesWithoutSuccess from './0023-deliveries-without-success.ts';
import * as savedReplies from './0024-saved-replies.ts';
import * as requestAddresses from './0025-request-addresses.ts';

export interface Migration {
  up(db: Knex): Promise<void>;
  /** See online.ts. */
  config?: { transaction: boolean };
}

/**
 * All migrations, in order. They only go forward: a released migration does not change, and a correction gets a new
 * number. Migrations run while servers of the previous version are running, so none may lock a large table for long.
 * `migrations.test.ts` contains the rules and rejects migrations that break them.
 */
const MIGRATIONS: Record<string, Migration> = {
  '0001-schema': schema,
  '0002-identities': identities,
  '0003-traces': traces,
  '0004-received-content': receivedContent,
  '0005-reports': reports,
  '0006-replays': replays,
  '0007-template-quality': templateQuality,
  '0008-logins': logins,
  '0009-inbox': inbox,
  '0010-login-identities': loginIdentities,
  '0011-last-uses': lastUses,
  '0012-labels-and-times': labelsAndTimes,
  '0013-audit-changes': auditChanges,
  '0014-inbox-order': inboxOrder,
  '0015-names': names,
  '0016-requests': requests,
  '0017-webhook-endpoints': webhookEndpoints,
  '0018-account-moves': accountMoves,
  '0019-keys-of-accounts': keysOfAccounts,
  '0020-recovery-codes': recoveryCodes,
  '0021-note-mentions': noteMentions,
  '0022-broker-passwords': brokerPasswords,
  '0023-deliveries-without-success': deliveriesWithoutSuccess,
  '0024-saved-replies': savedReplies,
  '0025-request-addresses': requestAddresses,
};

/** The first of several migrations from development, before 0.1.0. A database that has run it cannot be upgraded. */
export const BEFORE_RELEASE = '0001-first-light';

/** Passes the migrations to Knex directly, so that they work both from source and in the built package. */
export const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: async () => Object.keys(MIGRATIONS),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const migration = MIGRATIONS[name];
    if (!migration) {
      throw new Error(`The database was created by a newer version: it contains the migration ${name}.`);
    }
    return { ...migration, down: async () => {} };
  },
};
