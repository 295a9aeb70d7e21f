const { pathToFileURL } = require('node:url');

/**
 * Loads specs with Node's own import. Jest's runtime loads every module anew for each spec file, which takes half of a run: NestJS and TypeORM
 * are some 1,500 files. Here a worker loads them once, and its spec files share them.
 */
module.exports = class PlainRuntime {
  setGlobalsForRuntime(globals) {
    Object.assign(globalThis, globals);
  }
  /** Jest's test framework, fresh for each spec file: it keeps the tests of one file. */
  requireInternalModule(path) {
    Reflect.deleteProperty(require.cache, path);
    return require(path);
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
    return new Map();
  }
  getAllCoverageInfoCopy() {}
  teardown() {}
};
