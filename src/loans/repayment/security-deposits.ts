import { Injectable } from '@nestjs/common';
import type { Lien } from '../../accounts/liens/lien.entity';
import { Liens } from '../../accounts/liens/liens';
import type { Approval } from '../../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import { type AuditAuthor, AuditLog } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { actorName, type StaffActor } from '../../common/http/actor';
import { koboToNaira, nairaToKobo } from '../../common/money/naira';
import { MemberOf } from '../../common/registry/registry';
import { LedgerAccounts } from '../../ledger/chart/ledger-accounts';
import { sumOfAmounts, totalKobo, unpaidOf } from '../contract/instalment-amounts';
import { accountsOfLoan } from '../contract/loan-accounts';
import { securityHeldFor } from '../contract/loan-bookkeeping';
import { loanLegs } from '../contract/loan-change';
import { type LoanStatus, RUNNING_STATUSES } from '../contract/loan-status';
import type { LockedLoan } from '../contract/loans';
import { loansErrors } from '../loans.errors';
import type { ApplySecurityDepositBody } from '../servicing/servicing.dto';
import { servicingPermissions } from '../servicing/servicing.permissions';
import { StaffChanges } from '../servicing/staff-changes';
import { Repayments } from './repayments';

export const LOAN_SECURITY_DEPOSIT = 'loan-security-deposit';

/** The lien lasts until the loan closes, so the deposit can pay a written-off loan too. */
export const SECURED_STATUSES: readonly LoanStatus[] = [...RUNNING_STATUSES, 'WrittenOff'];

/** Pays what is due of a loan from its security deposit, after approval (docs/api/loans.md#security-deposits). */
@Injectable()
@MemberOf(ApprovalSubjects)
export class SecurityDeposits implements ApprovalSubject {
  readonly operation = LOAN_SECURITY_DEPOSIT;
  readonly title = 'Loan security deposit';
  readonly permission = servicingPermissions.approveLoanChanges;

  constructor(
    private readonly changes: StaffChanges,
    private readonly repayments: Repayments,
    private readonly liens: Liens,
    private readonly ledgerAccounts: LedgerAccounts,
    private readonly audit: AuditLog,
  ) {}

  /** @throws NO_SECURITY_DEPOSIT, NOTHING_DUE (422), and the errors of the linked account */
  async onApproved(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const { institutionId, id, maker } = approval;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const { loans, body } = await this.changes.lockApproved<ApplySecurityDepositBody>(tx, approval, SECURED_STATUSES);
    const locked = loans[0]!;
    const by = { institutionId, actor: maker };
    const amountKobo = await this.freeLien(tx, by, locked, body, businessDate);
    const { loan } = locked;
    const { status } = await this.repayments.receive(tx, by, locked, {
      kind: 'SecurityDeposit',
      postingKind: LOAN_SECURITY_DEPOSIT,
      reference: `SD-${id}`,
      businessDate,
      origin: 'portal',
      narration: `Security deposit of loan ${loan.loanAccountNumber}`,
      notes: body.reason,
      amountKobo,
      debits: loanLegs(loan.linkedAccountId, 'debit', amountKobo, 'principal'),
    });
    const details = {
      loanAccountNumber: loan.loanAccountNumber,
      amount: koboToNaira(amountKobo),
      reason: body.reason,
      loanStatus: status,
      approvedBy: actorName(staff),
    };
    await this.audit.record(tx, by, { action: 'loan.apply-security-deposit', subject: `loan:${loan.id}`, details });
  }

  async onDeclined(tx: Tx, approval: Approval): Promise<void> {
    await this.changes.clearDeclined(tx, approval);
  }

  /** Reduces the lien by the amount that is due. @returns the amount in kobo */
  private async freeLien(
    tx: Tx,
    by: AuditAuthor,
    locked: LockedLoan,
    body: ApplySecurityDepositBody,
    businessDate: string,
  ): Promise<bigint> {
    const lien = await this.liens.lockHeldFor(tx, by.institutionId, securityHeldFor(locked.loan.id));
    if (!lien) throw loansErrors.NO_SECURITY_DEPOSIT();
    const amountKobo = applicableKobo(lien, locked, body, businessDate);
    if (amountKobo === 0n) throw loansErrors.NOTHING_DUE();
    await this.ledgerAccounts.lockAll(tx, by.institutionId, accountsOfLoan(locked));
    if (amountKobo === lien.amountKobo) await this.liens.release(tx, by, lien);
    else await this.liens.change(tx, by, lien, { amountKobo: lien.amountKobo - amountKobo });
    return amountKobo;
  }
}

function applicableKobo(
  { amountKobo }: Lien,
  { loan, instalments }: LockedLoan,
  { amount }: ApplySecurityDepositBody,
  businessDate: string,
): bigint {
  const dueKobo =
    loan.status === 'WrittenOff'
      ? loan.writtenOffKobo
      : totalKobo(sumOfAmounts(instalments.filter(({ dueDate }) => dueDate <= businessDate).map(unpaidOf)));
  const wantedKobo = amount === undefined || amount === null ? amountKobo : nairaToKobo(amount)!;
  return [amountKobo, dueKobo, wantedKobo].reduce((least, kobo) => (kobo < least ? kobo : least));
}
