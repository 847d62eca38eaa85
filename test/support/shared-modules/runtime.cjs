const { default: Runtime } = require('jest-runtime');

/** Knows every module that a suite of this worker has asked for. */
let library;

/**
 * Loads a suite's modules once a worker instead of once a suite. A suite of this project starts the whole application,
 * some two thousand modules; suites are kept apart by a database and an application each, so nothing is lost by sharing
 * the code. Only the suite's own file is run anew. Suites that replace modules (`jest.mock`) cannot use this.
 */
module.exports = class SharedModulesRuntime extends Runtime {
  constructor(...options) {
    super(...options);
    library ??= new Runtime(...options);
    // Stack traces are read with the maps of the suite that runs, so they must name the lines of what it loads into the
    // library, too.
    library.transformCache.sourceMaps = this.transformCache.getSourceMaps();
  }

  requireModuleOrMock(from, moduleName) {
    return moduleName === '@jest/globals'
      ? super.requireModuleOrMock(from, moduleName)
      : library.requireModuleOrMock(from, moduleName);
  }
};
