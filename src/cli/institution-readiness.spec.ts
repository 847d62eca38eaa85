import { type InstitutionFacts, readinessOf } from './institution-readiness';

const READY: InstitutionFacts = {
  deciders: ['ADM001', 'ADM002'],
  withoutSecondFactor: [],
  activePolicies: 7,
  screeningEnabled: true,
  activeAmlRules: 1,
  activeProducts: 2,
  activeApiClients: 1,
  integrations: [{ name: 'transfer', missing: [] }],
  hasLetterheadAddress: true,
  hasAuditSigningKey: true,
  migrationSuspenseKobo: 0n,
  openImports: 0,
  businessDate: '2026-11-23',
  today: '2026-11-23',
};

const missing = (change: Partial<InstitutionFacts>): [string, string][] =>
  readinessOf({ ...READY, ...change })
    .filter(({ ok }) => !ok)
    .map(({ name, message }) => [name, message]);

describe('readinessOf', () => {
  it('finds nothing missing in an institution that may go live, also without providers', () => {
    expect(missing({})).toEqual([]);
    expect(missing({ integrations: [], businessDate: '2026-11-24', migrationSuspenseKobo: undefined })).toEqual([]);
  });

  it.each<[string, Partial<InstitutionFacts>, string, RegExp]>([
    ['a second administrator', { deciders: ['ADM001'] }, 'administrators', /^1 of 2 people can decide/],
    ['second factors', { withoutSecondFactor: ['ADM002'] }, 'second-factors', /Without a second factor: ADM002/],
    ['approval policies', { activePolicies: 0 }, 'approval-policies', /^None: create an approval policy/],
    ['screening', { screeningEnabled: false }, 'aml-screening', /Screening is off/],
    ['AML rules', { activeAmlRules: 0 }, 'aml-screening', /active rules: 0/],
    ['products', { activeProducts: 0 }, 'products', /^None: create a product/],
    ['API clients', { activeApiClients: 0 }, 'api-clients', /^None: issue credentials/],
    [
      'keys of an enabled provider',
      { integrations: [{ name: 'bills', missing: ['BILLS_PAYMENT_BASE_URL'] }] },
      'integration bills',
      /without BILLS_PAYMENT_BASE_URL/,
    ],
    ['an address for documents', { hasLetterheadAddress: false }, 'letterhead', /LETTERHEAD_ADDRESS/],
    ['a signing key', { hasAuditSigningKey: false }, 'audit-signing-key', /AUDIT_SIGNING_KEY/],
    ['the other side of old balances', { migrationSuspenseKobo: -5n }, 'old-books', /has -₦0\.05 on the debit side/],
    ['the end of an import', { openImports: 1 }, 'old-books', /have not ended: 1/],
    ['an end of day', { businessDate: '2026-11-22' }, 'business-date', /is behind 2026-11-23/],
  ])('names %s when missing, and nothing else', (_, change, name, message) => {
    expect(missing(change)).toEqual([[name, expect.stringMatching(message)]]);
  });
});
