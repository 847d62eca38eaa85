import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { below, listed, vocabulary } from './listed-parties';
import { CUSTOMERS_PER_ACCOUNT, loadSearchData } from './search-data';
import { authenticateStaff, type RunningServer } from './server';

type Print = (line: Record<string, unknown>) => void;

const ENTRIES = 100_000;
/** Of these entries a further version has other names. */
const CHANGED_ENTRIES = 500;
const LISTS = '/api/admin/v1/watch-lists';
const CODE = 'bench';
const WITHIN_MS = 3_600_000;
/** Passes that are due; each version has one more, ten minutes later, of the customers who changed meanwhile. */
const DUE_PASSES = `SELECT count(*)::int AS count FROM job_due
  WHERE kind = 'screen-watch-list' AND due_at < now() + interval '2 minutes'`;

/**
 * `--rescreening [--customers N]`: how long all customers take to be compared with a list of 100,000 parties that is
 * put in use, and then with a further version in which 500 entries differ.
 */
export async function measureRescreening(
  server: RunningServer,
  adminUrl: string,
  customers: number,
  print: Print,
): Promise<void> {
  const accounts = Math.round(customers / CUSTOMERS_PER_ACCOUNT);
  // The sealing of identity numbers would run beside the first passes, as it does once after an upgrade.
  const data = await loadSearchData(adminUrl, server.sandbox.institutionCode, accounts, false);
  const database = new Client({ connectionString: adminUrl });
  await database.connect();
  const token = await authenticateStaff(server, 'amlOfficer');
  const send = (path: string, body: object): Promise<void> => post(server, token, path, body);
  try {
    await send('', { code: CODE, name: 'Bench', kind: 'sanctions', format: 'own-csv' });
    const names = madeNames(ENTRIES + CHANGED_ENTRIES);
    for (const version of [1, 2]) {
      const content = Buffer.from(fileOf(names, version === 1 ? 0 : CHANGED_ENTRIES)).toString('base64url');
      await send(`/${CODE}/versions`, { fileName: 'bench.csv', content });
      const startedAt = performance.now();
      await send(`/${CODE}/activate`, { version });
      await passesDone(database);
      const seconds = (performance.now() - startedAt) / 1_000;
      const [{ count: alerts }] = await rowsOf(database, 'SELECT count(*)::int AS count FROM aml_alert');
      print({
        scenario: version === 1 ? 'rescreening-all' : 'rescreening-difference',
        customers: data.customers,
        entries: ENTRIES,
        differing: version === 1 ? ENTRIES : CHANGED_ENTRIES,
        seconds: Math.round(seconds),
        perSecond: Math.round(data.customers / seconds),
        alerts,
      });
    }
  } finally {
    await database.end();
  }
}

function madeNames(count: number): string[] {
  const next = below(20_261_128);
  const words = vocabulary(next);
  return Array.from({ length: count }, () => {
    const { name, type, birthDate } = listed(words, next);
    return [type, name, birthDate ?? ''].join();
  });
}

/** The list as a file, in which the first `changed` entries have the last names that were made. */
function fileOf(names: readonly string[], changed: number): string {
  const rows = Array.from({ length: ENTRIES }, (_, at) => `B-${at},${names[at < changed ? ENTRIES + at : at]!}`);
  return ['id,type,name,birthDate', ...rows, ''].join('\n');
}

async function rowsOf(database: Client, statement: string): Promise<[{ count: number }]> {
  return (await database.query<{ count: number }>(statement)).rows as [{ count: number }];
}

async function passesDone(database: Client): Promise<void> {
  for (const until = Date.now() + WITHIN_MS; Date.now() < until; await sleep(250)) {
    const [{ count }] = await rowsOf(database, DUE_PASSES);
    if (count === 0) return;
  }
  throw new Error('The customers were not screened within an hour.');
}

async function post({ port }: RunningServer, token: string, path: string, body: object): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${port}${LISTS}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'request-reference': `bench${path.replaceAll('/', '-')}-${Date.now()}`,
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}
