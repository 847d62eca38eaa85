const { TestEnvironment: NodeEnvironment } = require('jest-environment-node');

let shared;

/**
 * One set of globals for all suites of a worker, because the modules they share (see runtime.cjs) belong to those
 * globals.
 */
module.exports = class SharedEnvironment extends NodeEnvironment {
  constructor(...options) {
    if (shared !== undefined) return shared;
    super(...options);
    shared = this;
  }

  async teardown() {}
};
