import { addDays, addMonths, daysInMonth } from '../../common/time/calendar';
import { printedDate } from '../../common/time/printed-date';
import { type LedgerNetAt, ledgerNets, type ReturnContext } from './return-context';
import { REMITTED_TAXES, type RemittedTax } from './return-layouts';
import type { ReturnReport, ReturnRow, ReturnTie } from './return-report';

const TITLES: Record<RemittedTax, string> = {
  valueAddedTax: 'Value added tax',
  withholdingTax: 'Withholding tax on interest',
  stampDuty: 'Stamp duty',
};

/** The ledgers of each tax: of VAT and stamp duty from the configuration, of withholding tax from the products. */
const LEDGERS = `SELECT 'valueAddedTax' AS tax, g.id::float8 AS id FROM institution_setting s
    JOIN gl_account g ON g.institution_id = $1 AND g.code = s.value
   WHERE s.institution_id = $1 AND s.key = 'VAT_LEDGER_CODE'
  UNION SELECT 'stampDuty', g.id::float8 FROM institution_setting s
    JOIN gl_account g ON g.institution_id = $1 AND g.code = s.value
   WHERE s.institution_id = $1 AND s.key = 'STAMP_DUTY_LEDGER_CODE'
  UNION SELECT 'withholdingTax', withholding_tax_payable_gl_account_id::float8 FROM savings_product_terms
   WHERE institution_id = $1
  UNION SELECT 'withholdingTax', withholding_tax_payable_gl_account_id::float8 FROM fixed_deposit_product_terms
   WHERE institution_id = $1`;

/** Movements of ledgers ($4) in a period ($2 to $3), by kind of posting; every reversal counts as `reversal`. */
const MOVED = `SELECT e.account_id::float8 AS "ledgerId", CASE WHEN p.reverses_id IS NULL THEN p.kind ELSE 'reversal' END AS kind,
    count(*)::integer AS entries,
    sum(CASE e.side WHEN 'credit' THEN e.amount_kobo ELSE 0 END)::text AS credits,
    sum(CASE e.side WHEN 'debit' THEN e.amount_kobo ELSE 0 END)::text AS debits
  FROM posting_entry e JOIN posting p ON p.institution_id = e.institution_id AND p.id = e.posting_id
 WHERE e.institution_id = $1 AND e.account_id = ANY($4::bigint[]) AND p.status = 'Posted'
   AND p.value_date BETWEEN $2::date AND $3::date
 GROUP BY 1, 2 ORDER BY 1, 2`;

const COLUMNS = [
  { title: 'Entries', kind: 'number' as const },
  { title: 'Charged', kind: 'money' as const },
  { title: 'Paid or given back', kind: 'money' as const },
  { title: 'Payable', kind: 'money' as const },
];

interface Moved {
  ledgerId: number;
  kind: string;
  entries: number;
  credits: string;
  debits: string;
}

/** Amounts of each tax charged, paid over and owed, from the first of the month to the date. */
export async function taxRemittances(context: ReturnContext): Promise<ReturnReport> {
  const { tx, scope, to, layouts } = context;
  const from = `${to.slice(0, 8)}01`;
  const ledgers = await tx.query<{ tax: RemittedTax; id: number }[]>(LEDGERS, [scope.institutionId]);
  const moved = await tx.query<Moved[]>(MOVED, [scope.institutionId, from, to, ledgers.map(({ id }) => id)]);
  const before = await ledgerNets({ ...context, to: addDays(from, -1) });
  const after = await ledgerNets(context);
  const parts = REMITTED_TAXES.map((tax) => {
    const ids = [...new Set(ledgers.filter((ledger) => ledger.tax === tax).map(({ id }) => id))];
    const due = layouts.remittanceDays[tax];
    return taxPart(TITLES[tax] + (due === undefined ? '' : `, due ${printedDate(dueDate(to, due))}`), {
      codes: ids.map((id) => after.get(id)!.code).sort(),
      openingKobo: payable(before, ids),
      moved: moved.filter(({ ledgerId }) => ids.includes(ledgerId)),
      ledgerKobo: payable(after, ids),
    });
  });
  return {
    title: 'Remittance of taxes',
    from,
    to,
    columns: COLUMNS,
    rows: parts.flatMap(({ rows }) => rows),
    ties: parts.map(({ tie }) => tie),
  };
}

function taxPart(
  title: string,
  facts: { codes: string[]; openingKobo: bigint; moved: readonly Moved[]; ledgerKobo: bigint },
): { rows: ReturnRow[]; tie: ReturnTie } {
  const { codes, openingKobo, moved, ledgerKobo } = facts;
  const code = codes.join(', ');
  const rows = moved.map(({ kind, entries, credits, debits }): ReturnRow => ({
    code,
    title: kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' '),
    cells: [entries, BigInt(credits), BigInt(debits), null],
    isTotal: false,
  }));
  const sum = (index: 1 | 2): bigint => rows.reduce((total, { cells }) => total + (cells[index] as bigint), 0n);
  const closingKobo = openingKobo + sum(1) - sum(2);
  return {
    rows: [
      { code, title: `${title}: payable before`, cells: [null, null, null, openingKobo], isTotal: false },
      ...rows,
      { code, title: `${title}: to remit`, cells: [null, sum(1), sum(2), closingKobo], isTotal: true },
    ],
    tie: { title, returnKobo: closingKobo, ledgerKobo },
  };
}

function payable(nets: ReadonlyMap<number, LedgerNetAt>, ids: readonly number[]): bigint {
  return ids.reduce((sum, id) => sum - nets.get(id)!.netKobo, 0n);
}

/** The day of the month after the date; a month that is shorter ends on its last day. */
function dueDate(date: string, day: number): string {
  const first = addMonths(`${date.slice(0, 8)}01`, 1);
  return addDays(first, Math.min(day, daysInMonth(first)) - 1);
}
