import { Injectable } from '@nestjs/common';
import type { AuditAuthor } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import type { LoanContract } from '../contract/loan-contract.entity';
import { Loans } from '../contract/loans';
import { type DisbursementFollowUp, DisbursementFollowUps } from '../disbursement/disbursement-follow-ups';
import type { DisbursedLoan, DisbursementOrder } from '../disbursement/loan-disbursement';
import { EarlyRepayments } from './commands/repay-loan-early';
import { PAYMENT_OPTION } from './repayments.dto';

/**
 * Settles the loan that a new one refinances or tops up, out of the proceeds on the linked account: both happen, or
 * neither (docs/api/loans.md#refinancing).
 */
@Injectable()
@MemberOf(DisbursementFollowUps)
export class Refinancings implements DisbursementFollowUp {
  readonly name = 'refinancing';

  constructor(
    private readonly loans: Loans,
    private readonly early: EarlyRepayments,
  ) {}

  /** @throws LOAN_NOT_FOUND (404) */
  async lockRows(tx: Tx, { institutionId, particulars: { refinancedLoanNumber } }: LoanContract): Promise<void> {
    if (typeof refinancedLoanNumber === 'string') await this.loans.lock(tx, institutionId, refinancedLoanNumber);
  }

  /** @throws LOAN_NOT_FOUND (404), LOAN_STATUS_REFUSED (409), INSUFFICIENT_FUNDS (422) */
  async afterDisbursement(
    tx: Tx,
    by: AuditAuthor,
    { locked: { contract }, netKobo }: DisbursedLoan,
    { reference }: DisbursementOrder,
  ): Promise<void> {
    const { refinancedLoanNumber } = contract.particulars;
    if (typeof refinancedLoanNumber !== 'string') return;
    const body = {
      loanAccountNumber: refinancedLoanNumber,
      referenceNumber: reference,
      paymentOption: PAYMENT_OPTION.FullSettlement,
      source: 'LinkedAccount',
    } as const;
    await this.early.pay(tx, by, body, netKobo);
  }
}
