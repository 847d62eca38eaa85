import { prefixRange } from '../../common/text/search-name';
import type { NamedCustomers, SearchSource, StatementValues } from './search-source';

/** The ids of the customers whose names fit, in their order. */
function idsOf({ ids }: NamedCustomers, values: StatementValues): string {
  return `unnest(${values.add(ids)}::bigint[]) WITH ORDINALITY AS n (id, place)`;
}

const CUSTOMERS: SearchSource = {
  kind: 'customer',
  exact: ({ text, phoneNumber, email }, values) => {
    const where = (condition: string): string => `SELECT id FROM customer WHERE institution_id = $1 AND ${condition}`;
    const own = values.add(text);
    return [
      where(`customer_number = ${own}`),
      where(`reference_number = ${own}`),
      where(`registration_number = ${own}`),
      ...(phoneNumber === undefined ? [] : [`${where(`phone_number = ${values.add(phoneNumber)}`)} ORDER BY id DESC`]),
      ...(email === undefined ? [] : [`${where(`email = ${values.add(email)}`)} ORDER BY id DESC`]),
    ];
  },
  named: (_, values, customers) => [`SELECT n.id FROM ${idsOf(customers, values)} ORDER BY n.place`],
  columns: `c.customer_number AS id, c.name AS title, concat_ws(' · ', c.customer_number, b.branch_name) AS subtitle,
    NULL AS status, NULL AS amount, NULL::timestamptz AS at`,
  from: `JOIN customer c ON c.institution_id = $1 AND c.id = h.id
    JOIN branch b ON b.institution_id = $1 AND b.id = c.branch_id`,
};

const ACCOUNTS: SearchSource = {
  kind: 'account',
  exact: ({ text }, values) => {
    const own = values.add(text);
    return ['account_number', 'reference_number'].map(
      (column) => `SELECT id FROM deposit_account WHERE institution_id = $1 AND ${column} = ${own}`,
    );
  },
  named: ({ name }, values, customers) => {
    const { from, to } = prefixRange(name!);
    return [
      `SELECT id FROM deposit_account
        WHERE institution_id = $1 AND search_name ~>=~ ${values.add(from)} AND search_name ~<~ ${values.add(to)}
        ORDER BY search_name USING ~<~, id`,
      `SELECT a.id FROM ${idsOf(customers, values)}
         JOIN deposit_account a ON a.institution_id = $1 AND a.customer_id = n.id ORDER BY n.place, a.id DESC`,
    ];
  },
  columns: `a.account_number AS id, a.account_name AS title, concat_ws(' · ', a.account_number, p.name) AS subtitle,
    l.status, NULL AS amount, NULL::timestamptz AS at`,
  from: `JOIN deposit_account a ON a.institution_id = $1 AND a.id = h.id
    JOIN ledger_account l ON l.institution_id = $1 AND l.id = h.id
    JOIN product p ON p.institution_id = $1 AND p.id = a.product_id`,
};

const VIRTUAL_ACCOUNTS: SearchSource = {
  kind: 'account',
  exact: ({ text }, values) => {
    const own = values.add(text);
    return ['account_number', 'reference_number'].map(
      (column) => `SELECT id FROM virtual_account WHERE institution_id = $1 AND ${column} = ${own}`,
    );
  },
  columns: `v.account_number AS id, v.account_name AS title,
    concat_ws(' · ', v.account_number, 'virtual account of ' || a.account_number) AS subtitle, v.status,
    NULL AS amount, NULL::timestamptz AS at`,
  from: `JOIN virtual_account v ON v.institution_id = $1 AND v.id = h.id
    JOIN deposit_account a ON a.institution_id = $1 AND a.id = v.settlement_account_id`,
};

const LOANS: SearchSource = {
  kind: 'loan',
  exact: ({ text }, values) => {
    const own = values.add(text);
    return ['loan_account_number', 'reference_number'].map(
      (column) => `SELECT id FROM loan WHERE institution_id = $1 AND ${column} = ${own}`,
    );
  },
  named: (_, values, customers) => [
    `SELECT l.id FROM ${idsOf(customers, values)}
       JOIN loan l ON l.institution_id = $1 AND l.customer_id = n.id ORDER BY n.place, l.id DESC`,
  ],
  columns: `l.id::text AS id, c.name AS title, l.loan_account_number AS subtitle, l.status, l.principal_kobo AS amount,
    l.created_at AS at`,
  from: `JOIN loan l ON l.institution_id = $1 AND l.id = h.id
    JOIN customer c ON c.institution_id = $1 AND c.id = l.customer_id`,
};

const FIXED_DEPOSITS: SearchSource = {
  kind: 'fixed-deposit',
  exact: ({ text }, values) => {
    const own = values.add(text);
    return [
      `SELECT id FROM fixed_deposit WHERE institution_id = $1 AND contract_no = ${own}`,
      `SELECT id FROM fixed_deposit WHERE institution_id = $1 AND account_number = ${own} ORDER BY term DESC`,
    ];
  },
  named: (_, values, customers) => [
    `SELECT d.id FROM ${idsOf(customers, values)}
       JOIN fixed_deposit d ON d.institution_id = $1 AND d.customer_id = n.id ORDER BY n.place, d.id DESC`,
  ],
  columns: `d.id::text AS id, d.account_name AS title, concat_ws(' · ', d.contract_no, d.account_number) AS subtitle,
    d.status, d.principal_kobo AS amount, d.created_at AS at`,
  from: `JOIN fixed_deposit d ON d.institution_id = $1 AND d.id = h.id`,
};

/** Customers, and what they have at the institution. */
export const CUSTOMER_SOURCES: readonly SearchSource[] = [CUSTOMERS, ACCOUNTS, VIRTUAL_ACCOUNTS, LOANS, FIXED_DEPOSITS];
