import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type BrowserFile, browserFile } from '../browser-file.ts';

const NAMES = ['pages.css', 'docs.css', 'reference.css', 'try-it.js'] as const;

/** The files that the pages load. All of them come from this server. */
const ASSETS = new Map<string, BrowserFile>(
  NAMES.map((name) => [name, browserFile(`developers/${name.endsWith('.css') ? 'generated' : 'browser'}/${name}`)]),
);

/** Returns the path at which pages load a file. It has the file's version, so that browsers can cache it forever. */
export const assetPath = (name: (typeof NAMES)[number]): string =>
  `/developers/assets/${ASSETS.get(name)?.version}/${name}`;

/** Returns a file; undefined if there is no file with that name and version. */
export function findAsset(version: string, name: string): BrowserFile | undefined {
  const asset = ASSETS.get(name);
  return asset?.version === version ? asset : undefined;
}

const PICTURES = join(dirname(createRequire(import.meta.url).resolve('#http/developers/browser/docs.css')), 'pictures');

/** The pictures of the documentation, by name. */
const pictures = new Map(readdirSync(PICTURES).map((name) => [name, readFileSync(join(PICTURES, name))]));

/** Returns a picture of the documentation, in PNG. */
export const findPicture = (name: string): Buffer | undefined => pictures.get(name);
