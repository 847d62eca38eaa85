import { Injectable } from '@nestjs/common';
import { ApprovalGate } from '../../approvals/approval-gate';
import { pendingApproval } from '../../approvals/approval-rows';
import type { Tx } from '../../common/database/unit-of-work';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { formatNaira } from '../../common/money/naira';
import type { Overdraft } from './overdraft.entity';
import { OVERDRAFT_OPERATION } from './overdraft-subject';
import { assertChange, assertDates, fieldsOf, givesMore, type OverdraftTerms } from './overdraft-terms';
import { overdraftView } from './overdraft-view';
import { Overdrafts } from './overdrafts';

/** Activates and changes overdrafts, or asks staff first where a policy says so. */
@Injectable()
export class OverdraftGrants {
  constructor(
    private readonly overdrafts: Overdrafts,
    private readonly gate: ApprovalGate,
  ) {}

  /** Activates a locked overdraft, or makes it wait for staff. @throws as `Overdrafts.activate` and `wait` do */
  async activate(tx: Tx, write: WriteRequest, overdraft: Overdraft, businessDate: string): Promise<Outcome> {
    assertDates(overdraft, businessDate);
    const approvalId = await this.ask(tx, write, overdraft, overdraft);
    if (approvalId === undefined) {
      await this.overdrafts.activate(tx, write, overdraft, businessDate);
      return Outcome.done(overdraftView(overdraft));
    }
    await this.overdrafts.wait(tx, overdraft, approvalId);
    return pendingApproval(approvalId, 'The overdraft waits for approval; the account has no limit from it yet.', {
      ...overdraftView(overdraft),
    });
  }

  /** Changes a locked overdraft, or makes the change wait for staff. @throws as `Overdrafts.change` does */
  async change(
    tx: Tx,
    write: WriteRequest,
    overdraft: Overdraft,
    terms: Partial<OverdraftTerms>,
    businessDate: string,
  ): Promise<Outcome> {
    const next = { ...overdraft, ...terms };
    assertChange(overdraft, next, businessDate);
    // Whatever changes of an inactive overdraft, its activation is asked about with the terms it then has.
    const asks = overdraft.status === 'Active' && givesMore(next, overdraft);
    const approvalId = asks ? await this.ask(tx, write, overdraft, next, terms) : undefined;
    if (approvalId === undefined) {
      await this.overdrafts.change(tx, write, overdraft, terms, businessDate);
      return Outcome.done(overdraftView(overdraft));
    }
    await this.overdrafts.wait(tx, overdraft, approvalId);
    return pendingApproval(
      approvalId,
      'The change of the overdraft waits for approval; its terms are what they were.',
      { ...overdraftView(overdraft) },
    );
  }

  private ask(
    tx: Tx,
    write: WriteRequest,
    { id, accountNumber }: Overdraft,
    next: OverdraftTerms,
    change?: Partial<OverdraftTerms>,
  ): Promise<number | undefined> {
    const { limitKobo, interestRate, startDate, expiryDate } = next;
    const terms = `${formatNaira(limitKobo)} at ${Number(interestRate)} % a year from ${startDate} to ${expiryDate}`;
    return this.gate.ask(tx, write, {
      operation: OVERDRAFT_OPERATION,
      amountKobo: limitKobo,
      summary: `${change ? 'Change the overdraft' : 'Overdraft'} of account ${accountNumber}${change ? ' to' : ':'} ${terms}`,
      details: { overdraftId: id, ...(change ? { change: fieldsOf(change) } : {}) },
    });
  }
}
