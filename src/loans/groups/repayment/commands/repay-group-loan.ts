import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApprovalGate } from '../../../../approvals/approval-gate';
import { pendingApproval } from '../../../../approvals/approval-rows';
import { lockBusinessDate } from '../../../../business-day/lock-business-date';
import { type AuditAuthor, AuditLog } from '../../../../common/audit/audit-log';
import type { Tx } from '../../../../common/database/unit-of-work';
import { commonErrors } from '../../../../common/errors/common.errors';
import { Outcome } from '../../../../common/http/outcome';
import type { WriteRequest } from '../../../../common/http/write-request';
import { IdempotentWrites } from '../../../../common/idempotency/idempotent-writes';
import { formatNaira, koboToNaira } from '../../../../common/money/naira';
import { addDays } from '../../../../common/time/calendar';
import type { NewContractAccount } from '../../../../ledger/chart/ledger-accounts';
import { postingReferenceNumber } from '../../../../ledger/engine/posting.entity';
import { bringUpToDate } from '../../../accrual/recognise-income';
import { sumOfAmounts, totalKobo } from '../../../contract/instalment-amounts';
import { LoanAccounts } from '../../../contract/loan-accounts';
import { LoanBookkeeping } from '../../../contract/loan-bookkeeping';
import { LoanChange, loanLegs } from '../../../contract/loan-change';
import { RUNNING_STATUSES } from '../../../contract/loan-status';
import { Loans, type LockedLoan } from '../../../contract/loans';
import { collectableKobo } from '../../../contract/summarise-loan';
import { loansErrors } from '../../../loans.errors';
import { VatLedger } from '../../../origination/loan-charges';
import { assertOwnFunds, type LinkedPayment } from '../../../repayment/own-funds';
import { repaymentView } from '../../../repayment/repayment-requests';
import { reachedPayoffKobo, settleByPayment } from '../../../repayment/settle-payment';
import { applyPayment } from '../../../repayment/share-payment';
import { GroupLoan } from '../../group-loan.entity';
import type { GroupRepaymentView, ParticipantRepaymentBody, RepayGroupLoanBody } from '../repay-group-loan.dto';
import { assertOneWay, assertPrincipalOwed, sharesOf } from '../share-of-participant';

/** Repays loans of a group from the accounts of the participants (docs/api/group-loans.md#repayment). */
export class RepayGroupLoan extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: RepayGroupLoanBody,
  ) {
    super();
  }
}

export const GROUP_LOAN_REPAYMENT = 'group-loan-repayment';

/** The repayment of one participant, applied in memory. */
interface PlannedShare {
  change: LoanChange;
  /** The account of interest paid ahead, to be opened with the payment. */
  opening: NewContractAccount | undefined;
}

/** Repayments applied in memory. Nothing is written before they are booked, so a declined request leaves nothing. */
interface PlannedRepayments {
  changes: LoanChange[];
  openings: NewContractAccount[];
  amountKobo: bigint;
  businessDate: string;
}

/** Group repayments from linked accounts, in one posting: at once, or after approval where a policy requires it. */
@Injectable()
export class GroupRepayments {
  constructor(
    private readonly loans: Loans,
    private readonly bookkeeping: LoanBookkeeping,
    private readonly vat: VatLedger,
    private readonly accounts: LoanAccounts,
    private readonly gate: ApprovalGate,
    private readonly audit: AuditLog,
  ) {}

  /** Pays at once or requests approval. @throws as `pay` does */
  async request(tx: Tx, write: WriteRequest, body: RepayGroupLoanBody): Promise<Outcome> {
    assertParticipants(body.participantRepayments);
    const reference = write.requestReference!;
    const planned = await this.plan(tx, write.institutionId, body);
    const approvalId = await this.gate.ask(tx, write, {
      operation: GROUP_LOAN_REPAYMENT,
      amountKobo: planned.amountKobo,
      summary:
        `Repay ${formatNaira(planned.amountKobo)} of the loans of ${planned.changes.length} participants of the ` +
        `group loan ${body.groupLoanID}`,
      details: { reference, body: { ...body } },
    });
    if (approvalId === undefined) return Outcome.done(await this.book(tx, write, body, reference, planned));
    return pendingApproval(approvalId, 'The repayment is waiting for approval; nothing has been paid.', {
      groupLoanID: body.groupLoanID,
    });
  }

  /**
   * @throws GROUP_LOAN_NOT_FOUND, LOAN_NOT_FOUND, INSTALMENT_NOT_FOUND (404), LOAN_STATUS_REFUSED (409),
   *   COMPONENT_EXCEEDS_DUE, NOTHING_DUE, INSUFFICIENT_FUNDS (422), and the errors of the linked accounts' status (409)
   */
  async pay(tx: Tx, by: AuditAuthor, body: RepayGroupLoanBody, reference: string): Promise<GroupRepaymentView> {
    return this.book(tx, by, body, reference, await this.plan(tx, by.institutionId, body));
  }

  /** Locks the loans and applies the payments in memory. */
  private async plan(tx: Tx, institutionId: number, body: RepayGroupLoanBody): Promise<PlannedRepayments> {
    const businessDate = await lockBusinessDate(tx, institutionId);
    if (!(await tx.existsBy(GroupLoan, { institutionId, id: body.groupLoanID })))
      throw loansErrors.GROUP_LOAN_NOT_FOUND(`There is no group loan with the id ${body.groupLoanID}; check the id.`);
    const shares: PlannedShare[] = [];
    for (const participant of [...body.participantRepayments].sort((a, b) => a.id - b.id)) {
      shares.push(await this.share(tx, institutionId, body.groupLoanID, participant, businessDate));
    }
    const changes = shares.map(({ change }) => change);
    return {
      changes,
      openings: shares.flatMap(({ opening }) => opening ?? []),
      amountKobo: changes.reduce((sum, { transaction }) => sum + transaction!.amountKobo, 0n),
      businessDate,
    };
  }

  private async book(
    tx: Tx,
    by: AuditAuthor,
    body: RepayGroupLoanBody,
    reference: string,
    { changes, openings, amountKobo, businessDate }: PlannedRepayments,
  ): Promise<GroupRepaymentView> {
    const { institutionId } = by;
    if (openings.length > 0) await this.accounts.openPlanned(tx, openings);
    const debits = changes.flatMap(({ locked, transaction }) =>
      loanLegs(locked.loan.linkedAccountId, 'debit', transaction!.amountKobo, 'principal'),
    );
    const postingId = await this.bookkeeping.record(tx, by, changes, {
      postingKind: GROUP_LOAN_REPAYMENT,
      reference,
      narration: `Repayment of group loan ${body.groupLoanID}`,
      origin: 'api',
      businessDate,
      amountKobo,
      otherLegs: debits,
      notes: body.notes ?? null,
      check: (accounts) => assertOwnFunds(accounts, paymentsOf(changes)),
    });
    const { status } = await tx.findOneByOrFail(GroupLoan, { institutionId, id: body.groupLoanID });
    await this.audit.record(tx, by, {
      action: 'group-loan.repay',
      subject: `group-loan:${body.groupLoanID}`,
      details: { amount: koboToNaira(amountKobo), participants: changes.length, groupLoanStatus: status },
    });
    return groupRepaymentView(body, changes, { postingId: postingId!, reference, amountKobo, status });
  }

  private async share(
    tx: Tx,
    institutionId: number,
    groupLoanId: number,
    participant: ParticipantRepaymentBody,
    businessDate: string,
  ): Promise<PlannedShare> {
    const locked = await this.loans.lockById(tx, institutionId, participant.id);
    assertOfGroup(locked, groupLoanId);
    const change = new LoanChange(locked);
    const vatLedgerId = await this.vat.idFor(tx, institutionId, locked.instalments);
    bringUpToDate(change, { incomeAsOf: businessDate, chargesAsOf: addDays(businessDate, -1) }, vatLedgerId);
    const shares = sharesOf(locked, participant);
    const notes = participant.notes ? { notes: participant.notes } : null;
    const today = { asOf: businessDate, chargesAsOf: businessDate };
    const payoffKobo = reachedPayoffKobo(locked, totalKobo(sumOfAmounts(shares)), today);
    if (payoffKobo !== undefined) {
      const { components, replaced } = settleByPayment(change, today);
      change.recordTransaction('Repayment', payoffKobo, components, { ...notes, settled: true, replaced });
      return { change, opening: undefined };
    }
    assertPrincipalOwed(locked, shares);
    const paysAhead = shares.some(
      (share, index) => locked.instalments[index]!.dueDate > businessDate && share.interest > 0n,
    );
    const opening = paysAhead ? await this.accounts.planAhead(tx, change) : undefined;
    const components = applyPayment(change, shares, { paidOn: businessDate, asOf: businessDate }, vatLedgerId);
    change.recordTransaction('Repayment', totalKobo(components), components, notes);
    return { change, opening };
  }
}

@CommandHandler(RepayGroupLoan)
export class RepayGroupLoanHandler implements ICommandHandler<RepayGroupLoan> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly repayments: GroupRepayments,
  ) {}

  async execute({ write, body }: RepayGroupLoan): Promise<Outcome> {
    return this.writes.run(write, body, (tx) => this.repayments.request(tx, write, body));
  }
}

function assertParticipants(participants: readonly ParticipantRepaymentBody[]): void {
  participants.forEach(assertOneWay);
  if (new Set(participants.map(({ id }) => id)).size === participants.length) return;
  const message = 'must name a loan once';
  throw commonErrors.VALIDATION_FAILED(`participantRepayments ${message}.`, {
    errors: [{ field: 'participantRepayments', message }],
  });
}

/** @throws LOAN_NOT_FOUND (404), LOAN_STATUS_REFUSED (409) */
function assertOfGroup({ loan }: LockedLoan, groupLoanId: number): void {
  if (loan.groupLoanId !== groupLoanId)
    throw loansErrors.LOAN_NOT_FOUND(
      `The group loan ${groupLoanId} has no loan with the id ${loan.id}; name loans of the group.`,
      { id: loan.id },
    );
  if (!RUNNING_STATUSES.includes(loan.status))
    throw loansErrors.LOAN_STATUS_REFUSED(
      `The loan ${loan.loanAccountNumber} is ${loan.status} and cannot be repaid; leave it out.`,
      { id: loan.id },
    );
}

function paymentsOf(changes: readonly LoanChange[]): LinkedPayment[] {
  return changes.map(({ locked: { loan }, transaction }) => ({ loan, amountKobo: transaction!.amountKobo }));
}

function groupRepaymentView(
  { groupLoanID }: RepayGroupLoanBody,
  changes: readonly LoanChange[],
  paid: { postingId: number; reference: string; amountKobo: bigint; status: string },
): GroupRepaymentView {
  const reference = postingReferenceNumber(paid.postingId);
  return {
    groupLoanID,
    groupLoanStatus: paid.status,
    referenceNumber: paid.reference,
    postingReferenceNumber: reference,
    totalAmount: koboToNaira(paid.amountKobo),
    participantRepayments: changes.map(({ locked, transaction }) => {
      const { loan } = locked;
      const { components, amountKobo } = transaction!;
      const receipt = {
        postingId: paid.postingId,
        postingReferenceNumber: reference,
        components,
        recoveredKobo: 0n,
        surplusKobo: 0n,
        outstandingKobo: collectableKobo(locked),
        status: loan.status,
      };
      return repaymentView(loan, receipt, { referenceNumber: paid.reference, amountKobo });
    }),
  };
}
