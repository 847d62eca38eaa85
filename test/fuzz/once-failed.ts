import type { Mutation } from './fuzz-request';

/** A request that the fuzzer found to be answered wrongly. */
interface OnceFailed {
  route: string;
  /** Mutations of the route's valid request; empty when the valid request itself failed. */
  mutations: Mutation[];
  /** Violation that the answer showed. */
  came: string;
}

const set = (field: string, value: unknown): Mutation => ({
  kind: 'set',
  steps: field.split('.').map((step) => (step === '0' ? 0 : step)),
  value,
});

/** Kept, so that none of them comes back. */
export const ONCE_FAILED: OnceFailed[] = [
  { route: 'POST /api/admin/v1/tills', mutations: [set('body.currency', null)], came: '500' },
  {
    route: 'PUT /api/admin/v1/products/{productCode}/rates/{rateId}',
    mutations: [set('body.tiers', [[]])],
    came: '500',
  },
  ...['providera', 'providerb'].map((provider) => ({
    route: `POST /cba/cards/${provider}/lifecycle-feedback`,
    mutations: [set('body.eventDate', '20261121')],
    came: '500',
  })),
  {
    route: 'POST /api/admin/v1/api-clients',
    mutations: [set('body.parentAccountNumber', 'é')],
    came: 'an undocumented ACCOUNT_NOT_FOUND',
  },
  { route: 'POST /api/transfer/v1/fundstransfer', mutations: [], came: 'the undocumented answer of a local transfer' },
  { route: 'GET /api/report/v1/exportcustomerstatement', mutations: [], came: 'a file without a documented field' },
  {
    route: 'GET /api/admin/v1/ledger/trial-balance',
    mutations: [set('query.Format', 'CSV')],
    came: 'an undocumented file',
  },
  {
    route: 'GET /api/admin/v1/aml/suspicious-transactions',
    mutations: [set('query.Format', 'Excel')],
    came: 'an undocumented file',
  },
  {
    route: 'GET /api/admin/v1/aml/screening-report',
    mutations: [set('query.Format', 'CSV')],
    came: 'an undocumented file',
  },
  { route: 'POST /api/admin/v1/nfiu-reports', mutations: [set('body.caseId', null)], came: '500' },
  {
    route: 'PUT /api/admin/v1/aml/cases/{caseId}/narrative',
    mutations: [set('body.who', null)],
    came: 'a part that is null',
  },
  { route: 'GET /api/admin/v1/aml/holds', mutations: [], came: 'an undocumented payload' },
  { route: 'GET /api/admin/v1/audit-log', mutations: [], came: 'undocumented details' },
  { route: 'GET /api/admin/v1/dead-letters', mutations: [], came: 'an undocumented payload' },
];
