#!/usr/bin/env node
// Uses only syntax that old versions of Node can parse, so that they print this error instead of crashing.
var version = process.versions.node.split('.').map(Number);
if (version[0] < 22 || (version[0] === 22 && version[1] < 18)) {
  process.stderr.write(
    'wigwag needs Node 22.18 or newer, but runs on ' +
      process.versions.node +
      '. Install a newer Node, or run it as `npx --package=node@24 --package=@wigwag/cli -- wigwag`.\n',
  );
  process.exit(2);
}
// With the compile cache, the next command starts 25 % faster.
Promise.all([import('node:module'), import('node:fs')]).then((modules) => {
  modules[0].enableCompileCache();
  // The package has a bundle. The repository has a build.
  var isBuilt = modules[1].existsSync(new URL('../dist', import.meta.url));
  return import(isBuilt ? '../dist/main.js' : '../bundle/dist/main.js');
});
