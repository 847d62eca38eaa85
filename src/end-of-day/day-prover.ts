import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, Not } from 'typeorm';
import { UnitOfWork } from '../common/database/unit-of-work';
import { addDays } from '../common/time/calendar';
import { Clock } from '../common/time/clock';
import { EXAMPLES_PER_CHECK, ProofChecks, type ProofResult, runProofCheck } from '../ledger/proof/proof-checks';
import { type ControlTotals, isBalanced, plusTotals, readControlTotals, sameTotals } from './control-totals';
import type { DayProof } from './day-proof';
import { EndOfDayRun } from './end-of-day-run.entity';

/** The clock of a database server may be set back a little: the time finds the rows, the business date decides. */
const MARGIN = `interval '1 hour'`;

/** Postings of the dates after $3; $2 is the time at which the first of them began. */
const POSTINGS = `posting AS (SELECT id, business_date, debit_total_kobo FROM posting
  WHERE institution_id = $1 AND status = 'Posted' AND posted_at >= $2::timestamptz - ${MARGIN}
    AND business_date > $3::date)`;

const SUMS = `coalesce(sum(amount_kobo) FILTER (WHERE side = 'debit'), 0) AS debits,
  coalesce(sum(amount_kobo) FILTER (WHERE side = 'credit'), 0) AS credits, count(seq) AS entries`;

const MOVED = `WITH ${POSTINGS}
  SELECT coalesce(sum(debits), 0)::text AS "debitsKobo", coalesce(sum(credits), 0)::text AS "creditsKobo",
         coalesce(sum(entries), 0)::text AS entries
  FROM posting p, LATERAL (SELECT ${SUMS} FROM posting_entry WHERE institution_id = $1 AND posting_id = p.id) e`;

/** Each posting since the date began, with the sums of its entries; postings after $4 belong to the next date. */
const DAY = `WITH ${POSTINGS}, proven AS (
    SELECT p.id, p.business_date <= $4::date AS of_day, e.*,
           (e.debits <> e.credits OR e.debits <> p.debit_total_kobo OR e.entries < 2) AS broken
      FROM posting p, LATERAL (SELECT ${SUMS} FROM posting_entry WHERE institution_id = $1 AND posting_id = p.id) e)
  SELECT count(*) FILTER (WHERE of_day) AS postings,
         coalesce(sum(debits) FILTER (WHERE of_day), 0)::text AS "debitsKobo",
         coalesce(sum(credits) FILTER (WHERE of_day), 0)::text AS "creditsKobo",
         coalesce(sum(entries) FILTER (WHERE of_day), 0)::text AS entries,
         count(*) FILTER (WHERE broken) AS count, (array_agg(id::text) FILTER (WHERE broken))[1:${EXAMPLES_PER_CHECK}] AS examples
    FROM proven`;

/**
 * Every account that moved must have its totals before the date plus its entries since, without a gap in their numbers.
 * `OFFSET 0` keeps the planner from joining with all entries there are: it guesses badly how many belong to a date that
 * is younger than its statistics.
 */
const ACCOUNTS = `WITH ${POSTINGS}, moved AS (
    SELECT account_id, min(seq) AS first, max(seq) AS last, ${SUMS}
      FROM posting p, LATERAL (SELECT account_id, seq, side, amount_kobo FROM posting_entry
        WHERE institution_id = $1 AND posting_id = p.id OFFSET 0) e GROUP BY account_id)
  SELECT count(*) AS count, (array_agg(coalesce(a.number, m.account_id::text)))[1:${EXAMPLES_PER_CHECK}] AS examples
    FROM moved m
    LEFT JOIN ledger_account a ON a.institution_id = $1 AND a.id = m.account_id
    LEFT JOIN LATERAL (SELECT debits_after_kobo, credits_after_kobo FROM posting_entry
      WHERE institution_id = $1 AND account_id = m.account_id AND seq = m.first - 1 OFFSET 0) b ON true
   WHERE (a.entry_seq, m.entries, a.debits_posted_kobo, a.credits_posted_kobo)
     IS DISTINCT FROM (m.last, m.last - m.first + 1,
       coalesce(b.debits_after_kobo, 0) + m.debits, coalesce(b.credits_after_kobo, 0) + m.credits)`;

interface Violations {
  count: string;
  examples: string[] | null;
}

/**
 * Proves a closed day from the rows of that day and the present amounts of the accounts, so that the cost does not grow
 * with the years before. Together with the proofs of the days before, it proves the whole ledger; `GET /ledger/proof`
 * reads every row again (`docs/api/end-of-day.md#proof-of-a-day`).
 */
@Injectable()
export class DayProver {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly proofChecks: ProofChecks,
  ) {}

  /** The totals at the end of the run's date: the present totals less the postings since. */
  async closingTotals({ institutionId, date, rolledAt }: EndOfDayRun): Promise<ControlTotals> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const totals = await readControlTotals(tx, institutionId);
      const [since] = await tx.query<[ControlTotals]>(MOVED, [institutionId, rolledAt, date]);
      return plusTotals(totals, since, -1);
    });
  }

  async prove(run: EndOfDayRun): Promise<DayProof> {
    const { institutionId, date } = run;
    return this.unitOfWork.read(institutionId, async (tx) => {
      const totals = await readControlTotals(tx, institutionId);
      const previous = await tx.findOne(EndOfDayRun, {
        where: { institutionId, date: LessThan(date), closingTotals: Not(IsNull()) },
        order: { date: 'DESC' },
      });
      const since = [institutionId, previous?.rolledAt ?? '-infinity', previous?.date ?? addDays(date, -1)];
      const [{ postings, count, examples, ...moved }] = await tx.query<
        [ControlTotals & Violations & { postings: string }]
      >(DAY, [...since, date]);
      const [accounts] = await tx.query<[Violations]>(ACCOUNTS, since);
      const checks = [
        check('entries-balance', 'The entries of every posting since the date began sum to zero and to its totals.', {
          count,
          examples,
        }),
        dayTotals(previous, run, moved),
        check(
          'account-totals',
          'The totals of every account that moved are its earlier totals plus its entries since.',
          accounts,
        ),
        check(
          'trial-balance',
          'Over all accounts of record, debits equal credits.',
          found(isBalanced(totals), `debits ${totals.debitsKobo}, credits ${totals.creditsKobo}`),
        ),
      ];
      for (const daily of this.proofChecks.daily()) checks.push(await runProofCheck(tx, institutionId, daily));
      return {
        passed: checks.every(({ passed }) => passed),
        provedAt: this.clock.institutionNow(institutionId).toISOString(),
        postings: Number(postings),
        moved,
        totals,
        checks,
      };
    });
  }
}

/** The first day has no earlier totals to compare with; its closing totals are the start for the next day. */
function dayTotals(previous: EndOfDayRun | null, { closingTotals }: EndOfDayRun, moved: ControlTotals): ProofResult {
  const expected = previous?.closingTotals ? plusTotals(previous.closingTotals, moved) : closingTotals!;
  const text = ({ debitsKobo, creditsKobo, entries }: ControlTotals): string =>
    `${debitsKobo}/${creditsKobo}/${entries}`;
  const violations = found(
    sameTotals(expected, closingTotals!),
    `expected ${text(expected)}, found ${text(closingTotals!)}`,
  );
  return check('day-totals', 'The totals of all accounts moved by exactly the entries of the day.', violations);
}

function found(holds: boolean, example: string): Violations {
  return holds ? { count: '0', examples: null } : { count: '1', examples: [example] };
}

function check(name: string, description: string, { count, examples }: Violations): ProofResult {
  const violations = Number(count);
  return { name, description, passed: violations === 0, violations, examples: examples ?? [] };
}
