import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { changeOf } from '../../common/audit/change-of';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { Loan } from '../../loans/contract/loan.entity';
import { type LoanStatus, RUNNING_STATUSES } from '../../loans/contract/loan-status';
import { Loans } from '../../loans/contract/loans';
import { loansErrors } from '../../loans/loans.errors';
import { assertInstitutionCode } from '../partner-institution';
import type { MandateCreationBody, MandateView } from '../recovery-webhooks.dto';

/** Statuses from which a mandate moves a loan to `InRecovery`. */
const RECOVERED_STATUSES: readonly LoanStatus[] = ['Delinquent', 'Matured'];

/** Activates the partner's mandate to collect for a loan; it may be repeated. */
export class ActivateMandate extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: MandateCreationBody,
  ) {
    super();
  }
}

@CommandHandler(ActivateMandate)
export class ActivateMandateHandler implements ICommandHandler<ActivateMandate> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly loans: Loans,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws LOAN_NOT_FOUND (404), LOAN_STATUS_REFUSED (409), INSTITUTION_CODE_MISMATCH (422) */
  async execute({ write, body }: ActivateMandate): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, body, async (tx) => {
      await assertInstitutionCode(tx, institutionId, body.institutionCode);
      const { loan } = await this.loans.lock(tx, institutionId, body.loanReference);
      const { id, loanAccountNumber, status, mandateStatus } = loan;
      assertCollectable(loan);
      if (mandateStatus !== 'Active')
        await tx.update(
          Loan,
          { institutionId, id },
          { mandateStatus: 'Active', updatedAt: this.clock.institutionNow(institutionId) },
        );
      if (RECOVERED_STATUSES.includes(status)) await this.loans.transitionTo(tx, loan, 'InRecovery');
      const hasChanged = mandateStatus !== 'Active' || loan.status !== status;
      if (hasChanged)
        await this.audit.record(tx, write, {
          action: 'loan.mandate',
          subject: `loan:${loanAccountNumber}`,
          details: changeOf({ status }, { status: loan.status }),
        });
      return Outcome.done<MandateView>({
        loanReference: loanAccountNumber,
        mandateStatus: 'Active',
        loanStatus: loan.status,
      });
    });
  }
}

/** @throws LOAN_STATUS_REFUSED (409) */
function assertCollectable({ loanAccountNumber, status }: Loan): void {
  if (RUNNING_STATUSES.includes(status) || status === 'WrittenOff') return;
  throw loansErrors.LOAN_STATUS_REFUSED(
    `The loan ${loanAccountNumber} is ${status}, so there is nothing to collect and no mandate is possible.`,
  );
}
