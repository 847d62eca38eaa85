const SharedEnvironment = require('../../test/support/shared-modules/environment.cjs');

/** Variable in which Stryker names the mutant of a run. */
const ACTIVE_MUTANT = '__STRYKER_ACTIVE_MUTANT__';

/**
 * One set of globals and modules for all mutants of a process (test/support/shared-modules), so that a mutant does not
 * load the program again for each test file. Mutated code reads the variable only when it is loaded, so the mutant of
 * each run is put where that code looks for it.
 */
module.exports = class MutationEnvironment extends SharedEnvironment {
  constructor(...options) {
    super(...options);
    // Stryker puts its own around the one that it finds; around its own one they would grow with each test file.
    this.handleTestEvent = undefined;
    const stryker = this.global.__stryker__;
    if (stryker) stryker.activeMutant = process.env[ACTIVE_MUTANT];
  }
};
