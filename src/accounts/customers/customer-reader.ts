import { In } from 'typeorm';
import { Keyset, type KeysetParameters, type SortKey } from '../../common/database/keyset';
import { pagingOf } from '../../common/database/list-page';
import type { Tx } from '../../common/database/unit-of-work';
import type { KeyValue } from '../../common/http/page-cursor';
import { type Page, pageOf, RECORD_COUNT_CAP } from '../../common/http/paging';
import type { IndexedKind } from '../../common/identity/identity-kind';
import type { NumberMatch } from '../../common/identity/identity-numbers';
import { prefixRange } from '../../common/text/search-name';
import { Branch } from '../../institutions/branches/branch.entity';
import { Customer } from './customer.entity';
import type { CustomerSortColumn } from './customers.dto';
import { numberCondition } from './unique-numbers';

/** Builds an SQL condition on customers `c`. `$1` is the institution. */
export class CustomerCondition {
  readonly values: unknown[];
  private readonly texts: string[];

  /** @param kind the customers to search. Its SQL text is the predicate of the partial indexes. */
  constructor(institutionId: number, kind: 'individuals' | 'organisations') {
    this.values = [institutionId];
    this.texts = [
      'c.institution_id = $1',
      kind === 'individuals' ? `c.customer_type = 'Individual'` : `c.customer_type <> 'Individual'`,
    ];
  }

  get text(): string {
    return this.texts.join(' AND ');
  }

  /** Adds nothing when the value is undefined. */
  equal(column: 'customer_number' | 'phone_number' | 'email' | 'registration_number', value: string | undefined): this {
    if (value !== undefined) this.texts.push(`c.${column} = $${this.values.push(value)}`);
    return this;
  }

  /** Adds nothing when there is no number to match. */
  hasNumber(kind: IndexedKind, match: NumberMatch | undefined): this {
    if (match !== undefined) this.texts.push(numberCondition(kind, match, this.values));
    return this;
  }

  nameStartsWith(beginning: string | undefined): this {
    if (beginning === undefined) return this;
    const { from, to } = prefixRange(beginning);
    this.texts.push(`c.search_name ~>=~ $${this.values.push(from)} AND c.search_name ~<~ $${this.values.push(to)}`);
    return this;
  }

  inBranch(branchCode: string | undefined): this {
    if (branchCode === undefined) return this;
    this.texts.push(
      `c.branch_id = (
         SELECT b.id FROM branch b
          WHERE b.institution_id = $1 AND b.branch_code = $${this.values.push(branchCode)})`,
    );
    return this;
  }
}

interface CustomerListQuery extends KeysetParameters {
  SortColumn: CustomerSortColumn;
  Direction: 'Asc' | 'Desc';
}

const ID: SortKey = { column: 'c.id', type: 'bigint' };

/** The keys by which a search is ordered. They end with a unique column, so that pages do not overlap. */
const SORT_KEYS: Readonly<Record<CustomerSortColumn, readonly SortKey[]>> = {
  id: [ID],
  customerID: [{ column: 'c.customer_number', type: 'text' }],
  // The order of the name's index, which differs from the database's collation.
  name: [{ column: 'c.search_name', type: 'text', isPattern: true }, ID],
};

/** The values of the keys of a customer. */
function keysOf({ id, customerID, searchName }: Customer, column: CustomerSortColumn): KeyValue[] {
  switch (column) {
    case 'id':
      return [String(id)];
    case 'customerID':
      return [customerID];
    case 'name':
      return [searchName, String(id)];
  }
}

/** A customer with its branch. */
export interface CustomerWithBranch {
  customer: Customer;
  branch: Branch;
}

/** Reads one page of the customers under a condition. */
export async function readCustomers(
  tx: Tx,
  { text, values }: CustomerCondition,
  query: CustomerListQuery,
): Promise<Page<CustomerWithBranch>> {
  const direction = query.Direction === 'Asc' ? 'ASC' : 'DESC';
  const keyset = new Keyset('customer', { keys: SORT_KEYS[query.SortColumn], direction }, query);
  const { offset, limit, orderBy } = keyset;
  const own = [...values];
  const later = keyset.condition((value) => `$${own.push(value)}`) ?? 'true';
  const page = await tx.query<{ id: string }[]>(
    `SELECT c.id FROM customer c WHERE ${text} AND ${later} ORDER BY ${orderBy} LIMIT ${limit} OFFSET ${offset}`,
    own,
  );
  const found = await customersWithBranches(
    tx,
    values[0] as number,
    page.map(({ id }) => Number(id)),
  );
  const { rows, nextAfter } = keyset.cut(found, ({ customer }) => keysOf(customer, query.SortColumn));
  // A list that ends with this page needs no count.
  const isLastPage = keyset.hasNumber && nextAfter === null && (rows.length > 0 || offset === 0);
  const counted = isLastPage
    ? undefined
    : await tx.query<{ count: string }[]>(
        `SELECT count(*) AS count FROM (SELECT 1 FROM customer c WHERE ${text} LIMIT ${RECORD_COUNT_CAP + 1}) matching`,
        values,
      );
  const count = counted === undefined ? offset + rows.length : Number(counted[0]?.count);
  return pageOf(rows, count, pagingOf(query), nextAfter);
}

/** The customers with these ids, in the same order. */
async function customersWithBranches(tx: Tx, institutionId: number, ids: number[]): Promise<CustomerWithBranch[]> {
  const customers = new Map(
    (await tx.findBy(Customer, { institutionId, id: In(ids) })).map((customer) => [customer.id, customer]),
  );
  const branchIds = new Set([...customers.values()].map(({ branchId }) => branchId));
  const branches = new Map(
    (await tx.findBy(Branch, { institutionId, id: In([...branchIds]) })).map((branch) => [branch.id, branch]),
  );
  return ids.map((id) => {
    const customer = customers.get(id)!;
    return { customer, branch: branches.get(customer.branchId)! };
  });
}
