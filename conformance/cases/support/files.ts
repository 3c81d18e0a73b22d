import type { ApiResponse } from '../../answer.ts';
import type { ApiCallOptions } from '../../api.ts';
import type { CaseContext } from '../../context.ts';

const MEGABYTE = 1024 * 1024;

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
/** Builds a compound file of Microsoft's old formats with one stream. Its name identifies the application. */
function compoundFile(stream: string): Buffer {
  const file = Buffer.alloc(512 * 4, 0);
  hex('d0cf11e0a1b11ae1').copy(file, 0);
  file.writeUInt16LE(0x3e, 24);
  file.writeUInt16LE(3, 26);
  file.writeUInt16LE(0xfffe, 28);
  file.writeUInt16LE(9, 30);
  file.writeUInt16LE(6, 32);
  file.writeUInt32LE(1, 44);
  file.writeUInt32LE(1, 48);
  file.writeUInt32LE(4096, 56);
  file.writeUInt32LE(0xfffffffe, 60);
  file.writeUInt32LE(0xfffffffe, 68);
  file.fill(0xff, 76, 512);
  file.writeUInt32LE(0, 76);
  // Sector 0: the table of sectors. Sector 1: the directory. Sector 2: the stream.
  file.fill(0xff, 512, 1024);
  file.writeUInt32LE(0xfffffffd, 512);
  file.writeUInt32LE(0xfffffffe, 516);
  file.writeUInt32LE(0xfffffffe, 520);
  const entry = (at: number, name: string, type: number, child: number, start: number, size: number) => {
    file.write(name, at, 'utf16le');
    file.writeUInt16LE((name.length + 1) * 2, at + 64);
    file.writeUInt8(type, at + 66);
    file.writeUInt8(1, at + 67);
    file.writeUInt32LE(0xffffffff, at + 68);
    file.writeUInt32LE(0xffffffff, at + 72);
    file.writeUInt32LE(child, at + 76);
    file.writeUInt32LE(start, at + 116);
    file.writeUInt32LE(size, at + 120);
  };
  entry(1024, 'Root Entry', 5, 1, 0xfffffffe, 0);
  entry(1152, stream, 2, 0xffffffff, 2, 512);
  return file;
}

const amr = Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(64, 0x3c)]);
const mp4 = (brand: string, compatible = `${brand}mp41`): Buffer =>
  Buffer.concat([
    hex('00000018'),
    Buffer.from(`ftyp${brand}`),
    hex('00000200'),
    Buffer.from(compatible),
    Buffer.alloc(64),
  ]);
const ogg = Buffer.concat([
  Buffer.from('OggS'),
  hex('00 02 0000000000000000 00000000 00000000 00000000 01 13'),
  Buffer.from('OpusHead'),
  Buffer.alloc(32),
]);
const aac = Buffer.concat(
  Array.from({ length: 4 }, () => Buffer.concat([hex('fff1 5080 0fff fc'), Buffer.alloc(120)])),
);
const mp3 = Buffer.concat([
  Buffer.from('ID3'),
  hex('03 00 00 00000000'),
  ...Array.from({ length: 4 }, () => Buffer.concat([hex('fffb9064'), Buffer.alloc(413)])),
]);
const withoutTags = mp3.subarray(10);
const exif = hex('ffd8ffe1000a 457869660000 4d4d ffdb0043 ffd9');
const riff = (format: string): Buffer =>
  Buffer.concat([Buffer.from('RIFF'), hex('48000000'), Buffer.from(format), Buffer.alloc(64)]);
const png = hex(
  '89504e470d0a1a0a 0000000d 49484452 00000001 00000001 08 06 00 00 00 1f15c489 0000000a 49444154 789c6300010000050001 0d0a2db4 00000000 49454e44 ae426082',
);

/** The minimal content that identifies each format. */
export const FILES = {
  'a.jpg': { type: 'image/jpeg', body: hex('ffd8ffe000104a46494600010100000100010000 ffdb0043 ffd9') },
  'a.png': { type: 'image/png', body: png },
  'a.mp4': { type: 'video/mp4', body: mp4('isom') },
  'a.3gp': { type: 'video/3gpp', body: mp4('3gp4') },
  'a.aac': { type: 'audio/aac', body: aac },
  'a.mp3': { type: 'audio/mpeg', body: mp3 },
  'a.ogg': { type: 'audio/ogg', body: ogg },
  'a.amr': { type: 'audio/amr', body: amr },
  'a.pdf': { type: 'application/pdf', body: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n') },
  'a.doc': { type: 'application/msword', body: compoundFile('WordDocument') },
  'a.xls': { type: 'application/vnd.ms-excel', body: compoundFile('Workbook') },
  'a.ppt': { type: 'application/vnd.ms-powerpoint', body: compoundFile('PowerPoint Document') },
  'a.txt': { type: 'text/plain', body: Buffer.from('Opening hours: 9 to 18.\n') },
  // Other forms of these formats: from a camera, without ID3 tags, and with letters beyond ASCII.
  'camera.jpg': { type: 'image/jpeg', body: exif },
  'plain.mp3': { type: 'audio/mpeg', body: withoutTags },
  'letters.txt': { type: 'text/plain', body: Buffer.from('Öğle arası: 12–13 👋\n') },
  'a.gif': {
    type: 'image/gif',
    body: Buffer.concat([
      Buffer.from('GIF89a'),
      hex('01000100 80 00 00 ffffff 000000 2c 00000000 01000100 00 02 02 44 01 00 3b'),
    ]),
  },
  'a.webp': { type: 'image/webp', body: riff('WEBPVP8 ') },
  'a.wav': { type: 'audio/wav', body: riff('WAVEfmt ') },
  'a.mov': { type: 'video/quicktime', body: mp4('qt  ', 'qt  qt  ') },
  'a.zip': { type: 'application/zip', body: hex('504b0506 0000000000000000 0000 0000 00000000 00000000 0000') },
  'a.html': { type: 'text/html', body: Buffer.from('<!DOCTYPE html><html><body><p>Hello</p></body></html>\n') },
} as const;

type FileName = keyof typeof FILES;

interface FileUploadOptions extends ApiCallOptions {
  /** Pads the file with zeros to this length, in bytes. */
  bytes?: number;
  fields?: Record<string, string>;
  /** Fields after the file. */
  later?: Record<string, string>;
}

/** Uploads a file with POST /media. */
export async function upload(
  t: CaseContext,
  name: FileName,
  { bytes, fields = {}, later = {}, ...options }: FileUploadOptions = {},
): Promise<ApiResponse> {
  const { type, body } = FILES[name];
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) {
    form.set(field, value);
  }
  const parts = [new Uint8Array(body), ...(bytes === undefined ? [] : [new Uint8Array(bytes - body.length)])];
  form.set('file', new Blob(parts, { type }), name);
  for (const [field, value] of Object.entries(later)) {
    form.set(field, value);
  }
  return t.call('POST', '/media', { ...options, raw: form });
}

export const megabytes = (count: number): number => count * MEGABYTE;
