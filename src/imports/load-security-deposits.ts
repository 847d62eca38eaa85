import { Lien } from '../accounts/liens/lien.entity';
import { IdAllocator } from '../common/database/id-allocator';
import { addRows } from '../common/database/rows';
import { Clock } from '../common/time/clock';
import { LedgerAccounts } from '../ledger/chart/ledger-accounts';
import { securityHeldFor } from '../loans/contract/loan-bookkeeping';
import type { LoanToStore } from './new-loan';
import type { StepContext } from './step-context';

/** Places the liens of security deposits, which are released when their loans close. */
export async function placeSecurityDeposits(
  { app, tx, started: { institutionId }, actor }: StepContext,
  loans: readonly LoanToStore[],
): Promise<void> {
  const secured = loans.filter(({ contract }) => contract.securityDepositKobo > 0n);
  if (secured.length === 0) return;
  const ids = await app.get(IdAllocator).block(secured.length);
  const ledgerAccounts = app.get(LedgerAccounts, { strict: false });
  const locked = await ledgerAccounts.lockAll(
    tx,
    institutionId,
    secured.map(({ linked }) => linked.id),
  );
  const placedAt = app.get(Clock).institutionNow(institutionId);
  await addRows(
    tx,
    Lien,
    secured.map(({ loan, contract, linked }) => ({
      institutionId,
      id: ids.next(),
      accountId: linked.id,
      accountNumber: linked.accountNumber,
      amountKobo: contract.securityDepositKobo,
      referenceNumber: securityHeldFor(loan.id),
      heldFor: securityHeldFor(loan.id),
      reason: `Security deposit of loan ${loan.loanAccountNumber}`,
      formOfLien: 'LoanSecurityDeposit',
      expiryDate: null,
      status: 'Active' as const,
      placedBy: actor,
      placedAt,
      endedBy: null,
      endedAt: null,
    })),
  );
  for (const { linked, contract } of secured)
    await ledgerAccounts.changeLiened(tx, locked.get(linked.id)!, contract.securityDepositKobo);
}
