/**
 * Mutation testing of the pure rules of money (docs/mutation-testing.md): each rule is changed in many small ways, and
 * a unit test must fail for each. `npm run mutation` runs all groups, `npm run mutation -- aml` one.
 */
import path from 'node:path';
import { MUTATED } from './scripts/lib/mutated.mjs';

const group = process.env.MUTATION_GROUP ?? 'ledger';
const { files, specs } = MUTATED[group];
// The runners of Stryker are children of this process (scripts/lib/mutation-jest.config.cjs).
process.env.MUTATION_ROOTS = [...new Set(specs.map((pattern) => path.dirname(pattern)))].join(',');

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'jest',
  mutate: files,
  // Each test file of the group, and nothing else of the unit project.
  testFiles: specs,
  coverageAnalysis: 'perTest',
  jest: { configFile: 'scripts/lib/mutation-jest.config.cjs', enableFindRelatedTests: false },
  // Texts are for people and change without a rule.
  mutator: { excludedMutations: ['StringLiteral'] },
  ignoreStatic: true,
  ignorePatterns: [
    '/console',
    '/docs',
    '/site',
    '/dist',
    '/openapi',
    '/clients',
    '/deploy',
    '/.data',
    '/bench',
    '/torture',
  ],
  concurrency: Number(process.env.MUTATION_CONCURRENCY ?? 1),
  timeoutMS: 10_000,
  tempDirName: '.data/stryker',
  symlinkNodeModules: true,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: true },
  jsonReporter: { fileName: `.data/mutation/${group}.json` },
  thresholds: { high: 95, low: 90, break: 90 },
  allowEmpty: false,
};
