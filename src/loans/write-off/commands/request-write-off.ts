import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import type { LoanChangeBody } from '../../servicing/servicing.dto';
import { type ChangeTarget, StaffChanges } from '../../servicing/staff-changes';
import { LOAN_WRITE_OFF } from '../loan-write-offs';

/** Requests approval to write off a loan or all running loans of a group. */
export class RequestWriteOff extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly target: ChangeTarget,
    readonly body: LoanChangeBody,
  ) {
    super();
  }
}

@CommandHandler(RequestWriteOff)
export class RequestWriteOffHandler implements ICommandHandler<RequestWriteOff> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: StaffChanges,
  ) {}

  async execute({ write, target, body }: RequestWriteOff): Promise<Outcome> {
    const change = { operation: LOAN_WRITE_OFF, title: 'Write off', body: { ...body }, attempt: () => undefined };
    return this.writes.run(write, { ...target, ...body }, (tx) => this.changes.request(tx, write, target, change));
  }
}
