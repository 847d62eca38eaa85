import type { Tx } from '../common/database/unit-of-work';
import { interestLedgerId } from '../fixed-deposits/deposit-legs';
import type { ContractTerms } from '../loans/origination/contract-terms';
import { type BroughtLoan, broughtLoan } from './brought-loan';
import { broughtDeposit } from './deposit-line';
import type { ImportReferences } from './import-references';
import type { BroughtAmount, StagedContent } from './imported-line';
import { instalmentOfValues } from './instalment-line';
import { boundedReason } from './record-fields';
import { revived, stagedText } from './staged-json';
import type { StatedDeposit, StatedPart } from './stated-contracts';
import type { StatedLoan } from './stated-contracts';

/** Contracts that are worked out at once. */
const CONTRACTS_MAX = 500;

/** A staged contract, with the group of lines of the other file that belongs to it. */
export interface StagedContract {
  line: string;
  content: StagedContent;
  items: unknown[] | null;
  items_refusal: string | null;
}

const contractsOf = (file: string, itemsFile: string): string => `
  SELECT r.line, r.content, i.content -> 'items' AS items, i.refusal AS items_refusal
    FROM import_row r
    LEFT JOIN LATERAL (SELECT i.content, i.refusal FROM import_row i
           WHERE i.institution_id = $1 AND i.import_id = $2 AND i.file = '${itemsFile}' AND i.key = r.key
           ORDER BY i.refusal IS NULL LIMIT 1) i ON true
   WHERE r.institution_id = $1 AND r.import_id = $2 AND r.file = '${file}' AND r.line > $3 AND r.refusal IS NULL
   ORDER BY r.line LIMIT ${CONTRACTS_MAX}`;

const RECORD = `UPDATE import_row r SET refusal = c.refusal, balance_kobo = c.balance_kobo,
    content = r.content || c.worked
  FROM jsonb_to_recordset($4::jsonb) AS c (line bigint, refusal varchar, balance_kobo bigint, worked jsonb)
 WHERE r.institution_id = $1 AND r.import_id = $2 AND r.file = $3 AND r.line = c.line`;

/** What a contract brings to ledgers, or why it cannot be taken over. */
type Checked = { brings: BroughtAmount[] } | { faults: string[] };

/**
 * Works every staged loan and deposit out with the lines that belong to it: refuses what does not fit together, and
 * keeps what the others bring to ledgers.
 */
export async function settleContracts(
  tx: Tx,
  { institutionId, importId }: { institutionId: number; importId: number },
  references: ImportReferences,
): Promise<void> {
  const key = [institutionId, importId];
  await settleFile(tx, key, 'loans', 'loan_instalments', (contract) => checkedLoan(contract, references));
  await settleFile(tx, key, 'deposits', 'deposit_parts', checkedDeposit);
}

async function settleFile(
  tx: Tx,
  key: number[],
  file: 'loans' | 'deposits',
  itemsFile: 'loan_instalments' | 'deposit_parts',
  check: (contract: StagedContract) => Checked,
): Promise<void> {
  for (let after = '0'; ;) {
    const contracts = await tx.query<StagedContract[]>(contractsOf(file, itemsFile), [...key, after]);
    const results = contracts.map((contract) => {
      const checked =
        contract.items_refusal === null ? check(contract) : { faults: [`${itemsFile}.csv has faults in its lines`] };
      if ('faults' in checked)
        return {
          line: contract.line,
          refusal: boundedReason(`${checked.faults.join('; ')}.`),
          balance_kobo: 0n,
          worked: { brings: [] },
        };
      const { brings } = checked;
      return {
        line: contract.line,
        refusal: null,
        balance_kobo: brings.reduce((sum, { kobo }) => sum + kobo, 0n),
        worked: { brings },
      };
    });
    if (results.length > 0) await tx.query(RECORD, [...key, file, stagedText(results)]);
    if (contracts.length < CONTRACTS_MAX) return;
    after = contracts.at(-1)!.line;
  }
}

/** A staged loan with its terms and figures. */
export interface WorkedLoan {
  stated: StatedLoan;
  contract: ContractTerms;
  brought: BroughtLoan;
}

/** Works a staged loan out. */
export function workedLoan(
  { content, items }: Pick<StagedContract, 'content' | 'items'>,
  { institution: { businessDate }, scale }: Pick<ImportReferences, 'institution' | 'scale'>,
): WorkedLoan | { faults: string[] } {
  const stated = revived<StatedLoan>(content.loan!.stated);
  const contract = revived<ContractTerms>(content.loan!.contract);
  const rows = ((items ?? []) as unknown[][]).map(instalmentOfValues);
  const brought = broughtLoan(stated, contract, rows, { businessDate, scale });
  return 'faults' in brought ? brought : { stated, contract, brought };
}

function checkedLoan(staged: StagedContract, references: ImportReferences): Checked {
  const worked = workedLoan(staged, references);
  if ('faults' in worked) return worked;
  const { stated, contract, brought } = worked;
  const { balances, suspendedKobo } = brought;
  const product = [...references.loanProducts.values()].find((offer) => offer.product.id === stated.productId)!.product;
  const all: [number, bigint][] = [
    [product.controlGlAccountId, -balances.principal],
    [contract.interestReceivableGlAccountId, -balances.interest],
    [contract.feeReceivableGlAccountId, -balances.fee],
    [contract.defaultReceivableGlAccountId, -balances.default],
    [contract.penaltyReceivableGlAccountId, -balances.penalty],
    [contract.unearnedInterestGlAccountId, balances.unearned + balances.ahead],
    [contract.interestInSuspenseGlAccountId, suspendedKobo],
    [references.allowanceLedgerId ?? 0, stated.allowanceKobo],
  ];
  return { brings: all.filter(([, kobo]) => kobo !== 0n).map(([ledgerId, kobo]) => ({ ledgerId, kobo })) };
}

/** A staged deposit with its parts. */
export interface WorkedDeposit {
  stated: StatedDeposit;
  parts: StatedPart[];
  accruedKobo: bigint;
}

/** Works a staged deposit out. */
export function workedDeposit({
  content,
  items,
}: Pick<StagedContract, 'content' | 'items'>): WorkedDeposit | { faults: string[] } {
  const stated = revived<StatedDeposit>(content.deposit!);
  const worked = broughtDeposit(
    stated,
    ((items ?? []) as object[]).map((part) => revived<StatedPart>(part)),
  );
  return 'faults' in worked ? worked : { stated, ...worked };
}

function checkedDeposit(staged: StagedContract): Checked {
  const worked = workedDeposit(staged);
  if ('faults' in worked) return worked;
  const { stated, accruedKobo } = worked;
  const owedKobo = accruedKobo - stated.paidKobo;
  const ledger = interestLedgerId({ ...stated, contractNo: '', ledgerAccountId: 0 });
  return {
    brings: [
      { ledgerId: stated.controlLedgerId, kobo: stated.principalKobo },
      ...(owedKobo === 0n ? [] : [{ ledgerId: ledger, kobo: owedKobo }]),
    ],
  };
}
