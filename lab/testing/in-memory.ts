import { existsSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** A folder in memory on Linux, if it has space. Creating and dropping a database there takes a tenth of the time. */
export function inMemory(): string {
  const folder = '/dev/shm';
  const room = existsSync(folder) ? statfsSync(folder) : { bavail: 0, bsize: 0 };
  return room.bavail * room.bsize >= 2 * 2 ** 30 ? folder : tmpdir();
}
