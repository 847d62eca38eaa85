// The unit project alone, as Stryker runs it: one project, no workers of its own.
const path = require('node:path');
const { projects } = require('../../jest.config.cjs');

const rootDir = path.resolve(__dirname, '..', '..');
const unit = projects.find(({ displayName }) => displayName === 'unit');
module.exports = {
  ...unit,
  testEnvironment: path.join(__dirname, 'mutation-environment.cjs'),
  runtime: path.join(rootDir, 'test/support/shared-modules/runtime.cjs'),
  rootDir,
  // Jest looks through its roots before each mutant: those of the group's tests alone take a fifth of the time.
  roots: (process.env.MUTATION_ROOTS ?? 'src').split(',').map((folder) => path.join(rootDir, folder)),
  testTimeout: 30_000,
};
