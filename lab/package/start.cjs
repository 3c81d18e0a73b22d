'use strict';
/*
 * The first code of the executable. It writes the files of the command line to a private folder, because machine code
 * can be loaded only from a file, and starts the command line there. Later starts use the same folder.
 */
const { lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { homedir } = require('node:os');
const { dirname, join, sep } = require('node:path');
const { getAsset } = require('node:sea');
const { brotliDecompressSync } = require('node:zlib');

/** The name of the folder, which is a hash of the files, and each file with its size. */
const { hash, files } = JSON.parse(getAsset('index', 'utf8'));

const cacheOf = ({ XDG_CACHE_HOME, LOCALAPPDATA }) =>
  XDG_CACHE_HOME || (process.platform === 'win32' && LOCALAPPDATA) || join(homedir(), '.cache');

/** @throws {Error} if other users can change the files in a folder, because this program runs them */
function requirePrivate(folder) {
  const entry = lstatSync(folder);
  const isOurs = process.getuid === undefined || (entry.uid === process.getuid() && (entry.mode & 0o022) === 0);
  if (!entry.isDirectory() || !isOurs) {
    throw new Error(`other users can write to ${folder}`);
  }
}

/** Returns whether no file is missing or cut off, for example after someone cleaned up. */
const isComplete = (folder) =>
  files.every(([path, size]) => {
    const entry = lstatSync(join(folder, path), { throwIfNoEntry: false });
    return entry?.isFile() && entry.size === size;
  });

function write(folder) {
  const content = brotliDecompressSync(Buffer.from(getAsset('files')));
  let at = 0;
  for (const [path, size] of files) {
    const target = join(folder, path);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    writeFileSync(target, content.subarray(at, at + size), { mode: 0o600 });
    at += size;
  }
}

/** Writes the files to a new folder and renames it, so that no process sees half of them. */
function extract(folder) {
  const fresh = mkdtempSync(`${folder}-`);
  try {
    write(fresh);
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    // Another process was faster.
    if (!isComplete(folder)) {
      throw error;
    }
  }
}

function prepare() {
  const cache = join(cacheOf(process.env), 'wigwag');
  const folder = join(cache, hash);
  mkdirSync(cache, { recursive: true, mode: 0o700 });
  requirePrivate(cache);
  if (!isComplete(folder)) {
    extract(folder);
  }
  requirePrivate(folder);
  return folder;
}

let folder;
try {
  folder = prepare();
} catch (error) {
  process.stderr.write(
    `wigwag: cannot use its cache: ${error.message}. Set XDG_CACHE_HOME to a folder that only you can write to.\n`,
  );
  process.exit(1);
}
const program = join(folder, 'bin/wigwag.js'.replaceAll('/', sep));
// Commands start this program again with the path of the script, as they start Node.
process.argv.splice(1, process.argv[2] === program ? 2 : 1, program);
createRequire(program)(program);
