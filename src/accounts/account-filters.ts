import type { SortKey, SortOrder } from '../common/database/keyset';
import type { KeyValue } from '../common/http/page-cursor';
import { INDEXED_KINDS, type IndexedKind } from '../common/identity/identity-kind';
import type { NumberMatch } from '../common/identity/identity-numbers';
import { normalisePhoneNumber } from '../common/text/phone-number';
import { prefixRange, searchName } from '../common/text/search-name';
import type { AccountCondition } from './account-reader';
import type { AccountSortColumn, AccountView, SearchAccountQuery } from './accounts.dto';
import { numberCondition } from './customers/unique-numbers';

/** SQL columns that the filters compare. Customer, product, branch and officer are always columns of `a`. */
interface FilteredColumns {
  accountNumber: string;
  /** Null where the name is composed of two names; the caller then compares it. */
  searchName: string | null;
  status: string;
  /** Narrows the condition on the status to the rows that the index covers. */
  statusScope: string;
  dateOpened: string;
}

/** Columns for `readDeposits`. */
export const DEPOSIT_FILTER_COLUMNS: FilteredColumns = {
  accountNumber: 'a.account_number',
  searchName: 'a.search_name',
  status: 'l.status',
  statusScope: ` AND l.kind = 'customer'`,
  dateOpened: 'a.date_opened',
};

/** Columns for `readVirtuals`. */
export const VIRTUAL_FILTER_COLUMNS: FilteredColumns = {
  accountNumber: 'v.account_number',
  searchName: null,
  status: 'v.status',
  statusScope: '',
  dateOpened: 'v.date_opened',
};

type Filters = Omit<SearchAccountQuery, 'PageNumber' | 'PageSize' | 'SortColumn' | 'Direction' | 'BVN' | 'NIN'>;

/** The identity numbers to search for; undefined where the search does not name one. */
type NumberFilters = { [Kind in IndexedKind]?: NumberMatch | undefined };

/** Turns the filters of a search into an SQL condition. Without filters the condition is true for every account. */
export function accountCondition(
  institutionId: number,
  filters: Filters,
  columns: FilteredColumns,
  numbers: NumberFilters = {},
): AccountCondition {
  const values: unknown[] = [institutionId];
  const texts: string[] = [];
  const equal = (column: string, value: unknown): string => `${column} = $${values.push(value)}`;
  const {
    AccountNumber,
    AccountName,
    ProductCode,
    BranchCode,
    AccountStatus,
    AccountOfficerStaffID,
    DateFrom,
    DateTo,
  } = filters;

  if (AccountNumber !== undefined) texts.push(equal(columns.accountNumber, AccountNumber));
  if (AccountName !== undefined && columns.searchName !== null) {
    const { from, to } = prefixRange(AccountName);
    texts.push(`${columns.searchName} ~>=~ $${values.push(from)} AND ${columns.searchName} ~<~ $${values.push(to)}`);
  }
  const customerConditions = Object.entries(customerFilters(filters)).flatMap(([column, value]) =>
    value === undefined ? [] : [equal(`c.${column}`, value)],
  );
  for (const kind of INDEXED_KINDS) {
    const match = numbers[kind];
    if (match !== undefined) customerConditions.push(numberCondition(kind, match, values));
  }
  if (customerConditions.length > 0)
    texts.push(
      `a.customer_id IN (
         SELECT c.id FROM customer c WHERE c.institution_id = $1 AND ${customerConditions.join(' AND ')})`,
    );
  if (ProductCode !== undefined)
    texts.push(
      `a.product_id = (SELECT p.id FROM product p WHERE p.institution_id = $1 AND ${equal('p.code', ProductCode)})`,
    );
  if (BranchCode !== undefined)
    texts.push(
      `a.branch_id = (SELECT b.id FROM branch b WHERE b.institution_id = $1 AND ${equal('b.branch_code', BranchCode)})`,
    );
  if (AccountStatus !== undefined) texts.push(`${equal(columns.status, AccountStatus)}${columns.statusScope}`);
  if (AccountOfficerStaffID !== undefined) texts.push(equal('a.account_officer_staff_code', AccountOfficerStaffID));
  if (DateFrom !== undefined) texts.push(`${columns.dateOpened} >= $${values.push(DateFrom)}::date`);
  if (DateTo !== undefined) texts.push(`${columns.dateOpened} <= $${values.push(DateTo)}::date`);
  return { text: texts.length > 0 ? texts.join(' AND ') : 'true', values, needsLedger: AccountStatus !== undefined };
}

/** Values by column of `customer`. */
function customerFilters({ CustomerID, PhoneNumber }: Filters): Record<string, string | undefined> {
  return {
    customer_number: CustomerID,
    // A text that is not a telephone number matches no customer.
    phone_number: PhoneNumber === undefined ? undefined : (normalisePhoneNumber(PhoneNumber) ?? ''),
  };
}

/** The ORDER BY of a search. It ends with a unique column, so that pages do not overlap. */
export function accountOrder(column: AccountSortColumn, direction: 'Asc' | 'Desc'): SortOrder {
  return { keys: SORT_KEYS[column], direction: direction === 'Asc' ? 'ASC' : 'DESC' };
}

const ID: SortKey = { column: 'a.id', type: 'bigint' };

const SORT_KEYS: Readonly<Record<AccountSortColumn, readonly SortKey[]>> = {
  id: [ID],
  accountNumber: [{ column: 'a.account_number', type: 'text' }],
  dateOpened: [{ column: 'a.date_opened', type: 'date' }, ID],
  // The order of the name's index, which differs from the database's collation.
  accountName: [{ column: 'a.search_name', type: 'text', isPattern: true }, ID],
};

/** The values of the keys of an account. */
export function accountKeys(
  { id, accountNumber, accountName, dateOpened }: AccountView,
  column: AccountSortColumn,
): KeyValue[] {
  switch (column) {
    case 'id':
      return [String(id)];
    case 'accountNumber':
      return [accountNumber];
    case 'dateOpened':
      return [dateOpened, String(id)];
    case 'accountName':
      return [searchName(accountName), String(id)];
  }
}
