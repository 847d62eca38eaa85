// Groups of files whose mutants must be killed, with the unit tests that kill them (docs/mutation-testing.md).

const engine = (...names) => names.map((name) => `src/ledger/engine/${name}.ts`);
/** Without the specs of queues and timers, which wait in real time. */
const DECIDING = engine(
  'posting-rules.spec',
  'posting-batch.spec',
  'decided-postings.spec',
  'known-postings.spec',
  'value-date-violation.spec',
  'onward-postings.spec',
  'client-limit-violation.spec',
  'kyc-limit-violation.spec',
  'kyc-limits.spec',
  'counted-legs.spec',
);

/** @type {Record<string, { files: string[]; specs: string[] }>} */
export const MUTATED = {
  ledger: {
    files: engine('posting-rules', 'apply-posting', 'available-balance', 'value-date-violation', 'merge-legs'),
    specs: DECIDING,
  },
  decisions: {
    files: engine('posting-batch', 'known-postings', 'onward-postings'),
    specs: DECIDING,
  },
  limits: {
    files: engine('client-limit-violation', 'kyc-limit-violation', 'kyc-limits', 'counted-legs', 'is-screened'),
    specs: DECIDING,
  },
  aml: {
    files: ['match-rule', 'release-violation', 'screening-state'].map((name) => `src/aml/${name}.ts`),
    specs: ['src/aml/*.spec.ts'],
  },
  payouts: {
    files: ['decide-payout', 'verdict-kind', 'nip-response-codes'].map((name) => `src/payouts/${name}.ts`),
    specs: ['src/payouts/*.spec.ts'],
  },
  schedules: {
    files: ['build-schedule', 'due-dates', 'money-rounding'].map((name) => `src/loans/schedule/${name}.ts`),
    specs: ['src/loans/schedule/*.spec.ts'],
  },
  chain: {
    files: ['account-states', 'exact-number', 'recompute-ledger', 'segment-splitter'].map(
      (name) => `src/ledger/chain/${name}.ts`,
    ),
    specs: ['src/ledger/chain/*.spec.ts'],
  },
};
