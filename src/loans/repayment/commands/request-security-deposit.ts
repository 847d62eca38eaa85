import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Liens } from '../../../accounts/liens/liens';
import { lockBusinessDate } from '../../../business-day/lock-business-date';
import type { Tx } from '../../../common/database/unit-of-work';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { securityHeldFor } from '../../contract/loan-bookkeeping';
import { Loans } from '../../contract/loans';
import { loansErrors } from '../../loans.errors';
import type { ApplySecurityDepositBody } from '../../servicing/servicing.dto';
import { StaffChanges } from '../../servicing/staff-changes';
import { LOAN_SECURITY_DEPOSIT, SECURED_STATUSES } from '../security-deposits';

/** Requests approval to pay what is due of a loan from its security deposit. */
export class RequestSecurityDeposit extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly loanId: number,
    readonly body: ApplySecurityDepositBody,
  ) {
    super();
  }
}

@CommandHandler(RequestSecurityDeposit)
export class RequestSecurityDepositHandler implements ICommandHandler<RequestSecurityDeposit> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: StaffChanges,
    private readonly loans: Loans,
    private readonly liens: Liens,
  ) {}

  /** @throws NO_SECURITY_DEPOSIT (422) */
  async execute({ write, loanId, body }: RequestSecurityDeposit): Promise<Outcome> {
    return this.writes.run(write, { loanId, ...body }, (tx) => this.request(tx, write, loanId, body));
  }

  private async request(tx: Tx, write: WriteRequest, loanId: number, body: ApplySecurityDepositBody): Promise<Outcome> {
    const { institutionId } = write;
    await lockBusinessDate(tx, institutionId);
    await this.loans.lockById(tx, institutionId, loanId);
    if (!(await this.liens.lockHeldFor(tx, institutionId, securityHeldFor(loanId))))
      throw loansErrors.NO_SECURITY_DEPOSIT();
    return this.changes.request(
      tx,
      write,
      { loanId },
      {
        operation: LOAN_SECURITY_DEPOSIT,
        title: 'Apply the security deposit to',
        body: { ...body },
        attempt: () => undefined,
        statuses: SECURED_STATUSES,
      },
    );
  }
}
