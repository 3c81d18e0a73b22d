import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { PNG } from '../../lab/testing/png.ts';

const bytes = (...parts: (string | number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

/** Returns the start of an ISO media file, up to its brand. */
const brand = (name: string): Buffer => bytes([0, 0, 0, 20], `ftyp${name}`, [0, 0, 2, 0], `isom`, [0, 0, 0, 8], 'mdat');

/** Returns a zip archive with one stored file. */
function zip(name: string, content: string): Buffer {
  const data = Buffer.from(content);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt32LE(crc32(data), 10);
  fields.writeUInt32LE(data.length, 14);
  fields.writeUInt32LE(data.length, 18);
  fields.writeUInt16LE(name.length, 22);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(46 + name.length, 8);
  end.writeUInt32LE(30 + name.length + data.length, 12);
  const listed = Buffer.concat([Buffer.from([20, 0]), fields, Buffer.alloc(14)]);
  return Buffer.concat([
    bytes('PK\x03\x04'),
    fields,
    bytes(name),
    data,
    bytes('PK\x01\x02'),
    listed.subarray(0, 42),
    bytes(name),
    bytes('PK\x05\x06'),
    end,
  ]);
}

const office = (main: string): Buffer =>
  zip(
    '[Content_Types].xml',
    `<?xml version="1.0"?><Types><Override PartName="/main.xml" ContentType="application/vnd.openxmlformats-officedocument.${main}.main+xml"/></Types>`,
  );

/** Returns a compound file whose directory continues in a second sector, which contains the name. */
export function compound(name: string): Buffer {
  const sector = () => Buffer.alloc(512);
  const entry = (text: string): Buffer => {
    const directoryEntry = Buffer.alloc(128);
    directoryEntry.write(text, 'utf16le');
    directoryEntry.writeUInt16LE((text.length + 1) * 2, 64);
    return directoryEntry;
  };
  const header = sector();
  header.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 48); // the directory begins in sector 1
  header.writeUInt32LE(0xfffffffe, 68);
  header.writeUInt32LE(0, 76); // the table is sector 0
  const table = sector();
  table.writeUInt32LE(0xfffffffd, 0);
  table.writeUInt32LE(2, 4);
  table.writeUInt32LE(0xfffffffe, 8);
  const filler = ['Root Entry', 'Data', '1Table', '\u0005SummaryInformation'].map(entry);
  return Buffer.concat([header, table, ...filler, entry(name), Buffer.alloc(384)]);
}

export { PNG };
export const JPEG = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF', [0, 1, 1, 0, 0, 1, 0, 1, 0, 0], Array(64).fill(7));
export const PDF = bytes('%PDF-1.7\n', [0xe2, 0xe3, 0xcf, 0xd3], '\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
export const EXE = bytes('MZ', [0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff], Array(64).fill(0));

const oggPage = bytes('OggS', [0, 2], Array(20).fill(0), [1, 19]);

/** One file of each type that can be sent. */
export const FILES: Record<string, { kind: string; bytes: Buffer }> = {
  'image/jpeg': { kind: 'image', bytes: JPEG },
  'image/png': { kind: 'image', bytes: PNG },
  'video/mp4': { kind: 'video', bytes: brand('isom') },
  'video/3gpp': { kind: 'video', bytes: brand('3gp4') },
  'audio/aac': { kind: 'audio', bytes: bytes([0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc], Array(64).fill(0)) },
  'audio/mp4': { kind: 'audio', bytes: brand('M4A ') },
  'audio/mpeg': { kind: 'audio', bytes: bytes([0xff, 0xfb, 0x90, 0x64], Array(64).fill(0)) },
  'audio/ogg': { kind: 'audio', bytes: bytes([...oggPage], 'OpusHead', [1, 1, 0, 0], Array(7).fill(0)) },
  'audio/amr': { kind: 'audio', bytes: bytes('#!AMR\n', Array(64).fill(0x3c)) },
  'application/pdf': { kind: 'document', bytes: PDF },
  'application/msword': { kind: 'document', bytes: compound('WordDocument') },
  'application/vnd.ms-excel': { kind: 'document', bytes: compound('Workbook') },
  'application/vnd.ms-powerpoint': { kind: 'document', bytes: compound('PowerPoint Document') },
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': {
    kind: 'document',
    bytes: office('wordprocessingml.document'),
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {
    kind: 'document',
    bytes: office('spreadsheetml.sheet'),
  },
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': {
    kind: 'document',
    bytes: office('presentationml.presentation'),
  },
  'text/plain': { kind: 'document', bytes: Buffer.from('Merhaba, çok güzel\r\n\tbir gün.\n', 'utf8') },
};

/** The response of a file host for one path. */
interface Hosted {
  status?: number;
  headers?: Record<string, string | number>;
  /** The status of responses to HEAD. */
  head?: number;
  /** Never responds. */
  hangs?: boolean;
}

interface FileHost {
  url: string;
  asked: { method: string; path: string; headers: IncomingHttpHeaders }[];
  /** Sets the response for a path. */
  put(path: string, hosted: Hosted): string;
}

/** Starts a file host on this machine, which counts as public in tests. By default, every path is an image. */
export async function createFileHost(): Promise<FileHost> {
  const files = new Map<string, Hosted>();
  const asked: FileHost['asked'] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const method = request.method ?? '';
    asked.push({ method, path, headers: request.headers });
    const { status = 200, headers, head, hangs } = files.get(path) ?? {};
    if (hangs) {
      return;
    }
    if (method === 'HEAD' && head !== undefined) {
      response.writeHead(head).end();
    } else if (headers) {
      response.writeHead(status, headers).end();
    } else {
      response.writeHead(status, { 'content-type': 'image/png' }).end(PNG);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked,
    put(path, hosted) {
      files.set(path, hosted);
      return url + path;
    },
  };
}
