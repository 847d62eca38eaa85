import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockBusinessDate } from '../../../business-day/lock-business-date';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import type { LockedLoan } from '../../contract/loans';
import type { RestructureBody } from '../../servicing/servicing.dto';
import { type ChangeTarget, StaffChanges } from '../../servicing/staff-changes';
import { assertMoratorium } from '../new-terms';
import { assertRestructuredTerms } from '../restructured-terms';
import { attemptRestructure, LOAN_RESTRUCTURE } from '../restructures';

/** Requests approval of new terms for a loan or for all running loans of a group. */
export class RequestRestructure extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly target: ChangeTarget,
    readonly body: RestructureBody,
  ) {
    super();
  }
}

@CommandHandler(RequestRestructure)
export class RequestRestructureHandler implements ICommandHandler<RequestRestructure> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: StaffChanges,
  ) {}

  /** @throws VALIDATION_FAILED (400), LOAN_TERMS_REFUSED (422) when no schedule can be made from the terms today */
  async execute({ write, target, body }: RequestRestructure): Promise<Outcome> {
    assertMoratorium(body);
    const attempt = (loans: LockedLoan[], businessDate: string): void =>
      loans.forEach((locked) => attemptRestructure(locked, body, businessDate));
    const change = { operation: LOAN_RESTRUCTURE, title: 'Restructure', body: { ...body }, attempt };
    return this.writes.run(write, { ...target, ...body }, async (tx) => {
      const businessDate = await lockBusinessDate(tx, write.institutionId);
      await assertRestructuredTerms(tx, write.institutionId, target, body, businessDate);
      return this.changes.request(tx, write, target, change);
    });
  }
}
