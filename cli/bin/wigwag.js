#!/usr/bin/env node
// Kept to syntax that old versions of Node can read, so that the wrong one is told so instead of crashing.
var version = process.versions.node.split('.').map(Number);
if (version[0] < 22 || (version[0] === 22 && version[1] < 18)) {
  process.stderr.write(
    'wigwag needs Node 22.18 or newer and was started by ' +
      process.versions.node +
      ': run it as `npx wigwag`, or install a newer Node.\n',
  );
  process.exit(2);
}
// What was compiled is kept for the next command, which begins a quarter faster.
import('node:module').then((module) => {
  module.enableCompileCache();
  return import('../dist/main.js');
});
