/** The environment of plain Node: specs run in the worker's own globals, so Jest gets an object that nobody reads. */
module.exports = class PlainEnvironment {
  global = {};
  async setup() {}
  /** Ends what a spec file has left for its end. */
  async teardown() {
    const end = globalThis.atEndOfSpecFile;
    globalThis.atEndOfSpecFile = undefined;
    await end?.();
  }
  getVmContext() {
    return null;
  }
  exportConditions() {
    return [];
  }
};
