import { Injectable } from '@nestjs/common';
import { Approval } from '../../approvals/approval.entity';
import type { Tx } from '../../common/database/unit-of-work';
import { duplicateReference } from '../../common/errors/duplicate-reference';
import { formatNaira, koboToNaira } from '../../common/money/naira';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { ledgerBalanceKobo } from '../../ledger/engine/available-balance';
import type { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { Posting } from '../../ledger/engine/posting.entity';
import { ledgerErrors } from '../../ledger/ledger.errors';
import type { Loan } from '../contract/loan.entity';
import type { RepaymentResult } from './repayments';
import type { RepaymentView } from './repayments.dto';

/** Looks up the ledgers that repayments are collected on. */
@Injectable()
export class CollectionsLedger {
  constructor(private readonly directory: AccountDirectory) {}

  /** Id of the ledger's account of record. @throws LEDGER_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422) */
  async idOf(institutionId: number, code: string, field = 'collectionsGL'): Promise<number> {
    const ledger = await this.directory.find(institutionId, code);
    if (ledger?.kind === 'virtual')
      throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED(`${field} must be a ledger, not a virtual account.`, { field });
    if (ledger?.kind !== 'gl')
      throw ledgerErrors.LEDGER_NOT_FOUND(`${field} is not the code of a ledger of the institution.`, { field });
    return ledger.ledgerAccountId;
  }
}

/**
 * The ledger must hold the money that a repayment takes from it, although other postings may take its balance below
 * zero (docs/api/loans.md#repayment). The posting refuses ledgers that requests may not name.
 * @throws INSUFFICIENT_FUNDS (422)
 */
export function assertOnLedger(
  accounts: ReadonlyMap<number, LedgerAccount>,
  ledgerId: number,
  amountKobo: bigint,
): void {
  const ledger = accounts.get(ledgerId)!;
  const isNamable = ledger.kind === 'gl' && !ledger.isControl && ledger.allowApi;
  // A debit adds to a ledger of assets.
  if (!isNamable || ledger.normalSide === 'debit' || ledgerBalanceKobo(ledger) >= amountKobo) return;
  throw ledgerErrors.INSUFFICIENT_FUNDS(`The ledger ${ledger.number} holds less than ${formatNaira(amountKobo)}.`);
}

/** The API view of a payment. */
export function repaymentView(
  loan: Loan,
  receipt: RepaymentResult,
  { referenceNumber, amountKobo }: { referenceNumber: string; amountKobo: bigint },
): RepaymentView {
  const { components } = receipt;
  return {
    id: loan.id,
    loanAccountNumber: loan.loanAccountNumber,
    referenceNumber,
    postingReferenceNumber: receipt.postingReferenceNumber,
    amount: koboToNaira(amountKobo),
    principalPaid: koboToNaira(components.principal),
    interestPaid: koboToNaira(components.interest),
    feePaid: koboToNaira(components.fee),
    defaultPaid: koboToNaira(components.default),
    penaltyPaid: koboToNaira(components.penalty),
    recovered: koboToNaira(receipt.recoveredKobo),
    outstandingPrincipal: koboToNaira(loan.outstandingPrincipalKobo),
    totalOutstanding: koboToNaira(receipt.outstandingKobo),
    loanStatus: receipt.status,
    nextDueDate: loan.nextDueDate,
    nextDueAmount: koboToNaira(loan.nextDueKobo),
  };
}

/**
 * Checked before all else, so that a repeated request gets this error and not one about the effects of the first.
 * @throws DUPLICATE_REFERENCE (409)
 */
export async function assertReferenceUnused(
  tx: Tx,
  institutionId: number,
  kind: string,
  reference: string,
): Promise<void> {
  if (await tx.existsBy(Posting, { institutionId, kind, reference })) throw duplicateReference('referenceNumber')();
}

/**
 * A reference may have one pending approval. Call it with the loan locked, so that the second of two simultaneous
 * requests sees the first.
 * @throws DUPLICATE_REFERENCE (409)
 */
export async function assertWaitsOnce(
  tx: Tx,
  institutionId: number,
  operation: string,
  reference: string,
  approvalId: number,
): Promise<void> {
  const others = tx
    .createQueryBuilder(Approval, 'approval')
    .where(
      `approval.institution_id = :institutionId AND approval.status = 'Pending'
        AND approval.operation = :operation AND approval.id <> :approvalId`,
      { institutionId, operation, approvalId },
    )
    .andWhere(`approval.details ->> 'referenceNumber' = :reference`, { reference });
  if (await others.getExists()) throw duplicateReference('referenceNumber')();
}
