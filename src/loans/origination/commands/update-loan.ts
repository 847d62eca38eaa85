import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Customer } from '../../../accounts/customers/customer.entity';
import { pendingApproval } from '../../../approvals/approval-rows';
import { lockBusinessDate } from '../../../business-day/lock-business-date';
import { AuditLog } from '../../../common/audit/audit-log';
import { changeOf } from '../../../common/audit/change-of';
import type { Tx } from '../../../common/database/unit-of-work';
import { Outcome } from '../../../common/http/outcome';
import { validationFailed } from '../../../common/http/validation.pipe';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { isEmptied } from '../../../metadata/lost-values';
import { RecordHolds } from '../../../metadata/record-holds';
import { Product } from '../../../products/product.entity';
import type { Loan } from '../../contract/loan.entity';
import { LoanContract } from '../../contract/loan-contract.entity';
import { ENDED_STATUSES } from '../../contract/loan-status';
import { Loans, type LockedLoan } from '../../contract/loans';
import { LoanCreditLimits } from '../../limits/loan-credit-limits';
import type { UpdateLoanBody } from '../../loans.dto';
import { loansErrors } from '../../loans.errors';
import { readLoanRecords } from '../../reading/read-loan-records';
import { areSameTerms, areTerms, changedLoanFields } from '../changed-fields';
import { termsFacts } from '../contract-terms';
import { LoanApprovals } from '../loan-approvals';
import { LoanOffers } from '../loan-offers';
import { termsOfLoan } from '../loan-origination';
import { LoanParties } from '../loan-parties';

/**
 * Updates a loan: its terms before disbursement; officer, agent and notes until it has ended
 * (docs/api/loans.md#update).
 */
export class UpdateLoan extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: UpdateLoanBody,
  ) {
    super();
  }
}

/** The loan as the request names it. */
type LoanName = { id: number } | { loanAccountNumber: string };

/** A locked loan with the ids of its locked pending approvals. */
interface WaitingLoan {
  locked: LockedLoan;
  approvalIds: number[];
}

@CommandHandler(UpdateLoan)
export class UpdateLoanHandler implements ICommandHandler<UpdateLoan> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly loans: Loans,
    private readonly parties: LoanParties,
    private readonly offers: LoanOffers,
    private readonly approvals: LoanApprovals,
    private readonly audit: AuditLog,
    private readonly limits: LoanCreditLimits,
    private readonly holds: RecordHolds,
  ) {}

  async execute({ write, body }: UpdateLoan): Promise<Outcome> {
    const fields = changedLoanFields(body);
    if (fields.length === 0)
      throw validationFailed([{ field: 'notes', message: 'or another field to change is required' }]);
    return this.writes.run(write, body, async (tx) => {
      const businessDate = await lockBusinessDate(tx, write.institutionId);
      const named = nameOf(body);
      const approvalIds = areTerms(fields) ? await this.approvals.lockApprovalsOf(tx, write.institutionId, named) : [];
      const locked = await this.lock(tx, write.institutionId, named, body);
      const { loan } = locked;
      if (ENDED_STATUSES.includes(loan.status))
        throw loansErrors.LOAN_STATUS_REFUSED(
          `The loan ${loan.loanAccountNumber} is ${loan.status} and cannot be updated; name a loan that has not ended.`,
          { loanStatus: loan.status },
        );
      await this.changePeople(tx, loan, body);
      const approvalId = areTerms(fields)
        ? await this.changeTerms(tx, write, { locked, approvalIds }, body, businessDate)
        : undefined;
      await this.audit.record(tx, write, {
        action: 'loan.update',
        subject: `loan:${loan.id}`,
        details: {
          loanAccountNumber: loan.loanAccountNumber,
          fields,
          ...(areTerms(fields) ? termsFacts(locked.contract) : {}),
        },
      });
      const { id, loanAccountNumber, status: loanStatus } = loan;
      if (approvalId !== undefined)
        return pendingApproval(approvalId, 'The new terms of the loan are waiting for approval.', {
          id,
          loanAccountNumber,
          loanStatus,
        });
      return Outcome.done((await readLoanRecords(tx, write.institutionId, [loan]))[0]);
    });
  }

  private async lock(
    tx: Tx,
    institutionId: number,
    named: LoanName,
    { loanAccountNumber }: UpdateLoanBody,
  ): Promise<LockedLoan> {
    const locked =
      'id' in named
        ? await this.loans.lockById(tx, institutionId, named.id)
        : await this.loans.lock(tx, institutionId, named.loanAccountNumber);
    if ((loanAccountNumber ?? locked.loan.loanAccountNumber) !== locked.loan.loanAccountNumber)
      throw loansErrors.LOAN_NOT_FOUND(
        `There is no loan ${loanAccountNumber} with the id ${locked.loan.id}; send the number or the id alone.`,
      );
    return locked;
  }

  private async changePeople(tx: Tx, loan: Loan, body: UpdateLoanBody): Promise<void> {
    // A legal hold lets notes be corrected, not emptied.
    if (typeof body.notes === 'string' && isEmptied(body.notes) && !isEmptied(loan.notes))
      await this.holds.assertMayDelete(tx, loan.institutionId, loan.id);
    const officer = await this.parties.officer(tx, loan.institutionId, body);
    const agentId = await this.parties.agent(tx, loan.institutionId, body);
    const facts = {
      ...(officer === undefined ? {} : { accountOfficerStaffID: officer }),
      ...(agentId === undefined ? {} : { agentId }),
      ...(typeof body.notes === 'string' ? { notes: body.notes } : {}),
    };
    if (Object.keys(facts).length > 0) await this.loans.store(tx, loan, facts);
  }

  /** Withdraws a pending approval of the previous terms. @returns the id of the approval of the new terms, if needed */
  private async changeTerms(
    tx: Tx,
    write: WriteRequest,
    { locked, approvalIds }: WaitingLoan,
    body: UpdateLoanBody,
    businessDate: string,
  ): Promise<number | undefined> {
    const { loan, contract } = locked;
    const { institutionId, id } = loan;
    assertChangeable(loan);
    const product = await tx.findOneByOrFail(Product, { institutionId, id: loan.productId });
    const after = await this.offers.changeTerms(tx, product, contract, body, businessDate);
    await this.parties.assertGuarantors(tx, institutionId, loan.customerId, body.loanGuarantors);
    if (areSameTerms(contract, after, typeof body.startDate === 'string')) return undefined;
    const customer = await tx.findOneByOrFail(Customer, { institutionId, id: loan.customerId });
    const approvalId = await this.approvals.request(tx, write, loan, after, {
      what: 'Changed loan',
      customerName: customer.name,
    });
    await this.approvals.withdraw(tx, write, loan, loan.approvalId, approvalIds);
    await tx.update(LoanContract, { institutionId, id: contract.id }, { ...after });
    locked.contract = { ...contract, ...after };
    await this.loans.store(tx, loan, {
      ...termsOfLoan(after),
      startDate: body.startDate ?? loan.startDate,
      approvalId: approvalId ?? null,
    });
    await this.loans.transitionTo(tx, loan, approvalId === undefined ? 'Approved' : 'PendingApproval');
    if (approvalId === undefined) await this.limits.assertWithin(tx, loan);
    await this.audit.record(tx, write, {
      action: 'loan.change-terms',
      subject: `loan:${id}`,
      details: { ...changeOf(termsFacts(contract), termsFacts(after)), approvalId: approvalId ?? null },
    });
    return approvalId;
  }
}

/** @throws VALIDATION_FAILED (400) */
function nameOf({ id, loanAccountNumber }: UpdateLoanBody): LoanName {
  if (typeof id === 'number') return { id };
  if (typeof loanAccountNumber === 'string') return { loanAccountNumber };
  throw validationFailed([{ field: 'loanAccountNumber', message: 'or id is required' }]);
}

/** @throws LOAN_STATUS_REFUSED, LOAN_IN_GROUP, LOAN_PENDING_APPROVAL (409) */
function assertChangeable({ loanAccountNumber, status, groupLoanId, approvalId }: Loan): void {
  if (status !== 'PendingApproval' && status !== 'Approved')
    throw loansErrors.LOAN_STATUS_REFUSED(
      `The loan ${loanAccountNumber} is ${status}; terms can only be updated before disbursement, later by a ` +
        'restructure.',
      { loanStatus: status },
    );
  if (groupLoanId !== null)
    throw loansErrors.LOAN_IN_GROUP(
      `The loan ${loanAccountNumber} is part of the group loan ${groupLoanId}, so its terms cannot be updated; ` +
        'cancel it and create another one.',
      { groupLoanID: groupLoanId },
    );
  if (status === 'Approved' && approvalId !== null)
    throw loansErrors.LOAN_PENDING_APPROVAL(
      'The disbursement of the loan is waiting for approval; wait for the decision.',
      {
        approvalId,
      },
    );
}
