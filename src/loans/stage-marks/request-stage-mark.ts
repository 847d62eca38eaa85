import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { StaffChanges } from '../servicing/staff-changes';
import { LOAN_STAGE_MARK } from './loan-stage-marks';
import type { MarkStageBody } from './stage-marks.dto';

/** Requests approval to mark a loan with a stage. */
export class RequestStageMark extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly loanId: number,
    readonly body: MarkStageBody,
  ) {
    super();
  }
}

@CommandHandler(RequestStageMark)
export class RequestStageMarkHandler implements ICommandHandler<RequestStageMark> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: StaffChanges,
  ) {}

  /** @throws LOAN_NOT_FOUND (404), LOAN_STATUS_REFUSED, LOAN_PENDING_APPROVAL (409) */
  async execute({ write, loanId, body }: RequestStageMark): Promise<Outcome> {
    const title = body.stage === 1 ? 'Take the stage mark off' : `Mark with stage ${body.stage}`;
    const change = { operation: LOAN_STAGE_MARK, title, body: { ...body }, attempt: () => undefined };
    return this.writes.run(write, { loanId, ...body }, (tx) => this.changes.request(tx, write, { loanId }, change));
  }
}
