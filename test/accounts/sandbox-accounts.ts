import { dataOf } from '../support/answers';
import type { TestApp } from '../support/app';

export const CREATE_CUSTOMER_ACCOUNT = '/api/account/v1/createcustomeraccount';
export const CREATE_ACCOUNT = '/api/account/v1/createaccount';
export const CREATE_VIRTUAL_ACCOUNT = '/api/account/v1/createvirtualaccount';
export const SEARCH_ACCOUNT = '/api/account/v1/searchaccount';
export const GET_ACCOUNT = '/api/account/v1/getbyaccountnumber';
export const GET_BALANCE = '/api/account/v1/getaccountbalancebyaccountnumber';
export const GET_EXTENDED_BALANCE = '/api/account/v1/getextendedbalancebyaccountnumber';
export const CREATE_GROUP = '/api/account/v1/creategroupcustomerinformation';
export const UPDATE_CUSTOMER = '/api/account/v1/updatecustomerinformation';
export const UPDATE_GROUP = '/api/account/v1/updategroupcustomerinformation';
export const SEARCH_INDIVIDUALS = '/api/account/v1/searchindividualcustomers';
export const SEARCH_GROUPS = '/api/account/v1/searchgroupcustomers';
export const CLOSE_VIRTUAL_ACCOUNT = '/api/admin/v1/virtual-accounts/close';
export const CLOSE_ACCOUNT = '/api/postings/v1/closeaccount';

/** The required fields of a new customer's account. */
export function newCustomer({ sandbox }: TestApp): Record<string, unknown> {
  const { branchCode, productCode, accountOfficerStaffID } = sandbox;
  return {
    lastName: 'Okonkwo',
    firstName: 'Ifeoma',
    accountName: 'Ifeoma Okonkwo',
    branchCode,
    productCode,
    accountOfficerStaffID,
  };
}

/** The required fields of a new virtual account. */
export const NEW_VIRTUAL_ACCOUNT = {
  accountName: 'Till 4',
  lastName: 'Okonkwo',
  firstName: 'Ifeoma',
  phoneNumber: '08031234567',
  email: 'Till4@Example.com',
};

/** The sandbox's company. */
export interface Company {
  customerID: string;
  name: string;
  accountNumber: string;
}

export async function companyOf(app: TestApp): Promise<Company> {
  const [company] = await app.rows<Company>(
    `SELECT c.customer_number AS "customerID", c.name, a.account_number AS "accountNumber"
       FROM customer c JOIN deposit_account a ON a.institution_id = c.institution_id AND a.customer_id = c.id
      WHERE c.institution_id = $1 AND c.customer_type = 'Corporate'`,
    [app.institutionId],
  );
  return company!;
}

/** A further, empty account of the company. */
export async function openCompanyAccount(app: TestApp): Promise<string> {
  const { customerID } = await companyOf(app);
  const { branchCode, productCode, accountOfficerStaffID } = app.sandbox;
  return dataOf<{ accountNumber: string }>(
    await app.post(CREATE_ACCOUNT, { customerID, branchCode, productCode, accountOfficerStaffID }),
  ).accountNumber;
}

export async function openVirtualAccount(
  app: TestApp,
  parentAccountNumber: string,
  fields: object = {},
): Promise<string> {
  return dataOf<{ accountNumber: string }>(
    await app.post(CREATE_VIRTUAL_ACCOUNT, { ...NEW_VIRTUAL_ACCOUNT, parentAccountNumber, ...fields }),
  ).accountNumber;
}

/** Access token of an API client. */
export async function tokenOf(
  app: TestApp,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): Promise<string> {
  return dataOf<{ accessToken: string }>(await app.post('/api/auth/v1/authenticate', { clientId, clientSecret }))
    .accessToken;
}

/** The `data` of the refusal of a used `referenceNumber`. */
export const DUPLICATE_REFERENCE_NUMBER = { statusCode: 'DUPLICATE_REFERENCE', field: 'referenceNumber' };

/** The number of rows of each table, to show that a refused request stores nothing. */
export async function rowCounts(app: TestApp): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of [
    'customer',
    'deposit_account',
    'ledger_account',
    'account_number',
    'virtual_account',
    'document',
    'document_chunk',
    'group_member',
  ]) {
    const [row] = await app.rows<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`);
    counts[table] = row!.count;
  }
  return counts;
}

/** Runs a statement as the database's owner and undoes it when `work` is done. */
export async function withRows<T>(app: TestApp, change: string, undo: string, work: () => Promise<T>): Promise<T> {
  await app.rows(change);
  try {
    return await work();
  } finally {
    await app.rows(undo);
  }
}
