const { TestEnvironment: NodeEnvironment } = require('jest-environment-node');

let shared;

/** Where jest-circus keeps who listens to the tests of a suite. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

/**
 * One set of globals for all suites of a worker, because the modules they share (see runtime.cjs) belong to those
 * globals.
 */
module.exports = class SharedEnvironment extends NodeEnvironment {
  constructor(...options) {
    if (shared !== undefined) {
      // Those of the suites before would hear and report each test of this suite too.
      delete shared.global[EVENT_HANDLERS];
      return shared;
    }
    super(...options);
    shared = this;
  }

  async teardown() {}
};
