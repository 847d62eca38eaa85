import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { koboToNaira } from '../../common/money/naira';
import { Clock } from '../../common/time/clock';
import { postingReferenceNumber } from '../../ledger/engine/posting.entity';
import { amlRuleFieldsOf, AmlRules } from '../aml-rules';
import type { AmlRuleBody } from '../aml-rules.dto';
import type { RuleTrialView } from '../rule-trial.dto';

/** The most postings that one trial examines, the latest of the period. */
export const TRIAL_POSTINGS_MAX = 20_000;
const EXAMPLES = 10;
const DAY_MS = 86_400_000;

const RECENT = `SELECT id, posted_at FROM posting
   WHERE institution_id = $1 AND status = 'Posted' AND posted_at > $2 AND posted_at <= $3
   ORDER BY posted_at DESC LIMIT $4`;

/**
 * What each posting counted on each account in the direction, from the running totals of the ledger, and with the 24
 * hours before it, less what was reversed of them (docs/api/aml-holds.md#window). A ledger has no running totals of
 * what counts: there the single amount is compared.
 */
const MET = (total: string, side: string): string => `WITH recent AS (${RECENT}),
 moved AS (
   SELECT r.id, r.posted_at, a.id AS account_id, a.number, a.kind, min(e.seq) AS first_seq,
          max(e.${total}) AS after_kobo, coalesce(sum(e.amount_kobo) FILTER (WHERE e.side = '${side}'), 0) AS side_kobo
     FROM recent r
     JOIN posting_entry e ON e.institution_id = $1 AND e.posting_id = r.id
     JOIN ledger_account a ON a.institution_id = $1 AND a.id = e.account_id
    WHERE ($5::bigint IS NULL AND a.kind = 'customer' OR a.id = $5)
      AND ($6::bigint IS NULL OR a.product_id = $6) AND ($7::text IS NULL OR a.customer_type = $7)
    GROUP BY r.id, r.posted_at, a.id, a.number, a.kind),
 counted AS (
   SELECT m.id, m.posted_at, m.number, m.account_id,
          CASE WHEN m.kind = 'customer' THEN m.after_kobo - coalesce(b.before_kobo, 0) ELSE m.side_kobo END AS amount_kobo,
          CASE WHEN m.kind = 'customer' THEN m.after_kobo - coalesce(w.base_kobo, 0) - coalesce(v.reversed_kobo, 0)
               ELSE m.side_kobo END AS with_window_kobo
     FROM moved m
     LEFT JOIN LATERAL (
       SELECT ${total} AS before_kobo FROM posting_entry
        WHERE institution_id = $1 AND account_id = m.account_id AND seq = m.first_seq - 1) b ON true
     LEFT JOIN LATERAL (
       SELECT ${total} AS base_kobo FROM posting_entry
        WHERE institution_id = $1 AND account_id = m.account_id AND posted_at <= m.posted_at - interval '24 hours'
        ORDER BY posted_at DESC, seq DESC LIMIT 1) w ON true
     LEFT JOIN LATERAL (
       SELECT sum(amount_kobo) AS reversed_kobo FROM posting_entry
        WHERE institution_id = $1 AND account_id = m.account_id AND side <> '${side}'
          AND reverses_posted_at > m.posted_at - interval '24 hours' AND posted_at < m.posted_at) v ON true),
 met AS (SELECT * FROM counted WHERE amount_kobo > 0 AND greatest(amount_kobo, with_window_kobo) >= $8)
 SELECT (SELECT count(*) FROM recent) AS examined, (SELECT count(*) FROM met) AS holds,
        (SELECT count(DISTINCT account_id) FROM met) AS accounts,
        (SELECT coalesce(json_agg(t), '[]') FROM (
           SELECT id::text, posted_at, number, amount_kobo::text AS amount, with_window_kobo::text AS with_window
             FROM met ORDER BY amount_kobo DESC, id DESC LIMIT ${EXAMPLES}) t) AS examples`;

interface TrialRow {
  examined: string;
  holds: string;
  accounts: string;
  examples: { id: string; posted_at: string; number: string; amount: string; with_window: string }[];
}

/** Tells how often a rule would have been met by the movements of the last days. */
export class TryAmlRule extends Query<RuleTrialView> {
  constructor(
    readonly institutionId: number,
    readonly rule: AmlRuleBody,
    readonly days: number,
  ) {
    super();
  }
}

@QueryHandler(TryAmlRule)
export class TryAmlRuleHandler implements IQueryHandler<TryAmlRule> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rules: AmlRules,
    private readonly clock: Clock,
  ) {}

  /** @throws the errors of `AmlRules.termsOf` */
  execute({ institutionId, rule, days }: TryAmlRule): Promise<RuleTrialView> {
    return this.unitOfWork.readReport(institutionId, async (tx) => {
      const terms = await this.rules.termsOf(tx, institutionId, amlRuleFieldsOf(rule));
      const to = this.clock.institutionNow(institutionId);
      const from = new Date(to.getTime() - days * DAY_MS);
      const period = { institutionId, from, to };
      const { examined, holds, accounts, examples } = await metBy(tx, period, terms);
      return {
        from: from.toISOString(),
        to: to.toISOString(),
        examined: Math.min(Number(examined), TRIAL_POSTINGS_MAX),
        isTruncated: Number(examined) === TRIAL_POSTINGS_MAX && (await hasEarlier(tx, period)),
        holds: Number(holds),
        accounts: Number(accounts),
        examples: examples.map((row) => ({
          postedAt: new Date(row.posted_at).toISOString(),
          postingReferenceNumber: postingReferenceNumber(Number(row.id)),
          accountNumber: row.number,
          amount: koboToNaira(BigInt(row.amount)),
          withWindow: koboToNaira(BigInt(row.with_window)),
        })),
      };
    });
  }
}

interface Period {
  institutionId: number;
  from: Date;
  to: Date;
}

async function metBy(
  tx: Tx,
  { institutionId, from, to }: Period,
  terms: Awaited<ReturnType<AmlRules['termsOf']>>,
): Promise<TrialRow> {
  const sql =
    terms.direction === 'outflow' ? MET('screened_out_after_kobo', 'debit') : MET('screened_in_after_kobo', 'credit');
  const [row] = await tx.query<[TrialRow]>(sql, [
    institutionId,
    from,
    to,
    TRIAL_POSTINGS_MAX,
    terms.accountId,
    terms.productId,
    terms.customerType,
    terms.thresholdKobo.toString(),
  ]);
  return row;
}

/** True when the period has postings before the examined ones. */
async function hasEarlier(tx: Tx, { institutionId, from, to }: Period): Promise<boolean> {
  const rows = await tx.query<unknown[]>(
    `SELECT 1 FROM posting WHERE institution_id = $1 AND status = 'Posted' AND posted_at > $2 AND posted_at <= $3
      ORDER BY posted_at DESC OFFSET $4 LIMIT 1`,
    [institutionId, from, to, TRIAL_POSTINGS_MAX],
  );
  return rows.length > 0;
}
