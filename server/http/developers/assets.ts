import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { type BrowserFile, browserFile } from '../browser-file.ts';

const generated = (name: string): BrowserFile => browserFile(`developers/generated/${name}`);
const written = (name: string): BrowserFile => browserFile(`developers/browser/${name}`);

const FONTS = { 'inter.woff2': generated('inter.woff2'), 'jetbrains-mono.woff2': generated('jetbrains-mono.woff2') };

/** The stylesheet names its fonts without their versions. */
const withVersions = (css: string): string =>
  Object.entries(FONTS).reduce((text, [name, { version }]) => text.replaceAll(name, `../${version}/${name}`), css);

/** The files that the pages load. All of them come from this server. */
const ASSETS = {
  ...FONTS,
  'pages.css': browserFile('developers/generated/pages.css', withVersions),
  'page.js': written('page.js'),
  'try-it.js': written('try-it.js'),
  'search.js': generated('search.js'),
  'search.json': generated('search.json'),
};

const BY_NAME = new Map<string, BrowserFile>(Object.entries(ASSETS));

/** Returns the path at which pages load a file. It has the file's version, so that browsers can cache it forever. */
export const assetPath = (name: keyof typeof ASSETS): string => `/developers/assets/${ASSETS[name].version}/${name}`;

/** Returns a file; undefined if there is no file with that name and version. */
export function findAsset(version: string, name: string): BrowserFile | undefined {
  const asset = BY_NAME.get(name);
  return asset?.version === version ? asset : undefined;
}

const PICTURES = join(dirname(createRequire(import.meta.url).resolve('#http/developers/browser/page.js')), 'pictures');

const PICTURE_TYPES: Record<string, string> = { '.png': 'image/png', '.webp': 'image/webp' };

/** The pictures of the documentation, by name. */
const pictures = new Map(
  readdirSync(PICTURES).map((name) => [
    name,
    { type: PICTURE_TYPES[extname(name)] ?? 'application/octet-stream', content: readFileSync(join(PICTURES, name)) },
  ]),
);

/** Returns a picture of the documentation. */
export const findPicture = (name: string): { type: string; content: Buffer } | undefined => pictures.get(name);
