import { addRows } from '../common/database/rows';
import { LoanPosition, NO_END } from '../loans/provisions/loan-position.entity';
import { ProvisionAccounts, type ProvisionGroup } from '../loans/provisions/provision-accounts';
import type { LoanToStore } from './new-loan';
import type { BroughtBalance } from './opening-journals';
import type { StepContext } from './step-context';

/** The first stage of impairment; the next end of day works the stage out. */
const FIRST_STAGE = 1;

/**
 * Keeps the allowances that loans bring as their first positions, and opens the accounts of their branches, products
 * and classes. The next end of day posts only what its own allowance differs by.
 * @returns the balance that each loan with an allowance adds to one of those accounts
 */
export async function allowanceBalances(
  { app, tx, started, references }: StepContext,
  loans: readonly LoanToStore[],
): Promise<Map<number, BroughtBalance[]>> {
  const { institutionId, cutOverOn } = started;
  const provided = loans.filter(({ worked }) => worked.stated.allowanceKobo > 0n);
  if (provided.length === 0) return new Map();
  const provisions = app.get(ProvisionAccounts, { strict: false });
  const known = new Map(
    (await provisions.lock(tx, institutionId)).map(({ group, accountId }) => [keyOf(group), accountId]),
  );
  const balances = new Map<number, BroughtBalance[]>();
  for (const { loan, worked } of provided) {
    const group = { branchId: loan.branchId, productId: loan.productId, classification: loan.classification };
    const accountId =
      known.get(keyOf(group)) ?? (await provisions.open(tx, institutionId, group, references.allowanceLedgerId!));
    known.set(keyOf(group), accountId);
    balances.set(loan.id, [{ accountId, balanceKobo: worked.stated.allowanceKobo }]);
  }
  await addRows(
    tx,
    LoanPosition,
    provided.map(({ loan, worked }) => ({
      institutionId,
      loanId: loan.id,
      date: cutOverOn!,
      until: NO_END,
      branchId: loan.branchId,
      productId: loan.productId,
      accountOfficerStaffID: loan.accountOfficerStaffID,
      agentId: null,
      classification: loan.classification,
      stage: FIRST_STAGE,
      overdueSince: loan.overdueSince,
      principalKobo: loan.outstandingPrincipalKobo,
      exposureKobo: loan.outstandingPrincipalKobo,
      prudentialKobo: 0n,
      expectedLossKobo: 0n,
      allowanceKobo: worked.stated.allowanceKobo,
      usedKobo: 0n,
    })),
  );
  return balances;
}

function keyOf({ branchId, productId, classification }: ProvisionGroup): string {
  return `${branchId}|${productId}|${classification}`;
}
