import {
  accessSync,
  closeSync,
  constants,
  copyFileSync,
  fchownSync,
  lchownSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Files that hold secrets or customers' messages, often in a folder of another user: root runs `wigwag admin` in the
 * folder of the server's user. That user may have put links to root's files there. These functions therefore follow
 * no link. They write only to files that they create, and change the owner of no other file.
 */

const ROOT = 0;
const isRoot = (): boolean => process.getuid?.() === ROOT;
const MODE = 0o600;

/**
 * Returns the owner of a file's folder, who gets the files that root creates there, as SQLite does with its companion
 * files. Otherwise running `wigwag admin` as root would leave a database that the server cannot open.
 */
const ownerOf = (path: string): Stats | undefined => (isRoot() ? statSync(dirname(resolve(path))) : undefined);

/**
 * Creates a file that only its owner can read, and opens it for writing.
 *
 * @throws EEXIST if the name exists, also as a link
 */
export function createPrivate(path: string): number {
  const handle = openSync(path, 'wx', MODE);
  const owner = ownerOf(path);
  if (owner) {
    fchownSync(handle, owner.uid, owner.gid);
  }
  return handle;
}

/** Creates an empty private file, unless the name exists. */
export function ensurePrivate(path: string): void {
  try {
    closeSync(createPrivate(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      throw error;
    }
  }
}

/** Writes a new private file. A file or a link of this name is deleted first. */
export function writePrivate(path: string, text: string): void {
  rmSync(path, { force: true });
  const handle = createPrivate(path);
  try {
    writeFileSync(handle, text);
  } finally {
    closeSync(handle);
  }
}

/** Replaces a private file, so that readers find either the old or the new text. */
export function replacePrivate(path: string, text: string): void {
  const unfinished = `${path}.new`;
  writePrivate(unfinished, text);
  renameSync(unfinished, path);
}

/** Copies a file to a new one. A file or a link of this name is deleted first. */
export function copyPrivate(from: string, to: string): void {
  rmSync(to, { force: true });
  copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const owner = ownerOf(to);
  if (owner) {
    lchownSync(to, owner.uid, owner.gid);
  }
}

/**
 * Returns why this process cannot read and write a file, and the owner of the file. Returns undefined if it can, or if
 * the file does not exist.
 */
export function whyUnusable(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  try {
    if (found) {
      accessSync(path, constants.R_OK | constants.W_OK);
    }
    return undefined;
  } catch (error) {
    return `${(error as Error).message}; it belongs to user ${found?.uid}, and this process runs as user ${process.getuid?.()}`;
  }
}

/** Returns why a path is not a regular file with one name, as wigwag creates it; undefined if it is, or does not exist. */
export function whyForeign(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.isFile() && found.nlink === 1)) {
    return undefined;
  }
  const kind = found.isSymbolicLink() ? 'a symbolic link' : found.isFile() ? 'a hard link' : 'not a file';
  return `${path} is ${kind}, which wigwag does not create: delete it`;
}

/** Returns the symbolic link at a path, if there is one. If its folder cannot be read, opening the file says why. */
function linkAt(path: string): Stats | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found?.isSymbolicLink() ? found : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns why root must not follow the link at a path; undefined if there is none, or if it is safe. A link is safe if
 * root or the owner of the file created it. Otherwise another user could make root change any file.
 */
export function whyUnsafeLink(path: string): string | undefined {
  const link = linkAt(path);
  if (link === undefined) {
    return undefined;
  }
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined) {
    return `${path} is a symbolic link to a file that does not exist: name the file itself`;
  }
  return isRoot() && link.uid !== ROOT && link.uid !== file.uid
    ? `${path} is a symbolic link of user ${link.uid} to a file of user ${file.uid}: name the file itself, or run the command as user ${link.uid}`
    : undefined;
}
