import { LOAN_CLASSIFICATIONS, type LoanClassification } from '../../loans/contract/loan.entity';
import { ECONOMIC_SECTORS } from '../../loans/origination/economic-sectors';
import { datedAccounts } from './dated-accounts';
import { ledgerNets, type ReturnContext } from './return-context';
import { type ReturnReport, type ReturnRow, sumOfCells, totalRow } from './return-report';

const LOANS = 'SELECT id FROM loan WHERE institution_id = $1 AND disbursement_date IS NOT NULL';

/**
 * The principal comes from the loans' accounts by value date, class and allowance from their positions at the end of
 * the date.
 */
const CELLS = `SELECT d.ledger_id::float8 AS "ledgerId", c.particulars ->> 'economicSector' AS sector,
    coalesce(p.classification, 'Performing') AS classification, count(*)::integer AS loans,
    (-sum(d.kobo))::text AS principal, coalesce(sum(p.allowance_kobo), 0)::text AS allowance
  FROM (${datedAccounts(LOANS)}) d
  JOIN loan l ON l.institution_id = $1 AND l.id = d.id
  JOIN loan_contract c ON c.institution_id = $1 AND c.id = l.contract_id
  LEFT JOIN loan_position p ON p.institution_id = $1 AND p.loan_id = d.id AND p.date <= $2::date AND p.until > $2::date
 WHERE d.kobo <> 0 OR p.allowance_kobo <> 0
 GROUP BY 1, 2, 3`;

/** The allowance in the books by value date: its accounts stand below one control ledger. */
const ALLOWANCE = `SELECT coalesce(sum(kobo), 0)::text AS kobo FROM (${datedAccounts(
  `SELECT id FROM loan_provision_account WHERE institution_id = $1 AND classification <> 'Reserve'`,
)}) d`;

interface Cell {
  ledgerId: number;
  sector: string | null;
  classification: LoanClassification;
  loans: number;
  principal: string;
  allowance: string;
}

const COLUMNS = [
  { title: 'Loans', kind: 'number' as const },
  ...LOAN_CLASSIFICATIONS.map((title) => ({ title: titleOf(title), kind: 'money' as const })),
  { title: 'Principal', kind: 'money' as const },
  { title: 'Allowance', kind: 'money' as const },
];
const PRINCIPAL = COLUMNS.length - 2;
const WITHOUT_SECTOR = 'Without a sector';

/** Outstanding principal of loans by sector and class, with the allowance. */
export async function loansBySector(context: ReturnContext): Promise<ReturnReport> {
  const { tx, scope, to } = context;
  const cells = await tx.query<Cell[]>(CELLS, [scope.institutionId, to]);
  const [{ kobo: allowance }] = await tx.query<[{ kobo: string }]>(ALLOWANCE, [scope.institutionId, to]);
  const nets = await ledgerNets(context);
  const sectors = [...new Set(cells.map(({ sector }) => sector))].sort((a, b) => ((a ?? '~') < (b ?? '~') ? -1 : 1));
  const rows = sectors.map((sector) =>
    sectorRow(
      sector,
      cells.filter((cell) => cell.sector === sector),
    ),
  );
  const ledgerIds = [...new Set(cells.map(({ ledgerId }) => ledgerId))];
  return {
    title: 'Loans by sector and class',
    from: null,
    to,
    columns: COLUMNS,
    rows: [...rows, totalRow('Total', rows, COLUMNS)],
    ties: [
      {
        title: `Principal of loans (${ledgerIds
          .map((id) => nets.get(id)!.code)
          .sort()
          .join(', ')})`,
        returnKobo: sumOfCells(rows, PRINCIPAL),
        ledgerKobo: ledgerIds.reduce((sum, id) => sum + nets.get(id)!.netKobo, 0n),
      },
      {
        title: 'Allowance for loan losses',
        returnKobo: sumOfCells(rows, PRINCIPAL + 1),
        ledgerKobo: BigInt(allowance),
      },
    ],
  };
}

function sectorRow(sector: string | null, cells: readonly Cell[]): ReturnRow {
  const sum = (of: readonly Cell[], name: 'principal' | 'allowance'): bigint =>
    of.reduce((total, cell) => total + BigInt(cell[name]), 0n);
  const byClass = LOAN_CLASSIFICATIONS.map((name) =>
    sum(
      cells.filter(({ classification }) => classification === name),
      'principal',
    ),
  );
  return {
    code: sector,
    title:
      sector === null ? WITHOUT_SECTOR : (ECONOMIC_SECTORS[Number(sector) as keyof typeof ECONOMIC_SECTORS] ?? sector),
    cells: [
      cells.reduce((count, { loans }) => count + loans, 0),
      ...byClass,
      sum(cells, 'principal'),
      sum(cells, 'allowance'),
    ],
    isTotal: false,
  };
}

function titleOf(name: LoanClassification): string {
  return name === 'PassAndWatch' ? 'Pass and watch' : name;
}
