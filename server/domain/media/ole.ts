import { type FileHandle, open } from 'node:fs/promises';

/** The stream names that identify each program's files. */
const TYPES: Record<string, string> = {
  WordDocument: 'application/msword',
  Workbook: 'application/vnd.ms-excel',
  Book: 'application/vnd.ms-excel',
  'PowerPoint Document': 'application/vnd.ms-powerpoint',
};

/** Sector numbers from here on are markers, such as the end of a chain ([MS-CFB] 2.1). */
const FIRST_MARK = 0xff_ff_ff_fa;
const ENTRY_BYTES = 128;
/** No genuine document has a directory this long, but a malicious file might. */
const MAX_SECTORS = 1024;

/**
 * Returns the type of a Word, Excel or PowerPoint file, based on the names in the directory of the compound file
 * ([MS-CFB]). It reads only the sectors of the directory, whereas the library `cfb` reads the whole file into memory.
 *
 * @returns a MIME type; undefined for other compound files and for damaged ones
 */
export async function oleTypeOf(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const header = await bytesAt(file, 0, 512);
    const sectorBytes = header && 1 << header.readUInt16LE(30);
    if (!header || (sectorBytes !== 512 && sectorBytes !== 4096)) {
      return undefined;
    }
    const sectorAt = (sector: number) => bytesAt(file, (sector + 1) * sectorBytes, sectorBytes);
    let sector = header.readUInt32LE(48);
    for (let read = 0; read < MAX_SECTORS && sector < FIRST_MARK; read += 1) {
      const directory = await sectorAt(sector);
      const type = directory && typeIn(directory);
      if (!directory || type) {
        return type;
      }
      sector = await sectorAfter(sector, header, sectorBytes / 4, sectorAt);
    }
    return undefined;
  } finally {
    await file.close();
  }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return bytesRead === length ? buffer : undefined;
}

function typeIn(directory: Buffer): string | undefined {
  for (let at = 0; at < directory.length; at += ENTRY_BYTES) {
    const nameBytes = Math.min(64, directory.readUInt16LE(at + 64));
    const name = directory.toString('utf16le', at, at + Math.max(0, nameBytes - 2));
    if (Object.hasOwn(TYPES, name)) {
      return TYPES[name];
    }
  }
  return undefined;
}

/** Returns the next sector in a chain of the allocation table. */
async function sectorAfter(
  sector: number,
  header: Buffer,
  entriesPerSector: number,
  sectorAt: (sector: number) => Promise<Buffer | undefined>,
): Promise<number> {
  const tableIndex = Math.floor(sector / entriesPerSector);
  let tableSector = tableIndex < 109 ? header.readUInt32LE(76 + 4 * tableIndex) : FIRST_MARK;
  // From the 109th sector on, the table's sectors are listed in a separate chain.
  let list = header.readUInt32LE(68);
  let rest = tableIndex - 109;
  for (let read = 0; rest >= 0 && read < MAX_SECTORS && list < FIRST_MARK; read += 1) {
    const sectors = await sectorAt(list);
    if (!sectors) {
      return FIRST_MARK;
    }
    if (rest < entriesPerSector - 1) {
      tableSector = sectors.readUInt32LE(4 * rest);
      break;
    }
    rest -= entriesPerSector - 1;
    list = sectors.readUInt32LE(4 * (entriesPerSector - 1));
  }
  const table = tableSector < FIRST_MARK ? await sectorAt(tableSector) : undefined;
  return table ? table.readUInt32LE(4 * (sector % entriesPerSector)) : FIRST_MARK;
}
