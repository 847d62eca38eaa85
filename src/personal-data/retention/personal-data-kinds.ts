import type { RetentionKind } from '../../institutions/retention/retention-setting';

/** Persons whose relationship with the institution has ended. */
export const IDENTITY_RETENTION: RetentionKind = {
  name: 'customers',
  title: 'names, numbers and documents of persons after the end of the relationship',
  setting: 'RETENTION_CUSTOMERS_YEARS',
  unit: 'years',
  byDefault: 5,
  floor: { period: 5, source: 'the Money Laundering (Prevention and Prohibition) Act 2022' },
};

/** The same persons, where tax was withheld from their interest. */
export const TAX_RETENTION: RetentionKind = {
  name: 'taxed-customers',
  title: 'persons from whose interest tax was withheld, after the end of the relationship',
  setting: 'RETENTION_TAXED_CUSTOMERS_YEARS',
  unit: 'years',
  byDefault: 6,
  floor: { period: 6, source: 'the tax laws, which demand books and records of six years' },
};

/** Holders of virtual accounts, who are customers of the company that collects. */
export const HOLDER_RETENTION: RetentionKind = {
  name: 'virtual-accounts',
  title: 'names and numbers of holders of virtual accounts after the closing',
  setting: 'RETENTION_VIRTUAL_ACCOUNTS_YEARS',
  unit: 'years',
  byDefault: 5,
  floor: { period: 5, source: 'the Money Laundering (Prevention and Prohibition) Act 2022' },
};

/** Documents of loans and deposits that never began. */
export const REFUSED_RETENTION: RetentionKind = {
  name: 'refused-applications',
  title: 'documents of loans and fixed deposits that were refused or withdrawn',
  setting: 'RETENTION_REFUSED_APPLICATIONS_DAYS',
  unit: 'days',
  byDefault: 365,
};
