import type { CassetteBody } from './cassette.ts';
import { jsonIn, valuesOf } from './values.ts';

const LONGEST_TEXT = 64 * 1024;

/** Reads a body by its content type. Returns undefined for an empty one. */
export async function parseBody(bytes: Uint8Array, contentType: string): Promise<CassetteBody | undefined> {
  if (bytes.length === 0) {
    return undefined;
  }
  const type = contentType.split(';')[0]?.trim().toLowerCase();
  if (type === 'multipart/form-data') {
    return (await partsOf(bytes, contentType)) ?? { bytes: bytes.length };
  }
  if (type === 'application/x-www-form-urlencoded') {
    return { form: valuesOf(new URLSearchParams(Buffer.from(bytes).toString('utf8'))) };
  }
  const isText = type === '' || /^text\/|json|javascript/.test(type ?? '');
  if (!isText) {
    return { bytes: bytes.length };
  }
  const text = Buffer.from(bytes).toString('utf8');
  const json = jsonIn(text);
  if (json !== undefined) {
    return { json };
  }
  return type?.includes('json') || bytes.length > LONGEST_TEXT ? { bytes: bytes.length } : { text };
}

async function partsOf(bytes: Uint8Array, contentType: string): Promise<CassetteBody | undefined> {
  try {
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
    const parts = [...form].map(([name, value]) =>
      typeof value === 'string' ? { name, value } : { name, type: value.type, bytes: value.size },
    );
    return { parts };
  } catch {
    return undefined;
  }
}
