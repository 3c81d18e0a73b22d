import { createHash } from 'node:crypto';
import { DOCS_STYLESHEET } from './docs-stylesheet.ts';
import { REFERENCE_STYLESHEET } from './reference-stylesheet.ts';
import { STYLESHEET } from './stylesheet.ts';
import { TRY_IT_SCRIPT } from './try-it.ts';

/** The files that the pages load. All of them come from this server. */
const ASSETS = {
  'pages.css': () => Buffer.from(STYLESHEET),
  'docs.css': () => Buffer.from(DOCS_STYLESHEET),
  'reference.css': () => Buffer.from(REFERENCE_STYLESHEET),
  'try-it.js': () => Buffer.from(TRY_IT_SCRIPT),
} satisfies Record<string, () => Buffer>;

type AssetName = keyof typeof ASSETS;

interface Asset {
  content: Buffer;
  /** Changes with the content, so that browsers can cache the file forever. */
  version: string;
}

const loaded = new Map<AssetName, Asset>();

function load(name: AssetName): Asset {
  const known = loaded.get(name);
  if (known) {
    return known;
  }
  const content = ASSETS[name]();
  const asset = { content, version: createHash('sha256').update(content).digest('hex').slice(0, 16) };
  loaded.set(name, asset);
  return asset;
}

/** Returns the path at which pages load a file. */
export const assetPath = (name: AssetName): string => `/developers/assets/${load(name).version}/${name}`;

/** Returns the content of a file; undefined if there is no file with that name and version. */
export function findAsset(version: string, name: string): Buffer | undefined {
  if (!Object.hasOwn(ASSETS, name)) {
    return undefined;
  }
  const asset = load(name as AssetName);
  return asset.version === version ? asset.content : undefined;
}
