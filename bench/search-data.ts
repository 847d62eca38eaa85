import { Client } from 'pg';
import { institutionIdOf, loadFast, loadWithoutIndexes } from './load-fast';

const FIRST_NAMES =
  'Adaeze Babatunde Chiamaka Danjuma Ebere Femi Grace Halima Ifeoma Jide Kemi Ladi Musa Ngozi Obinna Patience Rukayat Segun Tunde Uche Victor Wale Yetunde Zainab Aisha Bola Chinedu David Emeka Fatima Gbenga Hauwa Ibrahim Joy Kehinde Lekan Maryam Nneka Oluwaseun Peter Queen Rasheed Sade Taiwo Umar Vivian Wuraola Yusuf Abubakar Blessing Chioma Deborah Esther Folake Godwin Hadiza Ikechukwu Jumoke Kabiru Lawal';
const LAST_NAMES =
  'Okafor Adeyemi Eze Bello Okonkwo Mohammed Ogunleye Nwosu Abdullahi Balogun Ibrahim Chukwu Adebayo Danladi Obi Olawale Nwachukwu Sani Akinola Onyeka Musa Afolabi Uzor Garba Oyelaran Ekwueme Lawal Anyanwu Aliyu Odukoya Okoro Shehu Adeleke Nnamdi Yakubu Olaniyan Umeh Suleiman Fashola Igwe Idris Bakare Agu Usman Ojo Madu Tijani Adegoke Okeke Bala Effiong Etim Bassey Akpan Dogara Tarfa Ogbonna Amadi Soyinka Achebe';

/** Values of the loaded rows, for queries that must find some. */
export interface SearchData {
  rows: number;
  customers: number;
  branches: number;
  officers: number;
}

/** The loader makes ten accounts for nine customers. */
export const CUSTOMERS_PER_ACCOUNT = 0.9;
/** The large tables of the data. */
const TABLES = ['customer', 'customer_word', 'ledger_account', 'account_number', 'deposit_account'];
const BRANCHES = 40;
const OFFICERS = 200;
/** Far above what the id sequence has given out, far below 2^53. */
const FIRST_ID = 1_000_000_000;

/** Numbers that the loader gives to the n-th row, n from 1. */
export const keyOf = {
  accountNumber: (n: number): string => String(7_000_000_000 + n),
  customerID: (n: number): string => String(10_000_000 + n),
  phoneNumber: (n: number): string => `080${String(n).padStart(8, '0')}`,
  bvn: (n: number): string => `22${String(n).padStart(9, '0')}`,
  nin: (n: number): string => `70${String(n).padStart(9, '0')}`,
  registrationNumber: (n: number): string => `RC${n}`,
  branchCode: (n: number): string => `B${String(n).padStart(3, '0')}`,
  staffID: (n: number): string => `OFF${String(n).padStart(3, '0')}`,
  firstName: (n: number): string => nth(FIRST_NAMES, n),
  lastName: (n: number): string => nth(LAST_NAMES, n),
};

function nth(names: string, n: number): string {
  const list = names.split(' ');
  return list[n % list.length]!;
}

/**
 * Loads accounts without money as set-based SQL: nine customers to ten accounts, one in fifty of them a company, forty
 * branches, two hundred officers, two products, ten years of opening dates, 3 in 100 accounts not active.
 * @param numbers whether persons have a BVN and a NIN, which the running server seals in the background
 */
export async function loadSearchData(
  adminUrl: string,
  institutionCode: string,
  rows: number,
  numbers = true,
): Promise<SearchData> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const institutionId = await institutionIdOf(client, institutionCode);
    const customers = Math.ceil(rows * CUSTOMERS_PER_ACCOUNT);
    await loadFast(client, true);
    await loadWithoutIndexes(client, TABLES, async () => {
      await client.query('BEGIN');
      await loadPlaces(client, institutionId);
      await loadCustomers(client, institutionId, customers, numbers);
      await loadAccountRows(client, institutionId, rows, customers);
      await client.query('COMMIT');
    });
    await client.query('VACUUM ANALYZE');
    await loadFast(client, false);
    return { rows, customers, branches: BRANCHES, officers: OFFICERS };
  } finally {
    await client.end();
  }
}

async function loadPlaces(client: Client, institutionId: number): Promise<void> {
  await client.query(
    `INSERT INTO branch (institution_id, id, branch_code, branch_name, search_name, status, created_at)
     SELECT $1::bigint, $2::bigint + n, 'B' || lpad(n::text, 3, '0'), 'Branch ' || n, 'branch ' || n, 'Active', now() FROM generate_series(1, $3::int) n`,
    [institutionId, FIRST_ID, BRANCHES],
  );
  await client.query(
    `INSERT INTO staff (institution_id, id, staff_code, name, search_name, branch_id, email, status, created_at)
     SELECT $1::bigint, $2::bigint + n, 'OFF' || lpad(n::text, 3, '0'), 'Officer ' || n, 'officer ' || n, $2::bigint + 1 + n % $4::int, 'officer' || n || '@bench.example', 'Active', now() FROM generate_series(1, $3::int) n`,
    [institutionId, FIRST_ID, OFFICERS, BRANCHES],
  );
}

async function loadCustomers(client: Client, institutionId: number, count: number, numbers: boolean): Promise<void> {
  await client.query(
    `INSERT INTO customer (institution_id, id, record_id, customer_number, customer_type, name, search_name, branch_id, last_name, first_name, phone_number, email, bvn, nin, registration_number, created_by, created_at, updated_at)
     SELECT $1::bigint, $2::bigint + n, gen_random_uuid(), (10000000 + n)::text, kind, name, lower(name), $2::bigint + 1 + n % $3::int,
            CASE WHEN kind = 'Individual' THEN last END, CASE WHEN kind = 'Individual' THEN first END, '+23480' || lpad(n::text, 8, '0'), 'customer' || n || '@bench.example',
            CASE WHEN kind = 'Individual' AND $7 THEN '22' || lpad(n::text, 9, '0') END,
            CASE WHEN kind = 'Individual' AND $7 THEN '70' || lpad(n::text, 9, '0') END,
            CASE WHEN kind <> 'Individual' THEN 'RC' || n END, 'system:bench', now(), now()
       FROM (SELECT n, kind, first, last, CASE WHEN kind = 'Individual' THEN last || ' ' || first ELSE last || ' Trading ' || n || ' Limited' END AS name
               FROM (SELECT n, CASE WHEN n % 50 = 0 THEN 'Corporate' ELSE 'Individual' END AS kind,
                            ($4::text[])[1 + n % cardinality($4::text[])] AS first, ($5::text[])[1 + n / 7 % cardinality($5::text[])] AS last
                       FROM generate_series(1, $6::int) n) named) customers`,
    [institutionId, FIRST_ID, BRANCHES, FIRST_NAMES.split(' '), LAST_NAMES.split(' '), count, numbers],
  );
  await client.query(
    `INSERT INTO customer_word (institution_id, customer_id, word)
     SELECT c.institution_id, c.id, w FROM customer c CROSS JOIN LATERAL name_words(c.search_name) w WHERE c.institution_id = $1 AND c.id > $2`,
    [institutionId, FIRST_ID],
  );
}

async function loadAccountRows(client: Client, institutionId: number, rows: number, customers: number): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE bench_account ON COMMIT DROP AS
     SELECT $2::bigint + n AS id, (7000000000 + n)::text AS number, c.name, c.search_name, c.id AS customer_id, c.customer_type, c.branch_id, p.id AS product_id, p.control_gl_account_id AS control_id,
            CASE WHEN n % 10000 = 0 THEN 'Closed' WHEN n % 500 = 1 THEN 'Frozen' WHEN n % 125 = 2 THEN 'Inactive' WHEN n % 50 = 3 THEN 'Dormant' ELSE 'Active' END AS status,
            'OFF' || lpad((1 + n % $4::int)::text, 3, '0') AS officer, current_date - n % 3650 AS opened
       FROM generate_series(1, $3::int) n
       JOIN customer c ON c.institution_id = $1 AND c.id = $2::bigint + 1 + (n - 1) % $5::int
       JOIN product p ON p.institution_id = $1 AND p.code = CASE WHEN n % 5 = 0 THEN 'CUR001' ELSE 'SAV001' END`,
    [institutionId, FIRST_ID, rows, OFFICERS, customers],
  );
  await client.query(
    `INSERT INTO ledger_account (institution_id, id, number, name, kind, status, normal_side, control_account_id, product_id, customer_type, branch_id)
     SELECT $1::bigint, id, number, name, 'customer', status, 'credit', control_id, product_id, customer_type, branch_id FROM bench_account`,
    [institutionId],
  );
  await client.query(
    `INSERT INTO account_number (institution_id, number, kind, account_id, ledger_account_id) SELECT $1::bigint, number, 'deposit', id, id FROM bench_account`,
    [institutionId],
  );
  await client.query(
    `INSERT INTO deposit_account (institution_id, id, record_id, account_number, account_name, search_name, customer_id, product_id, branch_id, account_officer_staff_code, kyc_tier, date_opened, date_closed, created_by, created_at)
     SELECT $1::bigint, id, gen_random_uuid(), number, name, search_name, customer_id, product_id, branch_id, officer, 3, opened, CASE WHEN status = 'Closed' THEN current_date END, 'system:bench', now() FROM bench_account`,
    [institutionId],
  );
}
