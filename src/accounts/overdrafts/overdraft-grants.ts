import { Injectable } from '@nestjs/common';
import { ApprovalGate } from '../../approvals/approval-gate';
import { pendingApproval } from '../../approvals/approval-rows';
import type { Tx } from '../../common/database/unit-of-work';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { formatNaira } from '../../common/money/naira';
import type { Overdraft } from './overdraft.entity';
import { OVERDRAFT_OPERATION } from './overdraft-subject';
import {
  assertOverdraftChange,
  assertOverdraftDates,
  fieldsOf,
  needsDecision,
  type OverdraftTerms,
} from './overdraft-terms';
import { overdraftView } from './overdraft-view';
import { Overdrafts } from './overdrafts';

/** Activates and changes overdrafts, or opens an approval first where a policy requires one. */
@Injectable()
export class OverdraftGrants {
  constructor(
    private readonly overdrafts: Overdrafts,
    private readonly gate: ApprovalGate,
  ) {}

  /** Activates a locked overdraft, or makes it wait for approval. @throws as `Overdrafts.activate` and `wait` do */
  async activate(tx: Tx, write: WriteRequest, overdraft: Overdraft, businessDate: string): Promise<Outcome> {
    assertOverdraftDates(overdraft, businessDate);
    const approvalId = await this.requestApproval(tx, write, overdraft, overdraft);
    if (approvalId === undefined) {
      await this.overdrafts.activate(tx, write, overdraft, businessDate);
      return Outcome.done(overdraftView(overdraft));
    }
    await this.overdrafts.wait(tx, overdraft, overdraft, approvalId);
    return pendingApproval(
      approvalId,
      'The overdraft waits for approval; until then it adds no limit to the account.',
      {
        ...overdraftView(overdraft),
      },
    );
  }

  /** Changes a locked overdraft, or makes the change wait for approval. @throws as `Overdrafts.change` does */
  async change(
    tx: Tx,
    write: WriteRequest,
    overdraft: Overdraft,
    terms: Partial<OverdraftTerms>,
    businessDate: string,
  ): Promise<Outcome> {
    const next = { ...overdraft, ...terms };
    assertOverdraftChange(overdraft, next, businessDate);
    // Changes of an inactive overdraft need no approval: its activation is approved with the terms of that time.
    const needsApproval = overdraft.status === 'Active' && needsDecision(next, overdraft);
    const approvalId = needsApproval ? await this.requestApproval(tx, write, overdraft, next, terms) : undefined;
    if (approvalId === undefined) {
      await this.overdrafts.change(tx, write, overdraft, terms, businessDate);
      return Outcome.done(overdraftView(overdraft));
    }
    await this.overdrafts.wait(tx, overdraft, next, approvalId);
    return pendingApproval(
      approvalId,
      'The change of the overdraft waits for approval; until then its terms stay as they are.',
      { ...overdraftView(overdraft) },
    );
  }

  /** A debt of before bears the rate of the overdraft too, so the amount of the approval is the greater of the two. */
  private async requestApproval(
    tx: Tx,
    write: WriteRequest,
    overdraft: Overdraft,
    next: OverdraftTerms,
    change?: Partial<OverdraftTerms>,
  ): Promise<number | undefined> {
    const { id, accountNumber } = overdraft;
    const { limitKobo, interestRate, startDate, expiryDate } = next;
    const debtKobo = await this.overdrafts.lockDebt(tx, overdraft);
    const debtText = debtKobo > 0n ? `; the account owes ${formatNaira(debtKobo)}` : '';
    const rate = `${Number(interestRate)} % a year`;
    const termsText = `${formatNaira(limitKobo)} at ${rate} from ${startDate} to ${expiryDate}${debtText}`;
    return this.gate.ask(tx, write, {
      operation: OVERDRAFT_OPERATION,
      amountKobo: debtKobo > limitKobo ? debtKobo : limitKobo,
      summary: change
        ? `Change the overdraft of account ${accountNumber} to ${termsText}`
        : `Overdraft of account ${accountNumber}: ${termsText}`,
      details: { overdraftId: id, ...(change ? { change: fieldsOf(change) } : {}) },
    });
  }
}
