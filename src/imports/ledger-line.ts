import type { ImportedLine, LineContext } from './imported-line';
import type { RecordFields } from './record-fields';

/**
 * The balance of a ledger in one branch. A control ledger is stated too: its lines book nothing, and their sum must be
 * the sum of its accounts. What loans and deposits bring of another ledger is part of its line, and they book it.
 */
export function ledgerLine(fields: RecordFields, { references }: LineContext): ImportedLine {
  const code = fields.text('ledger_code', 20);
  // What belongs to no branch belongs to the head office.
  const branchCode = fields.optional('branch_code', 20) ?? '';
  const [debitKobo, creditKobo] = (['debit', 'credit'] as const).map((column) =>
    fields.kobo(column, { optional: true }),
  ) as [bigint, bigint];
  const ledger = references.ledgers.get(code);
  if (code !== '' && !ledger) fields.refuse(`ledger_code ${code} is no ledger; create it first`);
  if (ledger?.id === references.suspense.id)
    fields.refuse(`ledger_code ${code} is the migration-suspense ledger, which only opening journals fill`);
  if (branchCode !== '' && !references.branches.has(branchCode))
    fields.refuse(`branch_code ${branchCode} is no branch; create it first`);
  if (debitKobo > 0n && creditKobo > 0n) fields.refuse('either debit or credit must be empty');
  // The reserve has one account of record, which its line books.
  const isReserve = ledger?.id === (references.reserveLedgerId ?? 0);
  return {
    key: `${code}|${branchCode}`,
    ownerKey: code,
    balanceKobo: creditKobo - debitKobo,
    branchCode,
    productCode: null,
    content: {
      rows: [],
      ledgerId: ledger?.id ?? null,
      isControl: (ledger?.isControl ?? false) && !isReserve,
      isReserve,
      isSuspense: ledger !== undefined && references.suspenseLedgerIds.has(ledger.id),
    },
  };
}
