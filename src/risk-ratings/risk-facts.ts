import { standingAlert, standingHit } from '../cases/alerts/standing-alert';
import type { Tx } from '../common/database/unit-of-work';
import type { RiskFacts } from './rate-customer';

/**
 * Facts of customers $2 for their rating; what came in is a difference of running totals, so no entries are added up.
 */
const FACTS = `SELECT c.id, c.customer_type, c.state, c.nationality, c.created_by, c.phone_number, c.address, c.date_of_birth,
    (c.bvn IS NOT NULL OR c.sealed_bvn IS NOT NULL) AS has_bvn, (c.nin IS NOT NULL OR c.sealed_nin IS NOT NULL) AS has_nin,
    d.occupation, d.business, d.residence_country, d.declared_monthly_income_kobo, d.public_position,
    extract(day FROM (SELECT institution_now()) - c.created_at)::int AS age_days,
    acc.tier, coalesce(acc.inflow_kobo, 0) AS inflow_kobo, coalesce(acc.has_current, false) AS has_current,
    (SELECT count(*)::int FROM aml_alert a WHERE a.institution_id = $1 AND a.customer_id = c.id
        AND ${standingAlert('a')} AND a.created_at > (SELECT institution_now()) - interval '12 months') AS alerts,
    (SELECT count(*)::int FROM aml_alert a WHERE a.institution_id = $1 AND a.customer_id = c.id
        AND ${standingHit('a')} AND a.facts ? 'listCode') AS name_hits,
    (SELECT count(*)::int FROM nfiu_report r WHERE r.institution_id = $1 AND r.customer_id = c.id AND r.kind <> 'CTR'
        AND r.status <> 'withdrawn' AND r.submitted_at > (SELECT institution_now()) - interval '12 months') AS reports
  FROM customer c
  LEFT JOIN due_diligence d ON d.institution_id = $1 AND d.id = c.id
  LEFT JOIN LATERAL (
    SELECT min(o.kyc_tier) AS tier, bool_or(p.product_type = 'Current') AS has_current,
           sum(l.credits_posted_kobo - coalesce(e.credits_after_kobo, 0)) AS inflow_kobo
      FROM deposit_account o
      JOIN ledger_account l ON l.institution_id = $1 AND l.id = o.id
      JOIN product p ON p.institution_id = $1 AND p.id = o.product_id
      LEFT JOIN LATERAL (
        SELECT credits_after_kobo FROM posting_entry WHERE institution_id = $1 AND account_id = o.id
           AND posted_at <= (SELECT institution_now()) - interval '30 days'
         ORDER BY posted_at DESC, seq DESC LIMIT 1) e ON true
     WHERE o.institution_id = $1 AND o.customer_id = c.id) acc ON true
 WHERE c.institution_id = $1 AND c.id = ANY($2::bigint[]) AND c.erased_at IS NULL`;

interface FactsRow {
  id: string;
  customer_type: RiskFacts['customerType'];
  state: string | null;
  nationality: string | null;
  created_by: string;
  phone_number: string | null;
  address: string | null;
  date_of_birth: string | null;
  has_bvn: boolean;
  has_nin: boolean;
  occupation: string | null;
  business: string | null;
  residence_country: string | null;
  declared_monthly_income_kobo: string | null;
  public_position: string | null;
  age_days: number;
  tier: number | null;
  inflow_kobo: string;
  has_current: boolean;
  alerts: number;
  name_hits: number;
  reports: number;
}

/** The facts of customers by their ids; an erased customer has none. */
export async function riskFactsOf(tx: Tx, institutionId: number, ids: number[]): Promise<Map<number, RiskFacts>> {
  const rows = await tx.query<FactsRow[]>(FACTS, [institutionId, ids]);
  return new Map(rows.map((row) => [Number(row.id), factsOf(row)]));
}

function factsOf(row: FactsRow): RiskFacts {
  const income = row.declared_monthly_income_kobo;
  return {
    customerType: row.customer_type,
    state: row.state,
    isForeign: isForeign(row),
    occupation: row.customer_type === 'Individual' ? row.occupation : row.business,
    declaredMonthlyIncomeKobo: income === null ? null : BigInt(income),
    monthlyInflowKobo: BigInt(row.inflow_kobo),
    hasCurrentAccount: row.has_current,
    isOpenedByClient: row.created_by.startsWith('api-client:'),
    kycTier: row.tier,
    alerts12Months: row.alerts,
    reports12Months: row.reports,
    nameHits: row.name_hits,
    publicPosition: row.public_position,
    missing: missingOf(row),
    ageDays: row.age_days,
  };
}

/** Abroad, or of another nationality; what is not known does not make somebody a foreigner. */
function isForeign({ residence_country, nationality }: FactsRow): boolean {
  if (residence_country !== null && residence_country !== 'NG') return true;
  return nationality !== null && !/^(ng|nga|nigeria|nigerian)$/i.test(nationality.trim());
}

function missingOf(row: FactsRow): string[] {
  const facts: [string, boolean][] =
    row.customer_type === 'Individual'
      ? [
          ['BVN', row.has_bvn],
          ['NIN', row.has_nin],
          ['date of birth', row.date_of_birth !== null],
          ['address', row.address !== null],
          ['phone number', row.phone_number !== null],
        ]
      : [
          ['address', row.address !== null],
          ['phone number', row.phone_number !== null],
          ['business', row.business !== null],
        ];
  return facts.filter(([, known]) => !known).map(([name]) => name);
}
