import type { Client } from 'pg';
import type { Finding } from './fates';

interface DayRow {
  date: string;
  status: string;
  problem: string | null;
  passed: boolean | null;
  follows: boolean;
  finished: string[];
  unfinished: string[];
  accrued_twice: string;
}

const DAYS = `SELECT r.date::text, r.status, r.problem, (r.proof->>'passed')::boolean AS passed,
    r.next_date = coalesce(lead(r.date) OVER (ORDER BY r.date), i.business_date) AS follows,
    array(SELECT s.step FROM end_of_day_step s WHERE s.institution_id = r.institution_id AND s.date = r.date
      AND s.finished_at IS NOT NULL) AS finished,
    array(SELECT s.step FROM end_of_day_step s WHERE s.institution_id = r.institution_id AND s.date = r.date
      AND s.finished_at IS NULL) AS unfinished,
    (SELECT count(*) FROM (SELECT 1 FROM savings_accrual a WHERE a.institution_id = r.institution_id AND a.accrued_on = r.date GROUP BY a.account_id HAVING count(*) > 1) twice) AS accrued_twice
  FROM end_of_day_run r JOIN institution i ON i.institution_id = r.institution_id WHERE r.institution_id = $1 ORDER BY r.date`;

/**
 * Balance of every account at the end of each date, by its entries: the base of interest, however often the step ran.
 */
const ACCRUED_ON_OTHERS = `SELECT a.accrued_on::text || ' ' || l.number AS example FROM savings_accrual a
  JOIN ledger_account l ON l.institution_id = a.institution_id AND l.id = a.account_id
  WHERE a.institution_id = $1 AND a.balance_kobo <> coalesce((
    SELECT sum(CASE e.side WHEN 'credit' THEN e.amount_kobo ELSE -e.amount_kobo END) FROM posting_entry e
     WHERE e.institution_id = a.institution_id AND e.account_id = a.account_id AND e.business_date <= a.accrued_on), 0)`;

/**
 * Every day that passed was closed once, in order, whole and proven.
 * @param dates how many there must be at least
 * @param isUpgraded whether the previous release, which may have fewer steps, closed the first ones
 */
export async function checkDays(
  database: Client,
  institutionId: number,
  dates: number,
  isUpgraded: boolean,
): Promise<Finding> {
  const { rows } = await database.query<DayRow>(DAYS, [institutionId]);
  const { rows: exceptions } = await database.query<{ text: string }>(
    `SELECT date::text || ' ' || step || ' ' || subject || ': ' || message AS text FROM end_of_day_exception WHERE institution_id = $1 AND resolved_at IS NULL`,
    [institutionId],
  );
  const { rows: others } = await database.query<{ example: string }>(ACCRUED_ON_OTHERS, [institutionId]);
  const violations = [
    ...(rows.length < dates ? [`${rows.length} days were closed instead of ${dates}`] : []),
    ...rows
      .filter(({ status, passed }) => status !== 'Completed' || passed !== true)
      .map(({ date, status, problem }) => `${date} is ${status}${problem === null ? '' : `: ${problem}`}`),
    ...rows.filter(({ follows }) => !follows).map(({ date }) => `after ${date} a day is missing`),
    ...stepsViolations(rows, isUpgraded),
    ...rows.filter((row) => row.accrued_twice !== '0').map(({ date }) => `${date} was accrued twice`),
    ...exceptions.map(({ text }) => `not gone through: ${text}`),
    ...others.map(({ example }) => `accrued on another balance: ${example}`),
  ];
  return { check: 'every day was closed once and whole', looked: rows.length, violations };
}

/**
 * Every day has all steps of the program, or those of the release that was upgraded, which closed the first day. While
 * both run, the release may close a day that the present program began: it does not know the steps that are new.
 */
export function stepsViolations(
  rows: readonly Pick<DayRow, 'date' | 'finished' | 'unfinished'>[],
  isUpgraded: boolean,
): string[] {
  const present = rows.reduce<readonly string[]>(
    (most, { finished }) => (finished.length > most.length ? finished : most),
    [],
  );
  const release = isUpgraded ? rows[0]?.finished : undefined;
  const has = (steps: readonly string[], wanted: readonly string[]): boolean =>
    wanted.every((step) => steps.includes(step));
  const firstPresent = rows.findIndex(({ finished }) => has(finished, present));
  return rows.flatMap(({ date, finished, unfinished }, index) => {
    if (has(finished, present) && unfinished.length === 0) return [];
    const isOfRelease = release !== undefined && index < firstPresent && has(finished, release);
    if (isOfRelease && !unfinished.some((step) => release.includes(step))) return [];
    return [
      `${date} has ${finished.length} steps of ${present.length}, and ${unfinished.length} that are not finished`,
    ];
  });
}
