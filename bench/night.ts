import { Client } from 'pg';
import { loadAccounts } from './accounts';
import { completeAccounts, type Print, setBack, untilClosed } from './end-of-day';
import { DAYS_TO_CLOSE, loadLoans } from './loan-data';
import { authenticateStaff, type RunningServer } from './server';

/** The basis on which the night books provisions; `None` is the night without them. */
export const NIGHT_BASES = ['None', 'Prudential', 'IFRS9'] as const;
export type NightBasis = (typeof NIGHT_BASES)[number];

/** Steps of a night that work on loans, in their order. */
const LOAN_STEPS = [
  'loan-accrual',
  'loan-collection',
  'loan-arrears',
  'loan-ageing',
  'loan-suspense',
  'loan-provisions',
] as const;

const TABLES = {
  '2020-01-01': {
    portfolios: { '*': { pd12Month: 2, pdLifetime: [4, 8], lgdUnsecured: 50, lgdSecured: 20, ead: 100 } },
  },
};

const SETTINGS: Record<string, string> = {
  LICENCE_CLASS: 'MicrofinanceBank',
  LOAN_ALLOWANCE_LEDGER_CODE: '1190',
  LOAN_IMPAIRMENT_LEDGER_CODE: '5050',
  REGULATORY_RISK_RESERVE_LEDGER_CODE: '3040',
  LOAN_IMPAIRMENT_TABLES: JSON.stringify(TABLES),
};

/**
 * Every tenth borrower has no money from now on and is up to 160 days late, so that all classes occur: their schedules
 * move back, and the interest of the days before counts as accrued and paid with the first night.
 */
const LATE = [
  `CREATE TEMPORARY TABLE late AS SELECT id, linked_account_id, (id / 1000 % 8 * 20)::int AS days FROM loan
    WHERE institution_id = $1 AND id / 100 % 10 = 0`,
  `UPDATE loan_instalment i SET due_date = due_date - days, period_start = period_start - days
     FROM late WHERE i.institution_id = $1 AND i.loan_id = late.id`,
  `UPDATE loan l SET start_date = start_date - days, disbursement_date = disbursement_date - days,
          maturity_date = maturity_date - days, next_due_date = next_due_date - days
     FROM late WHERE l.institution_id = $1 AND l.id = late.id`,
  `UPDATE ledger_account a SET status = 'Frozen' FROM late WHERE a.institution_id = $1 AND a.id = late.linked_account_id`,
];

/**
 * `--night [--loans N] [--basis None|Prudential|IFRS9]`: closes two nights over N loans and prints what each step costs
 * a loan. The first night writes a position of every loan and books the whole stock, the second only changes. With
 * `None` it is the night without booked provisions, to compare with.
 */
export async function measureNight(
  server: RunningServer,
  adminUrl: string,
  loans: number,
  basis: NightBasis,
  print: Print,
): Promise<void> {
  const { institutionId } = await loadAccounts(adminUrl, server.sandbox.institutionCode, loans);
  await completeAccounts(adminUrl, institutionId);
  await loadLoans(server, adminUrl, loans);
  await prepare(adminUrl, institutionId, basis);
  const days = await setBack(adminUrl, institutionId, { monthEnd: false, allDue: false });
  const headers = { authorization: `Bearer ${await authenticateStaff(server, 'administrator')}` };
  const started = await fetch(`http://127.0.0.1:${server.port}/api/admin/v1/end-of-day/run`, {
    method: 'POST',
    headers,
  });
  // The scheduler may have seen the date first.
  if (started.status >= 300 && started.status !== 409)
    throw new Error(`The end of the day did not start: ${await started.text()}`);
  for (const date of days.slice(0, DAYS_TO_CLOSE))
    await untilClosed(server, headers, date, { accounts: loans, loans, online: false }, print);
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (const [index, date] of days.entries())
      print({
        scenario: 'night',
        basis,
        loans,
        night: index + 1,
        ...(await costs(client, institutionId, date, loans)),
      });
  } finally {
    await client.end();
  }
}

async function prepare(adminUrl: string, institutionId: number, basis: NightBasis): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (const statement of LATE) await client.query(statement, statement.includes('$1') ? [institutionId] : []);
    for (const [key, value] of Object.entries({ ...SETTINGS, LOAN_PROVISION_BASIS: basis }))
      await client.query(
        `INSERT INTO institution_setting (institution_id, key, value, sealed, updated_by, updated_at)
         VALUES ($1, $2, $3, false, 'system:bench', now())
         ON CONFLICT (institution_id, key) DO UPDATE SET value = excluded.value`,
        [institutionId, key, value],
      );
  } finally {
    await client.end();
  }
}

/** Seconds of each step of loans, microseconds a loan of all of them, and what the night found. */
async function costs(
  client: Client,
  institutionId: number,
  date: string,
  loans: number,
): Promise<Record<string, unknown>> {
  const { rows } = await client.query<{ step: string; seconds: number }>(
    `SELECT step, round(extract(epoch FROM s.finished_at - s.started_at)::numeric, 2)::float8 AS seconds
       FROM end_of_day_step s WHERE institution_id = $1 AND date = $2 AND step = ANY($3)`,
    [institutionId, date, LOAN_STEPS],
  );
  const seconds = Object.fromEntries(
    LOAN_STEPS.map((step) => [step, rows.find((row) => row.step === step)?.seconds ?? 0]),
  );
  const total = Object.values(seconds).reduce((sum, each) => sum + each, 0);
  const { rows: found } = await client.query<Record<string, unknown>>(
    `SELECT (SELECT count(*)::int FROM loan_position WHERE institution_id = $1 AND date = $2) AS "positionsWritten",
            (SELECT json_object_agg(classification, n) FROM (SELECT classification, count(*) AS n FROM loan_position
               WHERE institution_id = $1 AND date <= $2 AND until > $2 GROUP BY 1) c) AS classes,
            (SELECT sum(allowance_kobo)::text FROM loan_position
              WHERE institution_id = $1 AND date <= $2 AND until > $2) AS "allowanceKobo"`,
    [institutionId, date],
  );
  return {
    date,
    seconds,
    totalSeconds: Math.round(total * 100) / 100,
    microsecondsALoan: Math.round((total / loans) * 1e6),
    ...found[0],
  };
}
