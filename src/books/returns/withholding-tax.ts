import { commonErrors } from '../../common/errors/common.errors';
import { addDays } from '../../common/time/calendar';
import { INTEREST_NARRATION, LOST_NARRATION, TAX_NARRATION } from '../../fixed-deposits/deposit-legs';
import { ledgerNets, type ReturnContext } from './return-context';
import { type ReturnReport, type ReturnRow, totalRow } from './return-report';

/** Most beneficiaries of one schedule. */
const BENEFICIARIES_MAX = 200_000;

/** The ledgers of withholding tax that products name. */
const LEDGERS = `SELECT withholding_tax_payable_gl_account_id::float8 AS id FROM savings_product_terms
   WHERE institution_id = $1
  UNION SELECT withholding_tax_payable_gl_account_id::float8 FROM fixed_deposit_product_terms WHERE institution_id = $1`;

/**
 * What was booked on ledgers ($4) in a period ($2 to $3) by beneficiary: the customer of the savings account or of the
 * fixed deposit whose interest the posting pays; one posting may pay many accounts. A reversal counts for the customer
 * of its original, below zero, and so does interest that an early liquidation takes back out of the principal. What
 * belongs to no interest, such as the payment to the tax authority, has no customer and is listed by kind of posting.
 */
const BY_BENEFICIARY = `WITH moved AS (
    SELECT p.id, coalesce(p.reverses_id, p.id) AS paid_by, p.kind, CASE WHEN p.reverses_id IS NULL THEN 1 ELSE -1 END AS sign,
           sum(CASE e.side WHEN 'credit' THEN e.amount_kobo ELSE -e.amount_kobo END) AS tax
      FROM posting_entry e JOIN posting p ON p.institution_id = e.institution_id AND p.id = e.posting_id
     WHERE e.institution_id = $1 AND e.account_id = ANY($4::bigint[]) AND p.status = 'Posted'
       AND p.value_date BETWEEN $2::date AND $3::date
     GROUP BY p.id, p.reverses_id, p.kind),
  taxed AS (
    SELECT m.kind, m.sign * coalesce(i.tax_kobo, m.sign * m.tax) AS tax, coalesce(a.customer_id, f.customer_id) AS customer_id,
           m.sign * coalesce(i.gross_kobo, (
             SELECT sum(CASE e.account_id WHEN f.ledger_account_id THEN -e.amount_kobo ELSE e.amount_kobo END)
               FROM posting_entry e
              WHERE e.institution_id = $1 AND e.posting_id = m.paid_by AND e.side = 'debit'
                AND CASE e.account_id WHEN f.ledger_account_id THEN e.narration LIKE $7 || '%'
                      ELSE e.account_id IN (f.interest_payable_gl_account_id, f.prepaid_interest_gl_account_id)
                       AND (e.narration LIKE $5 || '%' OR e.narration LIKE $6 || '%') END)) AS gross
      FROM moved m
      JOIN posting o ON o.institution_id = $1 AND o.id = m.paid_by
      LEFT JOIN interest_posting i ON i.institution_id = $1 AND i.posting_id = m.paid_by AND i.tax_kobo > 0
      LEFT JOIN deposit_account a ON a.institution_id = $1 AND a.id = i.account_id
      LEFT JOIN fixed_deposit f ON f.institution_id = $1 AND f.contract_no = o.additional_metadata ->> 'contract_no')
  SELECT u.customer_number AS "customerID", u.name, CASE WHEN t.customer_id IS NULL THEN t.kind END AS kind,
         count(*)::integer AS payments, sum(t.gross)::text AS gross, sum(t.tax)::text AS tax
    FROM taxed t LEFT JOIN customer u ON u.institution_id = $1 AND u.id = t.customer_id
   GROUP BY u.customer_number, u.name, 3 ORDER BY u.customer_number NULLS LAST, 3 LIMIT ${BENEFICIARIES_MAX + 1}`;

interface Beneficiary {
  customerID: string | null;
  name: string | null;
  kind: string | null;
  payments: number;
  gross: string | null;
  tax: string;
}

const COLUMNS = [
  { title: 'Payments', kind: 'number' as const },
  { title: 'Interest', kind: 'money' as const },
  { title: 'Tax withheld', kind: 'money' as const },
];

/**
 * The schedule of withholding tax by beneficiary, from the first of the month to the date
 * (docs/api/returns.md#withholding-tax). Its total is the movement of the ledgers.
 * @throws EXPORT_TOO_LARGE (422)
 */
export async function withholdingTaxSchedule(context: ReturnContext): Promise<ReturnReport> {
  const { tx, scope, to } = context;
  const from = `${to.slice(0, 8)}01`;
  const ledgers = await tx.query<{ id: number }[]>(LEDGERS, [scope.institutionId]);
  const ids = ledgers.map(({ id }) => id);
  const found = await tx.query<Beneficiary[]>(BY_BENEFICIARY, [
    scope.institutionId,
    from,
    to,
    ids,
    INTEREST_NARRATION,
    TAX_NARRATION,
    LOST_NARRATION,
  ]);
  if (found.length > BENEFICIARIES_MAX)
    throw commonErrors.EXPORT_TOO_LARGE('There are more beneficiaries than one schedule takes.', {
      rowsMax: BENEFICIARIES_MAX,
    });
  const rows = found.map(rowOf);
  const taxed = rows.filter(({ code }) => code !== null);
  const [before, after] = [await ledgerNets({ ...context, to: addDays(from, -1) }), await ledgerNets(context)];
  const movedKobo = ids.reduce((sum, id) => sum + before.get(id)!.netKobo - after.get(id)!.netKobo, 0n);
  const returnKobo = rows.reduce((sum, { cells }) => sum + (cells[2] as bigint), 0n);
  return {
    title: 'Withholding tax on interest by beneficiary',
    from,
    to,
    columns: COLUMNS,
    rows: [...taxed, totalRow('Withheld', taxed, COLUMNS), ...rows.filter(({ code }) => code === null)],
    ties: [{ title: 'Movement of withholding tax', returnKobo, ledgerKobo: movedKobo }],
  };
}

function rowOf({ customerID, name, kind, payments, gross, tax }: Beneficiary): ReturnRow {
  const isTax = customerID !== null;
  return {
    code: customerID,
    title: isTax ? name! : `Not withheld: ${kind!.replaceAll('-', ' ')}`,
    cells: [payments, isTax ? BigInt(gross ?? 0) : null, BigInt(tax)],
    isTotal: false,
  };
}
