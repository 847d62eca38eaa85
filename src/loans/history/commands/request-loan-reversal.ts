import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockBusinessDate } from '../../../business-day/lock-business-date';
import type { Tx } from '../../../common/database/unit-of-work';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { formatNaira } from '../../../common/money/naira';
import { Loans } from '../../contract/loans';
import type { ReverseLoanEventBody } from '../../servicing/servicing.dto';
import { StaffChanges } from '../../servicing/staff-changes';
import { LOAN_REVERSAL, LoanReversals, REVERSIBLE_STATUSES } from '../loan-reversals';
import { sentSince } from '../sent-since';

/** Requests approval to reverse an act on a loan. */
export class RequestLoanReversal extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly loanId: number,
    readonly body: ReverseLoanEventBody,
  ) {
    super();
  }
}

@CommandHandler(RequestLoanReversal)
export class RequestLoanReversalHandler implements ICommandHandler<RequestLoanReversal> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly loans: Loans,
    private readonly changes: StaffChanges,
    private readonly reversals: LoanReversals,
  ) {}

  async execute({ write, loanId, body }: RequestLoanReversal): Promise<Outcome> {
    return this.writes.run(write, { loanId, ...body }, (tx) => this.request(tx, write, loanId, body));
  }

  /** The reversal is worked out before it is asked for, so that nobody decides on one that cannot be made. */
  private async request(tx: Tx, write: WriteRequest, loanId: number, body: ReverseLoanEventBody): Promise<Outcome> {
    const { institutionId } = write;
    const businessDate = await lockBusinessDate(tx, institutionId);
    const locked = await this.loans.lockById(tx, institutionId, loanId);
    const { reversed } = await this.reversals.plan(tx, locked, body.eventId, businessDate);
    return this.changes.request(
      tx,
      write,
      { loanId },
      {
        operation: LOAN_REVERSAL,
        title: `Reverse ${reversed.reference} of ${formatNaira(reversed.amountKobo)} on ${reversed.valueDate},`,
        body: { ...body },
        attempt: () => undefined,
        statuses: REVERSIBLE_STATUSES,
        amountKobo: reversed.amountKobo,
        facts: { sentBefore: await sentSince(tx, locked.loan, reversed.valueDate, businessDate) },
      },
    );
  }
}
