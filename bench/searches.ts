import { Agent, request } from 'node:http';
import { keyOf, loadSearchData, type SearchData } from './search-data';
import { authenticate, type RunningServer } from './server';

export type Query = Record<string, string | number>;

/** A search whose answers are timed. */
export interface Search {
  /** Path of the route; its last part is what the result line names. */
  path: string;
  /** Filter and page of the search, as the result line names them. */
  filter: string;
  /** The n-th query. */
  query: (n: number) => Query;
}

interface Answer {
  status: number;
  body: string;
  latencyMs: number;
}

const MEASURED = 200;
const WARM_UP = 20;
export const DEEP_PAGE = 500;

/**
 * `--searches [--rows N]`: how long searches take over HTTP, one after the other, at N accounts. A search that the
 * server does not have yet is named and left out.
 */
export async function measureSearches(
  server: RunningServer,
  adminUrl: string,
  rows: number,
  print: (line: Record<string, unknown>) => void,
): Promise<void> {
  const startedAt = performance.now();
  const data = await loadSearchData(adminUrl, server.sandbox.institutionCode, rows);
  print({
    scenario: 'search-load',
    rows,
    customers: data.customers,
    seconds: Math.round((performance.now() - startedAt) / 1_000),
  });
  await runSearches(server, [...accountSearches(data), ...customerSearches(data)], { rows }, print);
}

/** Times searches one after the other over one connection and prints a line for each. @param facts end every line. */
export async function runSearches(
  server: RunningServer,
  searches: readonly Search[],
  facts: Record<string, unknown>,
  print: (line: Record<string, unknown>) => void,
): Promise<void> {
  const token = await authenticate(server);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const search of searches)
    print({ scenario: 'search', ...(await measure(search, server.port, token, agent)), ...facts });
  agent.destroy();
}

async function measure(
  { path, filter, query }: Search,
  port: number,
  token: string,
  agent: Agent,
): Promise<Record<string, unknown>> {
  const endpoint = path.slice(path.lastIndexOf('/') + 1);
  const latenciesMs: number[] = [];
  const failures: Record<string, number> = {};
  let recordCount = 0;
  for (let n = 0; n < WARM_UP + MEASURED; n += 1) {
    const { status, body, latencyMs } = await get(path, query(n), port, token, agent);
    if (status === 404) return { endpoint, filter, skipped: 'not available' };
    if (n < WARM_UP) continue;
    latenciesMs.push(latencyMs);
    if (status !== 200) failures[status] = (failures[status] ?? 0) + 1;
    else recordCount = Math.max(recordCount, (JSON.parse(body) as { data: { recordCount: number } }).data.recordCount);
  }
  latenciesMs.sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0) * 100) / 100;
  return {
    endpoint,
    filter,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    recordCount,
    ...(Object.keys(failures).length > 0 ? { failures } : {}),
  };
}

export function get(path: string, query: Query, port: number, token: string, agent: Agent): Promise<Answer> {
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: `${path}?${search.toString()}`,
        agent,
        headers: { authorization: `Bearer ${token}` },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(chunks).toString('utf8'),
            latencyMs: performance.now() - startedAt,
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

/** Numbers spread over 1 to `count`, the same in every run. */
export function spread(n: number, count: number): number {
  return 1 + ((n * 7_919) % count);
}

/** Like `spread`, but never one of the companies, which are every fiftieth customer. */
function person(n: number, count: number): number {
  const found = spread(n, count);
  return found % 50 === 0 ? found - 1 : found;
}

export function isoDate(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
}

function accountSearches({ rows, customers, branches, officers }: SearchData): Search[] {
  const fullName = (n: number): string => `${keyOf.lastName(Math.floor(n / 7))} ${keyOf.firstName(n)}`;
  const status = (name: string): [string, Search['query']] => [
    `AccountStatus=${name}`,
    () => ({ AccountStatus: name }),
  ];
  const lastPage = Math.max(1, Math.floor(rows / 20));
  const searches: [string, Search['query']][] = [
    ['none', () => ({})],
    [`none, page ${DEEP_PAGE}`, () => ({ PageNumber: DEEP_PAGE })],
    ['none, last page', () => ({ PageNumber: lastPage })],
    ['none, by accountName', () => ({ SortColumn: 'accountName', Direction: 'Asc' })],
    ['AccountNumber', (n) => ({ AccountNumber: keyOf.accountNumber(spread(n, rows)) })],
    ['AccountName', (n) => ({ AccountName: keyOf.lastName(n).toUpperCase() })],
    ['AccountName of one letter', (n) => ({ AccountName: keyOf.lastName(n).slice(0, 1) })],
    ['AccountName in full', (n) => ({ AccountName: fullName(n) })],
    ['AccountName of nobody', (n) => ({ AccountName: `Zzz${n}` })],
    [
      'AccountName, by accountName',
      (n) => ({ AccountName: keyOf.lastName(n), SortColumn: 'accountName', Direction: 'Asc' }),
    ],
    [`AccountName, page ${DEEP_PAGE}`, (n) => ({ AccountName: keyOf.lastName(n), PageNumber: DEEP_PAGE })],
    ['CustomerID', (n) => ({ CustomerID: keyOf.customerID(spread(n, customers)) })],
    ['PhoneNumber', (n) => ({ PhoneNumber: keyOf.phoneNumber(spread(n, customers)) })],
    ['BVN', (n) => ({ BVN: keyOf.bvn(person(n, customers)) })],
    ['NIN', (n) => ({ NIN: keyOf.nin(person(n, customers)) })],
    ['ProductCode', (n) => ({ ProductCode: n % 2 === 0 ? 'SAV001' : 'CUR001' })],
    [`ProductCode, page ${DEEP_PAGE}`, () => ({ ProductCode: 'SAV001', PageNumber: DEEP_PAGE })],
    ['BranchCode', (n) => ({ BranchCode: keyOf.branchCode(spread(n, branches)) })],
    [
      `BranchCode, page ${DEEP_PAGE}`,
      (n) => ({ BranchCode: keyOf.branchCode(spread(n, branches)), PageNumber: DEEP_PAGE }),
    ],
    status('Active'),
    [`AccountStatus=Active, page ${DEEP_PAGE}`, () => ({ AccountStatus: 'Active', PageNumber: DEEP_PAGE })],
    ...['Dormant', 'Inactive', 'Frozen', 'Closed', 'PendingApproval'].map(status),
    ['AccountOfficerStaffID', (n) => ({ AccountOfficerStaffID: keyOf.staffID(spread(n, officers)) })],
    ['DateFrom, DateTo: a day', (n) => ({ DateFrom: isoDate(n), DateTo: isoDate(n) })],
    ['DateFrom, DateTo: a year', (n) => ({ DateFrom: isoDate(n + 365), DateTo: isoDate(n) })],
    [
      'AccountName, BranchCode',
      (n) => ({ AccountName: keyOf.lastName(n), BranchCode: keyOf.branchCode(spread(n, branches)) }),
    ],
    [
      'AccountName in full, ProductCode, AccountStatus',
      (n) => ({ AccountName: fullName(n), ProductCode: 'SAV001', AccountStatus: 'Active' }),
    ],
    [
      'BranchCode, AccountStatus=Frozen',
      (n) => ({ BranchCode: keyOf.branchCode(spread(n, branches)), AccountStatus: 'Frozen' }),
    ],
    [
      'ProductCode, BranchCode, AccountOfficerStaffID',
      (n) => ({
        ProductCode: 'SAV001',
        BranchCode: keyOf.branchCode(spread(n, branches)),
        AccountOfficerStaffID: keyOf.staffID(spread(n, officers)),
      }),
    ],
    [
      'BranchCode, DateFrom, DateTo',
      (n) => ({ BranchCode: keyOf.branchCode(spread(n, branches)), DateFrom: isoDate(n + 30), DateTo: isoDate(n) }),
    ],
  ];
  return searches.map(([filter, query]) => ({ path: '/api/account/v1/searchaccount', filter, query }));
}

function customerSearches({ customers, branches }: SearchData): Search[] {
  const company = (n: number): number => 50 * spread(n, Math.max(1, Math.floor(customers / 50)));
  const individual: [string, Search['query']][] = [
    ['none', () => ({})],
    [`none, page ${DEEP_PAGE}`, () => ({ PageNumber: DEEP_PAGE })],
    ['CustomerID', (n) => ({ CustomerID: keyOf.customerID(person(n, customers)) })],
    ['Name', (n) => ({ Name: keyOf.lastName(n) })],
    [`Name, page ${DEEP_PAGE}`, (n) => ({ Name: keyOf.lastName(n), PageNumber: DEEP_PAGE })],
    ['PhoneNumber', (n) => ({ PhoneNumber: keyOf.phoneNumber(person(n, customers)) })],
    ['Email', (n) => ({ Email: `customer${person(n, customers)}@bench.example` })],
    ['BVN', (n) => ({ BVN: keyOf.bvn(person(n, customers)) })],
    ['NIN', (n) => ({ NIN: keyOf.nin(person(n, customers)) })],
    ['BranchCode', (n) => ({ BranchCode: keyOf.branchCode(spread(n, branches)) })],
    ['Name, BranchCode', (n) => ({ Name: keyOf.lastName(n), BranchCode: keyOf.branchCode(spread(n, branches)) })],
  ];
  const group: [string, Search['query']][] = [
    ['none', () => ({})],
    ['CustomerID', (n) => ({ CustomerID: keyOf.customerID(company(n)) })],
    ['Name', (n) => ({ Name: keyOf.lastName(n) })],
    ['RegistrationNumber', (n) => ({ RegistrationNumber: keyOf.registrationNumber(company(n)) })],
  ];
  return [
    ...individual.map(([filter, query]) => ({ path: '/api/account/v1/searchindividualcustomers', filter, query })),
    ...group.map(([filter, query]) => ({ path: '/api/account/v1/searchgroupcustomers', filter, query })),
  ];
}
