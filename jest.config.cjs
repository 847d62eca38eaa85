const swcOptions = require('./scripts/lib/swc-options.cjs');

// Tests make their own databases; they must never find a real one in the environment.
delete process.env.DATABASE_URL;
delete process.env.DATABASE_MIGRATION_URL;

// Set by `npm run sabotage` alone, whose tests must fail.
const compiler = process.env.SABOTAGE ? require.resolve('./scripts/lib/sabotaging-transform.cjs') : '@swc/jest';

const common = {
  rootDir: __dirname,
  testEnvironment: 'node',
  // Copies of the sources that mutation testing makes.
  modulePathIgnorePatterns: ['<rootDir>/.data/'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json'],
  transform: {
    '^.+\\.ts$': [compiler, swcOptions('typescript')],
    '^.+\\.m?js$': ['@swc/jest', swcOptions('ecmascript')],
  },
  // NestJS 12, cel-js, openid-client, iso-3166 and hyparquet are ES modules, which Jest on Node 20 cannot require: they
  // are compiled like our own files.
  transformIgnorePatterns: [
    '/node_modules/(?!(?:.*/)?(?:@nestjs|@marcbachmann|openid-client|oauth4webapi|jose|iso-3166|hyparquet|hyparquet-writer)/)',
  ],
};

const endToEnd = {
  ...common,
  testEnvironment: '<rootDir>/test/support/shared-modules/environment.cjs',
  runtime: '<rootDir>/test/support/shared-modules/runtime.cjs',
  setupFiles: ['<rootDir>/test/support/arm-guards.ts'],
  globalSetup: '<rootDir>/test/global-setup.ts',
  globalTeardown: '<rootDir>/test/global-teardown.ts',
};

function suitePattern(name) {
  return `**/${name}.e2e-spec.ts`;
}

/**
 * Suites that are slow by nature: they kill or start programs, fill disks, close months day by day, wait for receivers
 * or generate requests. `npm run test:slow` and `.ci/run` run them.
 */
const SLOW_SUITES = [
  'test/accounts/interest-overdraft',
  'test/accounts/interest-savings',
  'test/accounts/interest-spread',
  'test/accounts/interest-year',
  'test/aml/repaid-loans',
  'test/books/auditors-walk',
  'test/clients/*',
  'test/common/database/embedded-postgres',
  'test/common/start-checks',
  'test/deployment/files',
  'test/deployment/image',
  'test/deployment/monitoring',
  'test/deployment/rolling-restart',
  'test/documents/upload-memory',
  'test/end-of-day/crash',
  'test/end-of-day/missed-days',
  'test/fixed-deposits/fixed-deposits-interest',
  'test/fuzz/*',
  'test/guides/*',
  'test/imports/lived-books',
  'test/imports/runs-at-once',
  'test/loans/adjustment-rules',
  'test/loans/adjustments',
  'test/loans/certificate',
  'test/loans/collection-order',
  'test/loans/day-steps',
  'test/loans/day-steps-missed-days',
  'test/loans/interest-adjustments',
  'test/loans/moratorium-payoff',
  'test/loans/origination-schedules',
  'test/loans/provisions',
  'test/loans/repay-early',
  'test/loans/restructure',
  'test/loans/restructure-group',
  'test/loans/restructured-class',
  'test/loans/reversal',
  'test/loans/suspense',
  'test/loans/write-off',
  'test/openapi/generated-requests',
  'test/operation/*',
  'test/payouts/crash',
  'test/reports/portfolio',
  'test/reports/receipt-books',
  'test/reports/value-dates',
  'test/sandbox/clock',
  'test/sandbox/history',
  'test/sandbox/reset',
  'test/torture/*',
  'test/transfers/bulk-kill',
  'test/watch-lists/watch-list-sources',
  'test/webhooks/hostile',
  'test/work/work-events',
].map(suitePattern);

/** Slow suites that measure how long work takes, or use both cores themselves: nothing else may run beside them. */
const MEASURING_SUITES = [
  'test/degradation/*',
  'test/deployment/runtimes',
  'test/reports/export-memory',
  'test/security/body-cost',
  'test/settlement/settlement-rate',
].map(suitePattern);

/**
 * Suites that also run on a distributed database, with `npm run test:citus` (docs/scaling.md#citus), beside those of
 * test/distributed, which run on nothing else.
 */
const DISTRIBUTED_SUITES = [
  'accounts/interest-overdraft',
  'accounts/interest-posting-by-staff',
  'accounts/liens',
  'accounts/liens-expiry',
  'accounts/overdrafts',
  'aml/customer-windows',
  'aml/holds-over-http',
  'aml/listed-payees',
  'aml/rules',
  'aml/scenario-holds',
  'books/returns',
  'books/statements',
  'common/jobs',
  'common/rows',
  'end-of-day/accounting-periods',
  'end-of-day/end-of-day',
  'fixed-deposits/fixed-deposits-maturity',
  'imports/round-trip',
  'ledger/counted-amounts',
  'ledger/ledgers',
  'ledger/posting-engine',
  'loans/provisions',
  'loans/reversal',
  'loans/write-off',
  'personal-data/erasure',
  'personal-data/retention',
  'settlement/settlement',
  'transfers/funds-transfer',
  'transfers/inward-transfers',
  'transfers/local-fund-transfer',
  'transfers/local-transfer-status',
  'transfers/name-and-balance',
  'transfers/outward-transfer',
  'webhooks/endpoints',
  'work/work',
].map((name) => `**/test/${name}.e2e-spec.ts`);

/** For each feature that holds money or cases a suite that runs on Citus beside those, and one of all routes. */
const DISTRIBUTED_FEATURES = [
  'aml/hold-lifecycle',
  'approvals/movement-approval',
  'bills/vend-outcomes',
  'books/dated-balances',
  'cards/transaction-feedback',
  'cases/cases',
  'enquiries/payments',
  'fixed-deposits/fixed-deposits-interest',
  'fraud-complaints/fraud-complaints',
  'fraud-complaints/refund-of-payout',
  'loans/day-steps',
  'matrix/isolation',
  'model/bank-model',
  'name-screening/name-screening',
  'nfiu-reports/ctr',
  'nfiu-reports/reports',
  'operations/till-counts',
  'payouts/confirmations',
  'placements/placements',
  'postings/posting-groups',
  'recovery/balance-update',
  'reports/portfolio',
  'reports/statement',
  'risk-ratings/risk-ratings',
  'transfers/bulk-outward',
  'transfers/bulk-rows',
  'transfers/bulk-transfers',
  'watch-lists/shared-index',
  'watch-lists/watch-lists',
].map((name) => `**/test/${name}.e2e-spec.ts`);

/**
 * Suites that also run through PgBouncer in transaction mode, with `npm run test:pooler` (docs/scaling.md#pooler),
 * beside those of test/pooler, which run with nothing else.
 */
const POOLED_SUITES = [
  ...DISTRIBUTED_SUITES,
  ...[
    'common/outbox',
    'common/sequencer',
    'common/start-checks',
    'common/unit-of-work',
    'ledger/dry-run',
    'ledger/ledger-chain',
    'transfers/bulk-transfers',
  ].map((name) => `**/test/${name}.e2e-spec.ts`),
];

module.exports = {
  maxWorkers: 2,
  // A worker that is replaced loads the whole application again, some 8 s of the processor: only one that keeps what
  // its suites leave behind is replaced.
  workerIdleMemoryLimit: '2GB',
  testTimeout: 30_000,
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: ['src', 'test/architecture', 'test/models', 'torture', 'bench', 'console/src'].map(
        (folder) => `<rootDir>/${folder}/**/*.spec.ts`,
      ),
    },
    {
      ...endToEnd,
      displayName: 'e2e',
      testMatch: [
        '<rootDir>/test/**/*.e2e-spec.ts',
        '!**/test/distributed/**',
        '!**/test/pooler/**',
        ...[...SLOW_SUITES, ...MEASURING_SUITES].map((suite) => `!${suite}`),
      ],
    },
    { ...endToEnd, displayName: 'slow', testMatch: SLOW_SUITES },
    { ...endToEnd, displayName: 'measuring', testMatch: MEASURING_SUITES },
    {
      ...endToEnd,
      displayName: 'distributed',
      testMatch: ['<rootDir>/test/distributed/*.e2e-spec.ts', ...DISTRIBUTED_SUITES, ...DISTRIBUTED_FEATURES],
    },
    {
      ...endToEnd,
      displayName: 'pooled',
      testMatch: ['<rootDir>/test/pooler/*.e2e-spec.ts', ...POOLED_SUITES],
    },
  ],
};
