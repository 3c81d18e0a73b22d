import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A folder that Linux keeps in memory, where it has room: a database that is made and dropped there costs a tenth. */
export function inMemory(): string {
  const folder = '/dev/shm';
  const room = existsSync(folder) ? statfsSync(folder) : { bavail: 0, bsize: 0 };
  return room.bavail * room.bsize >= 2 * 2 ** 30 ? folder : tmpdir();
}
