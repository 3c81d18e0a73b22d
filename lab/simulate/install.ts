import { installDatabase } from './machine/database.ts';
import { installFiles } from './machine/files.ts';
import { installGlobals } from './machine/globals.ts';
import { installNetwork } from './machine/network.ts';
import { installPostgres } from './machine/postgres-driver.ts';
import { installUndiciTimers } from './machine/undici.ts';

/** Imported before everything else: modules that load later see only the simulated machine. */
installGlobals();
installFiles();
installNetwork();
installDatabase();
installPostgres();
installUndiciTimers();
