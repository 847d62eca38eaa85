import type { Client } from 'pg';
import { loadLoans, loanNumber, type LoanVariety } from './loan-data';
import { keyOf, loadSearchData, type SearchData } from './search-data';
import { DEEP_PAGE, isoDate, type Query, runSearches, type Search, spread } from './searches';
import type { RunningServer } from './server';

const AGENTS = 200;
const PRODUCTS = 4;
const GROUP_SIZE = 10;
/** Ids of the rows that only this bench makes, far from all others. */
const FIRST_ID = 2_000_000_000;
/** The ids that `loadSearchData` gives out. */
const FIRST_SEARCHED_ID = 1_000_000_000;
/** Loans start on so many different days. */
const START_DAYS = 1_095;

const agentCode = (n: number): string => `BAG${String(n).padStart(3, '0')}`;
const productCode = (n: number): string => `BLN${n}`;
const groupReference = (n: number): string => `BENCH-GROUP-${n}`;

/**
 * `--loans [N]`: how long the searches of loans and of group loans take over HTTP, one after the other, at N running
 * loans of as many accounts; a customer in nine has two, every second loan has an agent, and every second one belongs
 * to a group of ten.
 */
export async function measureLoans(
  server: RunningServer,
  adminUrl: string,
  loans: number,
  print: (line: Record<string, unknown>) => void,
): Promise<void> {
  const startedAt = performance.now();
  const data = await loadSearchData(adminUrl, server.sandbox.institutionCode, loans);
  const groups = Math.floor(loans / 2 / GROUP_SIZE);
  await loadLoans(server, adminUrl, loans, variety(data, groups));
  print({
    scenario: 'loan-load',
    loans,
    groups,
    customers: data.customers,
    seconds: Math.round((performance.now() - startedAt) / 1_000),
  });
  await runSearches(server, [...loanSearches(data), ...groupSearches(groups)], { loans }, print);
}

function variety({ customers, branches, officers }: SearchData, groups: number): LoanVariety {
  return {
    columns: {
      customer_id: `${FIRST_SEARCHED_ID} + 1 + (n - 1) % ${customers}`,
      branch_id: `${FIRST_SEARCHED_ID} + 1 + (1 + (n - 1) % ${customers}) % ${branches}`,
      account_officer_staff_id: `'OFF' || lpad((1 + n % ${officers})::text, 3, '0')`,
      agent_id: `CASE WHEN n % 2 = 0 THEN ${FIRST_ID} + 1 + n / 2 % ${AGENTS} END`,
      product_id: `${FIRST_ID} + 1 + n % ${PRODUCTS}`,
      group_loan_id: `CASE WHEN n <= ${groups * GROUP_SIZE} THEN ${FIRST_ID} + 1 + (n - 1) / ${GROUP_SIZE} END`,
      start_date: `start_date - n % ${START_DAYS}`,
      status: `CASE WHEN n % 1000 = 0 THEN 'InRecovery' WHEN n % 100 = 1 THEN 'Matured' WHEN n % 20 = 2 THEN 'Delinquent' ELSE 'Active' END`,
    },
    prepare: (client) => prepare(client, groups),
  };
}

async function prepare(client: Client, groups: number): Promise<void> {
  await client.query(
    `INSERT INTO agent (institution_id, id, agent_code, name, search_name, branch_id, status, created_by, created_at, updated_at)
     SELECT institution_id, ${FIRST_ID} + n, 'BAG' || lpad(n::text, 3, '0'), 'Agent ' || n, 'agent ' || n, ${FIRST_SEARCHED_ID} + 1, 'Active', 'system:bench', now(), now() FROM model CROSS JOIN generate_series(1, ${AGENTS}) n`,
  );
  await client.query(
    `INSERT INTO product (institution_id, id, code, name, search_name, product_type, status, interest_rate, minimum_balance_kobo, control_gl_account_id, usable_gl_account_ids, created_at, updated_at)
     SELECT p.institution_id, ${FIRST_ID} + n, 'BLN' || n, 'Bench loan ' || n, 'bench loan ' || n, p.product_type, p.status, p.interest_rate, 0, p.control_gl_account_id, p.usable_gl_account_ids, now(), now()
       FROM model m JOIN product p ON p.institution_id = m.institution_id AND p.id = m.product_id CROSS JOIN generate_series(1, ${PRODUCTS}) n`,
  );
  await client.query(
    `INSERT INTO group_loan (institution_id, id, product_id, name, reference_number, status, created_by, created_at, updated_at)
     SELECT institution_id, ${FIRST_ID} + n, product_id, 'Group ' || n, 'BENCH-GROUP-' || n, CASE WHEN n % 10 = 0 THEN 'Delinquent' ELSE 'Active' END, 'system:bench', now(), now() FROM model CROSS JOIN generate_series(1, ${groups}) n`,
  );
}

function loanSearches({ rows, customers, branches }: SearchData): Search[] {
  const lastPage = Math.max(1, Math.floor(rows / 20));
  const branch = (n: number): Query => ({ BranchCode: keyOf.branchCode(spread(n, branches)) });
  const product = (n: number): Query => ({ ProductCode: productCode(1 + (n % PRODUCTS)) });
  const agent = (n: number): Query => ({ AgentCode: agentCode(spread(n, AGENTS)) });
  const days = (n: number, count: number): Query => ({ StartDate: isoDate(n + count), EndDate: isoDate(n + 1) });
  const searches: [string, Search['query']][] = [
    ['none', () => ({})],
    [`none, page ${DEEP_PAGE}`, () => ({ PageNumber: DEEP_PAGE })],
    ['none, last page', () => ({ PageNumber: lastPage })],
    ['none, 200 rows', () => ({ PageSize: 200 })],
    ['none, ascending', () => ({ Direction: 'Asc' })],
    ['LoanAccountNumber', (n) => ({ LoanAccountNumber: loanNumber(spread(n, rows)) })],
    ['LoanAccountNumber of nobody', (n) => ({ LoanAccountNumber: String(9_900_000_000 + n) })],
    ['CustomerID', (n) => ({ CustomerID: keyOf.customerID(spread(n, customers)) })],
    ['LinkedNumber', (n) => ({ LinkedNumber: keyOf.accountNumber(spread(n, rows)) })],
    ['AgentCode', agent],
    ['ProductCode', product],
    [`ProductCode, page ${DEEP_PAGE}`, (n) => ({ ...product(n), PageNumber: DEEP_PAGE })],
    ['BranchCode', branch],
    ['BranchCode, page 100', (n) => ({ ...branch(n), PageNumber: 100 })],
    ...['Active', 'Delinquent', 'Matured', 'InRecovery', 'Closed'].map((LoanStatus): [string, Search['query']] => [
      `LoanStatus=${LoanStatus}`,
      () => ({ LoanStatus }),
    ]),
    [
      'LoanStatus=Active, last page',
      () => ({ LoanStatus: 'Active', PageNumber: Math.max(1, Math.floor(lastPage * 0.9)) }),
    ],
    ['StartDate, EndDate: a day', (n) => days(n, 1)],
    ['StartDate, EndDate: a month', (n) => days(n, 30)],
    ['StartDate, EndDate: a year', (n) => days(n, 365)],
    ['StartDate, EndDate: a year, page 500', (n) => ({ ...days(n, 365), PageNumber: DEEP_PAGE })],
    ['StartDate', (n) => ({ StartDate: isoDate(n + 100) })],
    ['EndDate', (n) => ({ EndDate: isoDate(n + 10) })],
    ['EndDate, last page', () => ({ EndDate: isoDate(0), PageNumber: lastPage })],
    ['BranchCode, LoanStatus=Delinquent', (n) => ({ ...branch(n), LoanStatus: 'Delinquent' })],
    ['ProductCode, LoanStatus=Active', (n) => ({ ...product(n), LoanStatus: 'Active' })],
    ['ProductCode, BranchCode', (n) => ({ ...product(n), ...branch(n) })],
    ['ProductCode, BranchCode, AgentCode', (n) => ({ ...product(n), ...branch(n), ...agent(n) })],
    ['AgentCode, LoanStatus=InRecovery', (n) => ({ ...agent(n), LoanStatus: 'InRecovery' })],
    ['LoanStatus=Active, a month', (n) => ({ ...days(n, 30), LoanStatus: 'Active' })],
    ['LoanStatus=InRecovery, a day', (n) => ({ ...days(n, 1), LoanStatus: 'InRecovery' })],
    ['ProductCode, a day', (n) => ({ ...product(n), ...days(n, 1) })],
    ['BranchCode, a month', (n) => ({ ...branch(n), ...days(n, 30) })],
    [
      'ProductCode, LoanStatus=Delinquent, a year',
      (n) => ({ ...product(n), ...days(n, 365), LoanStatus: 'Delinquent' }),
    ],
    [
      'CustomerID, LoanStatus=Active, a year',
      (n) => ({ CustomerID: keyOf.customerID(spread(n, customers)), LoanStatus: 'Active', ...days(n, 365) }),
    ],
  ];
  return searches.map(([filter, query]) => ({ path: '/api/loanaccount/v1/search', filter, query }));
}

function groupSearches(groups: number): Search[] {
  const searches: [string, Search['query']][] = [
    ['none', () => ({})],
    ['none, last page', () => ({ pageNumber: Math.max(1, Math.floor(groups / 20)) })],
    ['groupLoanID', (n) => ({ groupLoanID: FIRST_ID + spread(n, groups) })],
    ['referenceNumber', (n) => ({ referenceNumber: groupReference(spread(n, groups)) })],
    ['groupLoanStatus=Active', () => ({ groupLoanStatus: 'Active' })],
    ['groupLoanStatus=Delinquent', () => ({ groupLoanStatus: 'Delinquent' })],
  ];
  return searches.map(([filter, query]) => ({ path: '/api/loanaccount/v1/searchgrouploan', filter, query }));
}
