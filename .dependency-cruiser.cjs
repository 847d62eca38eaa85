// The tiers of imports; see scripts/lib/tiers.cjs for what they allow.
const TIERS = require('./scripts/lib/tiers.cjs');
// The simulator of the providers is another program that talks HTTP, so it counts as no tier.
const SANDBOX = 'sandbox';
// Starts a PostgreSQL server for development and tests; it knows nothing of the product.
const EMBEDDED_POSTGRES = 'embedded-postgres';

const below = (...modules) => `^src/(${modules.join('|')})/`;
const aboveTier = (index) => TIERS.slice(index + 1).flat();

const upwardRules = TIERS.slice(0, -1).map((modules, index) => ({
  name: `tier-${index}-imports-no-higher-tier`,
  comment: 'Imports go down the tiers; see scripts/lib/tiers.cjs for what to do instead.',
  severity: 'error',
  from: { path: below(...modules) },
  to: { path: below(...aboveTier(index)) },
}));

module.exports = {
  forbidden: [
    {
      name: 'no-circles-of-modules',
      comment: 'Modules of one tier may use each other, one way.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/[^/]+$' },
      to: { circular: true, path: '^src/[^/]+$' },
    },
    ...upwardRules,
    {
      name: 'no-circular',
      comment: 'Two files that need each other are one idea in two places.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'sandbox-imports-only-common',
      severity: 'error',
      from: { path: below(SANDBOX) },
      to: { path: '^src/', pathNot: below(SANDBOX, 'common') },
    },
    {
      name: 'nothing-imports-the-sandbox',
      comment: 'Only the programs directly in src may start it.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: below(SANDBOX) },
      to: { path: below(SANDBOX) },
    },
    {
      name: 'embedded-postgres-stands-alone',
      severity: 'error',
      from: { path: below(EMBEDDED_POSTGRES) },
      to: { path: '^src/', pathNot: below(EMBEDDED_POSTGRES) },
    },
    {
      name: 'no-module-imports-embedded-postgres',
      comment: 'Only the programs directly in src may start it.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: below(EMBEDDED_POSTGRES) },
      to: { path: below(EMBEDDED_POSTGRES) },
    },
    {
      name: 'nothing-imports-the-root',
      comment: 'app.module, main and openapi put the modules together; no module knows them.',
      severity: 'error',
      from: { path: '^src/[^/]+/' },
      to: { path: '^src/[^/]+$' },
    },
    {
      name: 'every-module-has-a-tier',
      comment: 'A new folder below src needs a place in TIERS.',
      severity: 'error',
      from: { path: '^src/[^/]+/', pathNot: below(...TIERS.flat(), SANDBOX, EMBEDDED_POSTGRES) },
      to: {},
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-dev-dependencies-in-production',
      comment: 'They are absent from an installation for production.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only', 'npm'] },
    },
  ],
  options: {
    // A unit test may borrow from above what the code under test may not.
    exclude: { path: '\\.spec\\.ts$' },
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    // A type-only import is an import: it ties two files together just as much for the reader.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
