import { formatNaira } from '../../common/money/naira';
import { datedAccounts } from './dated-accounts';
import { ledgerNets, type ReturnContext } from './return-context';
import { type ReturnReport, type ReturnRow, sumOfCells, totalRow } from './return-report';

/** Accounts of customers' deposits: those of deposit accounts, and the principal of fixed deposits. */
const DEPOSITS = `SELECT id FROM deposit_account WHERE institution_id = $1
  UNION SELECT ledger_account_id FROM fixed_deposit WHERE institution_id = $1`;

/** $3: upper ends of the bands in kobo. Band 0 is overdrawn, band 1 is empty. */
const BANDS = `SELECT ledger_id::float8 AS "ledgerId",
    CASE WHEN kobo < 0 THEN 0 WHEN kobo = 0 THEN 1
         ELSE 2 + (SELECT count(*) FROM unnest($3::bigint[]) AS e(end_kobo) WHERE d.kobo > e.end_kobo) END::integer AS band,
    count(*)::integer AS accounts, sum(kobo)::text AS kobo
  FROM (${datedAccounts(DEPOSITS)}) d GROUP BY 1, 2`;

const COLUMNS = [
  { title: 'Accounts', kind: 'number' as const },
  { title: 'Balance', kind: 'money' as const },
];

interface BandRow {
  ledgerId: number;
  band: number;
  accounts: number;
  kobo: string;
}

/** Customers' deposits by the size of the account, for each ledger of deposits. */
export async function depositsByBand(context: ReturnContext): Promise<ReturnReport> {
  const { tx, scope, to, layouts } = context;
  const ends = layouts.depositBands.map((naira) => BigInt(naira) * 100n);
  const found = await tx.query<BandRow[]>(BANDS, [scope.institutionId, to, ends.map(String)]);
  const nets = await ledgerNets(context);
  const titles = bandTitles(ends);
  const groups = [...new Set(found.map(({ ledgerId }) => ledgerId))]
    .map((id) => ({ id, ...nets.get(id)! }))
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    .map((ledger) => {
      const rows = titles.flatMap((title, band): ReturnRow[] => {
        const cell = found.find((row) => row.ledgerId === ledger.id && row.band === band);
        return cell
          ? [
              {
                code: ledger.code,
                title: `${ledger.name}: ${title}`,
                cells: [cell.accounts, BigInt(cell.kobo)],
                isTotal: false,
              },
            ]
          : [];
      });
      return { ledger, rows, total: totalRow(`Total ${ledger.name}`, rows, COLUMNS) };
    });
  return {
    title: 'Deposits by size of account',
    from: null,
    to,
    columns: COLUMNS,
    rows: [
      ...groups.flatMap(({ rows, total }) => [...rows, total]),
      totalRow(
        'Total deposits',
        groups.map(({ total }) => total),
        COLUMNS,
      ),
    ],
    ties: groups.map(({ ledger, rows }) => ({
      title: `${ledger.code} ${ledger.name}`,
      returnKobo: sumOfCells(rows, 1),
      ledgerKobo: -ledger.netKobo,
    })),
  };
}

function bandTitles(ends: readonly bigint[]): string[] {
  const bands = ends.map((end, index) =>
    index === 0 ? `up to ${formatNaira(end)}` : `above ${formatNaira(ends[index - 1]!)} to ${formatNaira(end)}`,
  );
  return ['overdrawn', 'without balance', ...bands, `above ${formatNaira(ends.at(-1)!)}`];
}
