const asyncHooks = require('node:async_hooks');
const { existsSync } = require('node:fs');
const { fileURLToPath, pathToFileURL } = require('node:url');

/**
 * Source maps for stack traces. Each is made when a trace first names its module, because the maps of Node's import
 * hook stay on the hook's own thread.
 */
class SourceMaps extends Map {
  get(url) {
    // A throw here would replace the stack trace.
    if (!super.has(url) && /^file:.*\.ts$/.test(url) && existsSync(fileURLToPath(url))) {
      const { map } = require('@swc/core').transformFileSync(fileURLToPath(url));
      this.set(url, `data:application/json;base64,${Buffer.from(map).toString('base64')}`);
    }
    return super.get(url);
  }
}
const sourceMaps = new SourceMaps();

/**
 * Stands for the storage in which Jest's framework keeps the test that runs: Node would copy it, and those of all
 * earlier spec files, into every promise. Without it, a stray error fails its file instead of its test.
 */
class NoStorage {
  run(_, callback) {
    return callback();
  }
  getStore() {}
}
const { AsyncLocalStorage } = asyncHooks;

/** The descriptions of the symbols that Jest's test framework sets. */
const FRAMEWORKS = ['EVENT_HANDLERS', 'JEST_STATE_SYMBOL'];

/**
 * Loads specs with Node's own import, so that the spec files of a worker share modules. Jest's runtime loads them anew
 * for each spec file, which takes half of a run: NestJS and TypeORM are some 1,500 files.
 */
module.exports = class PlainRuntime {
  setGlobalsForRuntime(globals) {
    Object.assign(globalThis, globals);
  }
  /**
   * Returns Jest's test framework, fresh for each spec file, because it keeps the tests of one file. Handlers
   * that earlier files left in the globals would handle and report each test once more.
   */
  requireInternalModule(path) {
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (FRAMEWORKS.includes(symbol.description)) Reflect.deleteProperty(globalThis, symbol);
    Reflect.deleteProperty(require.cache, path);
    module.children = module.children.filter(({ filename }) => filename !== path);
    asyncHooks.AsyncLocalStorage = NoStorage;
    try {
      return require(path);
    } finally {
      asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
    }
  }
  requireModule(path) {
    return require(path);
  }
  unstable_shouldLoadAsEsm() {
    return true;
  }
  unstable_importModule(path) {
    return import(pathToFileURL(path).href);
  }
  enterTestCode() {}
  leaveTestCode() {}
  getSourceMaps() {
    return sourceMaps;
  }
  getAllCoverageInfoCopy() {}
  teardown() {}
};
