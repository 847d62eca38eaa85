import { Agent } from 'node:http';
import * as os from 'node:os';
import { Client } from 'pg';
import { SEARCH_PERMISSIONS } from '../src/enquiries/search/search-kinds';
import { CUSTOMERS_PER_ACCOUNT, keyOf, loadSearchData } from './search-data';
import { loadTransfers, transferKeyOf } from './search-transfers';
import { get, type Query, spread } from './searches';
import { authenticateStaff, type RunningServer } from './server';

const PATH = '/api/admin/v1/search';
const WARM_UP = 20;
const MEASURED = 300;

/** The searches by one kind of query: its name, and the text of the n-th. */
type Searches = readonly [name: string, text: (n: number) => string];

/**
 * `--search [--customers N]`: how long the search of staff takes over HTTP, one at a time, at N customers and as many
 * transfers out and in, by kind of query. Every kind of record is searched.
 */
export async function measureSearch(
  server: RunningServer,
  adminUrl: string,
  customers: number,
  print: (line: Record<string, unknown>) => void,
): Promise<void> {
  const startedAt = performance.now();
  const rows = Math.round(customers / CUSTOMERS_PER_ACCOUNT);
  const data = await loadSearchData(adminUrl, server.sandbox.institutionCode, rows);
  await loadTransfers(adminUrl, server.sandbox.institutionCode, customers);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  print({
    scenario: 'search-of-staff-load',
    customers: data.customers,
    accounts: rows,
    transfers: 2 * customers,
    seconds,
  });
  await permitAll(adminUrl);
  const token = await authenticateStaff(server, 'administrator');
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const search of searchesOf(data.customers)) print(await measure(search, server.port, token, agent));
  agent.destroy();
}

/** Lets administrators view every kind, so that the search leaves none out. */
async function permitAll(adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('UPDATE role SET permissions = permissions || $1::text[]', [
    [...new Set(Object.values(SEARCH_PERMISSIONS))],
  ]);
  await client.end();
}

function searchesOf(customers: number): Searches[] {
  const one = (n: number): number => spread(n, customers);
  const first = (n: number): string => keyOf.firstName(one(n)).toLowerCase();
  const last = (n: number): string => keyOf.lastName(Math.floor(one(n) / 7)).toLowerCase();
  return [
    ['exact: account number', (n) => keyOf.accountNumber(one(n))],
    ['exact: customer ID', (n) => keyOf.customerID(one(n))],
    ['exact: telephone number', (n) => keyOf.phoneNumber(one(n))],
    ['exact: reference of a transfer', (n) => transferKeyOf.reference(one(n))],
    ['exact: session id of a transfer out', (n) => transferKeyOf.outwardSession(one(n))],
    ['exact: session id of a transfer in', (n) => transferKeyOf.inwardSession(one(n))],
    ['prefix: three letters of a last name', (n) => last(n).slice(0, 3)],
    ['prefix: three letters of a first name', (n) => first(n).slice(0, 3)],
    ['two words: first and last name', (n) => `${first(n)} ${last(n)}`],
    ['two words: three letters of each', (n) => `${first(n).slice(0, 3)} ${last(n).slice(0, 3)}`],
    ['no hit: a reference', (n) => `REF-NOBODY-${n}`],
    ['no hit: two rare words', (n) => `qqq${n} zzz${n}`],
    ['no hit: two frequent words that no name has together', (n) => `${last(n)} ${otherName(last(n))}`],
  ];
}

/** A last name of the data that stands beside no other last name. */
function otherName(name: string): string {
  return name === 'okafor' ? 'adeyemi' : 'okafor';
}

async function measure(
  [query, text]: Searches,
  port: number,
  token: string,
  agent: Agent,
): Promise<Record<string, unknown>> {
  const latenciesMs: number[] = [];
  let results = 0;
  let failures = 0;
  for (let n = 0; n < WARM_UP + MEASURED; n += 1) {
    const parameters: Query = { Query: text(n), Limit: 8 };
    const { status, body, latencyMs } = await get(PATH, parameters, port, token, agent);
    if (n < WARM_UP) continue;
    latenciesMs.push(latencyMs);
    if (status !== 200) failures += 1;
    else results += (JSON.parse(body) as { data: { recordCount: number } }).data.recordCount;
  }
  latenciesMs.sort((a, b) => a - b);
  const at = (share: number): number => Math.round((latenciesMs[Math.floor(MEASURED * share)] ?? 0) * 10) / 10;
  return {
    scenario: 'search-of-staff',
    query,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    resultsEach: Math.round((results / MEASURED) * 10) / 10,
    load: Math.round(os.loadavg()[0]! * 10) / 10,
    ...(failures > 0 ? { failures } : {}),
  };
}
