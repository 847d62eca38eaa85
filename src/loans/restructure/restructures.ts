import { Injectable } from '@nestjs/common';
import type { Approval } from '../../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../../approvals/approval-subjects';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import { AuditLog } from '../../common/audit/audit-log';
import { IdAllocator } from '../../common/database/id-allocator';
import type { Tx } from '../../common/database/unit-of-work';
import { actorName, type StaffActor } from '../../common/http/actor';
import { koboToNaira } from '../../common/money/naira';
import { MemberOf } from '../../common/registry/registry';
import { Clock } from '../../common/time/clock';
import { bringUpToDate } from '../accrual/recognise-income';
import { rowFacts } from '../contract/instalment-amounts';
import { LoanBookkeeping } from '../contract/loan-bookkeeping';
import { LoanChange } from '../contract/loan-change';
import { LoanContract } from '../contract/loan-contract.entity';
import type { LockedLoan } from '../contract/loans';
import { loansErrors } from '../loans.errors';
import { VatLedger } from '../origination/loan-charges';
import { PAYMENT_TYPE } from '../schedule/schedule-terms';
import type { RestructureBody } from '../servicing/servicing.dto';
import { servicingPermissions } from '../servicing/servicing.permissions';
import { StaffChanges } from '../servicing/staff-changes';
import { newTerms, onlyMovesDates } from './new-terms';
import { type NewTerms, restructure } from './restructure-schedule';
import { assertRestructuredTerms } from './restructured-terms';

export const LOAN_RESTRUCTURE = 'loan-restructure';

/** Gives loans new terms from a day on, after approval (docs/api/loans.md#restructure). */
@Injectable()
@MemberOf(ApprovalSubjects)
export class Restructures implements ApprovalSubject {
  readonly operation = LOAN_RESTRUCTURE;
  readonly title = 'Loan restructure';
  readonly permission = servicingPermissions.approveLoanChanges;

  constructor(
    private readonly changes: StaffChanges,
    private readonly bookkeeping: LoanBookkeeping,
    private readonly vat: VatLedger,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /**
   * The dates count from the day of the approval.
   * @throws LOAN_TERMS_REFUSED (422) when no schedule can be made then
   */
  async onApproved(tx: Tx, approval: Approval, staff: StaffActor): Promise<void> {
    const { institutionId, id, maker } = approval;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const { loans, body } = await this.changes.lockApproved<RestructureBody>(tx, approval);
    const target = { loanIds: loans.map(({ loan }) => loan.id) };
    await assertRestructuredTerms(tx, institutionId, target, body, businessDate);
    const by = { institutionId, actor: maker };
    const reference = `RS-${id}`;
    const changes: LoanChange[] = [];
    for (const locked of loans) {
      const terms = { id: await this.ids.next(), createdAt: this.clock.institutionNow(institutionId) };
      const vatLedgerId = await this.vat.idFor(tx, institutionId, locked.instalments);
      const change = restructureLoan(locked, body, businessDate, terms, vatLedgerId);
      await tx.insert(LoanContract, { ...change.locked.contract });
      changes.push(change);
    }
    const amountKobo = changes.reduce((sum, { locked }) => sum + locked.contract.principalKobo, 0n);
    await this.bookkeeping.record(tx, by, changes, {
      postingKind: LOAN_RESTRUCTURE,
      reference,
      narration: 'Restructure of loans',
      origin: 'portal',
      businessDate,
      amountKobo,
      otherLegs: [],
      notes: body.reason,
    });
    for (const { locked } of changes) {
      const { id: loanId, loanAccountNumber } = locked.loan;
      const { version, principalKobo } = locked.contract;
      const details = {
        loanAccountNumber,
        version,
        principal: koboToNaira(principalKobo),
        ...body,
        approvedBy: actorName(staff),
      };
      await this.audit.record(tx, by, { action: 'loan.restructure', subject: `loan:${loanId}`, details });
    }
  }

  async onDeclined(tx: Tx, approval: Approval): Promise<void> {
    await this.changes.clearDeclined(tx, approval);
  }
}

/** Tries a restructure in memory. @throws LOAN_TERMS_REFUSED (422) */
export function attemptRestructure(locked: LockedLoan, body: RestructureBody, businessDate: string): void {
  // The attempt posts nothing, so ids and the VAT ledger are placeholders.
  restructureLoan(locked, body, businessDate, { id: 0, createdAt: new Date(0) }, 0);
}

/** Gives a locked loan new terms, in memory. @throws LOAN_TERMS_REFUSED (422) */
export function restructureLoan(
  locked: LockedLoan,
  body: RestructureBody,
  businessDate: string,
  facts: Pick<NewTerms, 'id' | 'createdAt'>,
  vatLedgerId: number | undefined,
): LoanChange {
  const { loan, contract, instalments } = locked;
  if (contract.interestPaymentType === PAYMENT_TYPE.Upfront) {
    throw loansErrors.LOAN_TERMS_REFUSED(
      `The interest of the loan ${loan.loanAccountNumber} was taken upfront, so its schedule cannot be replaced; ` +
        'settle the loan and create a new one.',
    );
  }
  const replaced = instalments.map(rowFacts);
  const change = new LoanChange(locked);
  bringUpToDate(change, { incomeAsOf: businessDate, chargesAsOf: businessDate }, vatLedgerId);
  const terms = {
    ...newTerms(contract, instalments, body, businessDate),
    ...facts,
    keepsInstalment: onlyMovesDates(body),
  };
  const next = restructure(change, terms, body.accruedInterest, businessDate);
  change.status = 'Restructured';
  change.recordTransaction('Restructure', next.principalKobo, undefined, {
    contractId: next.id,
    version: next.version,
    accruedInterest: body.accruedInterest,
    replaced,
  });
  return change;
}
