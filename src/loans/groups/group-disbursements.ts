import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { ApprovalGate } from '../../approvals/approval-gate';
import { pendingApproval } from '../../approvals/approval-rows';
import type { AuditAuthor } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { duplicateReference } from '../../common/errors/duplicate-reference';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { formatNaira, koboToNaira } from '../../common/money/naira';
import { GlAccount } from '../../ledger/chart/gl-account.entity';
import { Posting } from '../../ledger/engine/posting.entity';
import { Product } from '../../products/product.entity';
import { groupStatusOf } from '../contract/loan-status';
import type { LockedLoan } from '../contract/loans';
import { disbursedView } from '../disbursement/disbursement-requests';
import {
  type Disbursable,
  type DisbursedLoan,
  DISBURSEMENT_KIND,
  LoanDisbursement,
} from '../disbursement/loan-disbursement';
import { proceedsLedger } from '../disbursement/proceeds-ledger';
import { loansErrors } from '../loans.errors';
import type { GroupLoan } from './group-loan.entity';
import type { DisbursedGroupLoanView } from './group-loan-views.dto';
import { GroupLoans } from './group-loans';
import type { DisburseGroupLoanBody } from './group-loans.dto';
import { payeesPhrase } from './payees-phrase';

export const GROUP_DISBURSEMENT_OPERATION = 'group-loan-disbursement';

/** Disbursements of group loans, in one posting: at once, or after approval where a policy requires it. */
@Injectable()
export class GroupDisbursements {
  constructor(
    private readonly groups: GroupLoans,
    private readonly disbursement: LoanDisbursement,
    private readonly gate: ApprovalGate,
  ) {}

  /** @throws GROUP_LOAN_NOT_FOUND (404), LOAN_PENDING_APPROVAL (409), and as `pay` does */
  async request(tx: Tx, write: WriteRequest, body: DisburseGroupLoanBody, businessDate: string): Promise<Outcome> {
    const { institutionId } = write;
    const found = await this.groups.require(tx, institutionId, body.groupLoanID);
    const loans = await this.groups.lockLoans(tx, found);
    // Checked first, so that a repeated request gets DUPLICATE_REFERENCE and not a status error.
    if (await tx.existsBy(Posting, { institutionId, kind: DISBURSEMENT_KIND, reference: body.referenceNumber }))
      throw duplicateReference('referenceNumber')();
    const payable = payableOf(found, loans);
    const group = await this.groups.require(tx, institutionId, found.id);
    if (group.approvalId !== null)
      throw loansErrors.LOAN_PENDING_APPROVAL(
        'The disbursement of the group loan is waiting for approval; wait for the decision.',
        { approvalId: group.approvalId },
      );
    const totalKobo = payable.reduce((sum, { loan }) => sum + loan.principalKobo, 0n);
    const approvalId = await this.gate.ask(tx, write, {
      operation: GROUP_DISBURSEMENT_OPERATION,
      amountKobo: totalKobo,
      summary:
        `Disburse the group loan ${group.name} of ${formatNaira(totalKobo)} to ` +
        `${await this.payees(tx, group, payable)} under the reference ${body.referenceNumber}`,
      details: { groupLoanId: group.id, body: { ...body } },
    });
    if (approvalId === undefined) return Outcome.done(await this.pay(tx, write, group, loans, body, businessDate));
    await this.groups.store(tx, await this.groups.lock(tx, group), approvalId);
    return pendingApproval(approvalId, 'The disbursement is waiting for approval; nothing has been paid out.', {
      id: group.id,
      groupLoanID: group.id,
      groupLoanStatus: group.status,
    });
  }

  /**
   * Disburses the approved loans of a group. Canceled loans are left out.
   * @param loans all loans of the group, locked in the order of their ids.
   * @throws LOAN_STATUS_REFUSED (409) unless all others are approved, and as `LoanDisbursement` does
   */
  async pay(
    tx: Tx,
    by: AuditAuthor,
    group: GroupLoan,
    loans: LockedLoan[],
    body: DisburseGroupLoanBody,
    businessDate: string,
  ): Promise<DisbursedGroupLoanView> {
    const payable = await this.withLedgers(tx, group, payableOf(group, loans));
    const order = {
      reference: body.referenceNumber,
      narration: `Disbursement of group loan ${group.referenceNumber}`,
      notes: body.notes ?? null,
      businessDate,
    };
    const disbursed = await this.disbursement.disburse(tx, by, payable, order);
    return viewOf(group, loans, disbursed, body.referenceNumber);
  }

  /** The loans with the ledgers that their requests named. */
  private async withLedgers(
    tx: Tx,
    { institutionId, productId }: GroupLoan,
    loans: LockedLoan[],
  ): Promise<Disbursable[]> {
    const product = await tx.findOneByOrFail(Product, { institutionId, id: productId });
    return loans.map((locked) => ({ ...locked, proceedsGlAccountId: proceedsLedger(locked.contract, product, {}) }));
  }

  private async payees(tx: Tx, group: GroupLoan, loans: LockedLoan[]): Promise<string> {
    const ids = (await this.withLedgers(tx, group, loans)).map(({ proceedsGlAccountId }) => proceedsGlAccountId);
    const { institutionId } = group;
    const ledgers = await tx.findBy(GlAccount, { institutionId, id: In(ids.filter((id) => id !== null)) });
    const codes = new Map(ledgers.map(({ id, code }) => [id, code]));
    return payeesPhrase(ids.map((id) => (id === null ? null : codes.get(id)!)));
  }
}

function payableOf(group: GroupLoan, loans: LockedLoan[]): LockedLoan[] {
  const payable = loans.filter(({ loan }) => loan.status !== 'Canceled');
  const wrong = payable.find(({ loan }) => loan.status !== 'Approved')?.loan;
  if (wrong)
    throw loansErrors.LOAN_STATUS_REFUSED(
      `The loan ${wrong.loanAccountNumber} of the group ${group.name} is ${wrong.status}; ` +
        'only approved loans can be disbursed.',
      { loanStatus: wrong.status },
    );
  if (payable.length === 0)
    throw loansErrors.LOAN_STATUS_REFUSED(
      `All loans of the group ${group.name} are canceled; add another group loan.`,
      { loanStatus: 'Canceled' },
    );
  return payable;
}

function viewOf(
  { id }: GroupLoan,
  loans: LockedLoan[],
  disbursed: DisbursedLoan[],
  referenceNumber: string,
): DisbursedGroupLoanView {
  const totalKobo = disbursed.reduce((sum, { locked }) => sum + locked.loan.principalKobo, 0n);
  const first = disbursed[0]!;
  return {
    id,
    groupLoanID: id,
    groupLoanStatus: groupStatusOf(loans.map(({ loan }) => loan.status)),
    referenceNumber,
    postingReferenceNumber: first.postingReferenceNumber,
    totalPrincipal: koboToNaira(totalKobo),
    disbursementDate: first.locked.loan.disbursementDate!,
    participants: disbursed.map((loan) => disbursedView(loan, referenceNumber)),
  };
}
