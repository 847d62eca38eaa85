import { Agent } from 'node:http';
import { get, type Query } from './searches';
import { authenticate, type RunningServer } from './server';
import { loadStatementData, type StatementData } from './statement-data';

type Print = (line: Record<string, unknown>) => void;

interface Report {
  endpoint: string;
  /** The report, as the result line names it. */
  what: string;
  /** The n-th query. */
  query: (n: number) => Query;
}

const MEASURED = 200;
const WARM_UP = 20;
const MEMORY_EVERY_MS = 50;
const MONTH_DAYS = 30;

/**
 * `--statements [--entries N]`: how long reports take over HTTP, one after the other, in a ledger of N entries, and
 * what their files cost.
 */
export async function measureStatements(
  server: RunningServer,
  adminUrl: string,
  entries: number,
  print: Print,
): Promise<void> {
  const startedAt = performance.now();
  const data = await loadStatementData(adminUrl, server.sandbox.institutionCode, entries);
  print({
    scenario: 'statement-load',
    entries: data.entries,
    seconds: Math.round((performance.now() - startedAt) / 1_000),
  });
  const token = await authenticate(server);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const report of reports(data))
    print({ scenario: 'report', ...(await measure(report, server.port, token, agent)), entries: data.entries });
  for (const format of ['CSV', 'Excel', 'PDF'])
    print({ scenario: 'export', ...(await exportOnce(server, data, format, token, agent)) });
  agent.destroy();
}

function daysBefore(date: string, days: number): string {
  return new Date(Date.parse(date) - days * 86_400_000).toISOString().slice(0, 10);
}

function reports({ accounts, busy, busyRows, today }: StatementData): Report[] {
  const month = { FinancialDateFrom: daysBefore(today, MONTH_DAYS), FinancialDateTo: today };
  const any = (n: number): string => accounts[(n * 7_919) % accounts.length]!;
  const statement = 'requestcustomeraccountstatement';
  const history = 'requestcustomeraccounthistoryreport';
  return [
    { endpoint: statement, what: 'any account, 30 days', query: (n) => ({ AccountNumber: any(n), ...month }) },
    { endpoint: statement, what: 'busiest account, 30 days', query: () => ({ AccountNumber: busy, ...month }) },
    {
      endpoint: statement,
      what: 'busiest account, 30 days, page 100',
      query: () => ({ AccountNumber: busy, ...month, PageNumber: 100 }),
    },
    {
      endpoint: statement,
      what: 'busiest account, two years, last page',
      query: () => ({
        AccountNumber: busy,
        FinancialDateFrom: '2000-01-01',
        FinancialDateTo: today,
        PageNumber: Math.ceil(busyRows / 200),
      }),
    },
    {
      endpoint: statement,
      what: 'busiest account, two years',
      query: () => ({ AccountNumber: busy, FinancialDateFrom: '2000-01-01', FinancialDateTo: today }),
    },
    { endpoint: history, what: 'busiest account', query: () => ({ AccountNumber: busy }) },
    {
      endpoint: history,
      what: 'busiest account, an instrument',
      query: (n) => ({ AccountNumber: busy, InstrumentNumber: `CHQ-${n}` }),
    },
    {
      endpoint: 'gettransactioncalloverreport',
      what: 'a day',
      query: (n) => ({ FinancialDateFrom: daysBefore(today, 1 + (n % 300)) }),
    },
    {
      endpoint: 'gettransactioncalloverreport',
      what: 'a day, a branch',
      query: (n) => ({ FinancialDateFrom: daysBefore(today, 1 + (n % 300)), BranchCode: 'B001' }),
    },
  ];
}

async function measure(
  { endpoint, what, query }: Report,
  port: number,
  token: string,
  agent: Agent,
): Promise<Record<string, unknown>> {
  const latenciesMs: number[] = [];
  const failures: Record<string, number> = {};
  let recordCount = 0;
  for (let n = 0; n < WARM_UP + MEASURED; n += 1) {
    const { status, body, latencyMs } = await get(`/api/report/v1/${endpoint}`, query(n), port, token, agent);
    if (status !== 200) failures[status] = (failures[status] ?? 0) + 1;
    else recordCount = Math.max(recordCount, (JSON.parse(body) as { data: { recordCount: number } }).data.recordCount);
    if (n >= WARM_UP) latenciesMs.push(latencyMs);
  }
  latenciesMs.sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0) * 100) / 100;
  return {
    endpoint,
    what,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    recordCount,
    ...(Object.keys(failures).length > 0 ? { failures } : {}),
  };
}

/** A file of as many rows as were loaded for it; a PDF, which may have fewer, of two years of an ordinary account. */
async function exportOnce(
  server: RunningServer,
  data: StatementData,
  format: string,
  token: string,
  agent: Agent,
): Promise<Record<string, unknown>> {
  const isPdf = format === 'PDF';
  const query = {
    AccountNumber: isPdf ? data.accounts[0]! : data.exported,
    FinancialDateFrom: '2000-01-01',
    FinancialDateTo: data.today,
    FileExportFormat: format,
  };
  let highestMib = server.memoryMib();
  const beforeMib = highestMib;
  const timer = setInterval(() => (highestMib = Math.max(highestMib, server.memoryMib())), MEMORY_EVERY_MS);
  const { status, body, latencyMs } = await get(
    '/api/report/v1/exportcustomerstatement',
    query,
    server.port,
    token,
    agent,
  );
  clearInterval(timer);
  return {
    format,
    rows: isPdf ? data.accountRows : data.exportedRows,
    status,
    seconds: Math.round(latencyMs / 10) / 100,
    answerMib: Math.round(body.length / 104_857.6) / 10,
    memoryBeforeMib: beforeMib,
    memoryHighestMib: highestMib,
  };
}
