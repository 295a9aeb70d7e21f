/** The environment of plain Node: specs run in the worker's own globals, so Jest gets an object that nobody reads. */
module.exports = class PlainEnvironment {
  global = {};
  async setup() {}
  async teardown() {}
  getVmContext() {
    return null;
  }
  exportConditions() {
    return [];
  }
};
