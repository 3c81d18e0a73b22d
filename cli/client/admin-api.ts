import type { WigwagAdmin } from '@wigwag/sdk/admin';
import { UsageError } from '../program/errors/errors.ts';
import { devTokenFor } from '../settings/project-environment.ts';

const NO_ADMIN =
  'this needs the admin API: set WIGWAG_ADMIN_URL and WIGWAG_ADMIN_TOKEN, or start in the folder of a running `wigwag dev`';

/**
 * Returns the server that WIGWAG_ADMIN_URL names, or the `wigwag dev` of this folder, which needs no token from the user.
 *
 * @param baseUrl the API that the screen shows. A `wigwag dev` with a different one is not used: it has other accounts
 */
function findAdmin(baseUrl: string): { url: string; token: string } | undefined {
  const { WIGWAG_ADMIN_URL: chosen, WIGWAG_ADMIN_TOKEN: ofUser } = process.env;
  const url = chosen || new URL(baseUrl).origin;
  const token = (chosen && ofUser) || devTokenFor(url);
  return token === undefined ? undefined : { url, token };
}

export const knowsAdmin = (baseUrl: string): boolean => findAdmin(baseUrl) !== undefined;

/**
 * Returns a client of the admin API for screens. Unlike `withOperator`, it never opens a database, and does not load
 * the server's modules, which would stop a screen for a second.
 *
 * @throws {UsageError} if no server is known, or its address is not one
 */
export async function openAdminApi(baseUrl: string): Promise<WigwagAdmin> {
  const server = findAdmin(baseUrl);
  if (server === undefined) {
    throw new UsageError(NO_ADMIN);
  }
  const admin = await import('@wigwag/sdk/admin');
  try {
    return new admin.WigwagAdmin({ ...server, url: server.url.replace(/\/api\/v1\/*$/, '') });
  } catch (error) {
    throw new UsageError(`WIGWAG_ADMIN_URL or WIGWAG_ADMIN_TOKEN is wrong: ${(error as Error).message}`);
  }
}
