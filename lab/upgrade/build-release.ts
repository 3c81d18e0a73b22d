import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MIGRATIONS = 'server/store/migrations';
/** The programs of the harness, which also drive the servers of a release. */
const HARNESS = ['lab/crash', 'lab/testing'];

/** @throws with the program's errors if it fails */
function execute(program: string, args: readonly string[], cwd: string, input?: Buffer): Buffer {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, input, maxBuffer: 2 ** 30 });
  if (status !== 0) {
    throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`);
  }
  return stdout;
}

const git = (...args: string[]): string => execute('git', args, ROOT).toString().trim();

/** Returns the file names of the migrations in these sources, in order. */
const migrationsIn = (folder: string): string[] =>
  readdirSync(join(folder, MIGRATIONS)).filter((name) => /^\d{4}-.*\.ts$/.test(name));

/** Returns the newest tag of a release; without one, the parent of the commit that added the newest migration. */
export function lastRelease(): string {
  const [tag] = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n');
  if (tag) {
    return tag;
  }
  const newest = migrationsIn(ROOT).at(-1) ?? '';
  const [commit] = git('log', '--first-parent', '--diff-filter=A', '--format=%H', '--', join(MIGRATIONS, newest)).split(
    '\n',
  );
  if (!commit) {
    throw new Error('The clone has no history, so there is no release to upgrade from. Run git fetch --unshallow.');
  }
  return `${commit}^`;
}

/** The sources of a release. */
export interface Release {
  commit: string;
  folder: string;
  /** The migrations that it lacks. */
  missing: string[];
}

/**
 * Writes the sources of a revision into a folder, and generates what they need. Links the installed packages, so the
 * revision must need no other ones.
 *
 * @throws if the revision is unknown, or its sources cannot be generated
 */
export function buildRelease(revision: string, folder: string): Release {
  const commit = git('rev-parse', '--verify', `${revision}^{commit}`);
  mkdirSync(folder, { recursive: true });
  execute('tar', ['-x'], folder, execute('git', ['archive', commit], ROOT));
  for (const part of HARNESS) {
    rmSync(join(folder, part), { recursive: true, force: true });
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  }
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@wigwag'), { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((one) => one !== '@wigwag')) {
    symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  for (const name of readdirSync(join(ROOT, 'node_modules/@wigwag'))) {
    const workspace = basename(readlinkSync(join(ROOT, 'node_modules/@wigwag', name)));
    symlinkSync(join(folder, workspace), join(modules, '@wigwag', name));
    try {
      symlinkSync(join(ROOT, workspace, 'node_modules'), join(folder, workspace, 'node_modules'));
    } catch {} // the workspace has no packages, or the release lacks it
  }
  execute('npm', ['run', 'generate'], folder);
  // The run opens no page, so the pages of these sources do.
  symlinkSync(join(ROOT, 'dashboard/dist'), join(folder, 'dashboard/dist'));
  const known = migrationsIn(folder);
  return { commit, folder, missing: migrationsIn(ROOT).filter((name) => !known.includes(name)) };
}
