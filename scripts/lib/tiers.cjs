// Who may use whom, in imports (.dependency-cruiser.cjs) and in SQL (test/architecture). Each module sits in one tier
// and uses only lower tiers, or its own tier where that makes no circle. An upward need is an event, or an abstract
// class declared below and provided above.

/** @type {readonly (readonly string[])[]} */
module.exports = [
  ['common'],
  [
    'ledger',
    'institutions',
    'business-day',
    'auth',
    'products',
    'metadata',
    'geography',
    'documents',
    'messaging',
    'events',
    'webhooks',
    'request-log',
    'approvals',
  ],
  ['accounts', 'agents', 'placements', 'due-diligence', 'watch-lists'],
  ['postings', 'payouts', 'transfers', 'settlement', 'bills', 'cards', 'loans', 'fixed-deposits'],
  [
    'aml',
    'cases',
    'name-screening',
    'nfiu-reports',
    'risk-ratings',
    'fraud-complaints',
    'operations',
    'reports',
    'books',
    'recovery',
    'personal-data',
    'enquiries',
    'end-of-day',
    'admin',
    'seed',
    'imports',
    'exports',
    'work',
  ],
  // Commands for operators, which may use everything.
  ['cli'],
];
