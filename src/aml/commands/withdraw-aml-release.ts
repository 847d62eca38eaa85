import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { Posting } from '../../ledger/engine/posting.entity';
import { Movements } from '../../ledger/movements/movements';
import { amlErrors } from '../aml.errors';
import { AmlHold } from '../aml-hold.entity';
import { holdViews } from '../hold-views';

/** Withdraws a release that nobody has used; its movement is never executed. */
export class WithdrawAmlRelease extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly approvalId: number,
    readonly note: string,
  ) {
    super();
  }
}

@CommandHandler(WithdrawAmlRelease)
export class WithdrawAmlReleaseHandler implements ICommandHandler<WithdrawAmlRelease> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly movements: Movements,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** @throws AML_HOLD_NOT_FOUND (404), AML_RELEASE_NOT_OPEN (409) */
  async execute({ write, approvalId, note }: WithdrawAmlRelease): Promise<Outcome> {
    const { institutionId, actor } = write;
    return this.writes.run(write, { approvalId, note }, async (tx) => {
      const hold = await this.lock(tx, institutionId, approvalId);
      if (hold.status !== 'Approved')
        throw amlErrors.AML_RELEASE_NOT_OPEN(
          `The hold is ${hold.status}; only a release that has not been used can be withdrawn. Read the hold again.`,
        );
      const end = {
        status: 'Withdrawn' as const,
        endedBy: actor,
        endedAt: this.clock.institutionNow(institutionId),
        endNote: note,
      };
      await tx.update(AmlHold, { institutionId, id: hold.id }, end);
      await this.movements.endWaiting(tx, institutionId, hold.postingId, 'Withdrawn');
      await this.audit.record(tx, write, {
        action: 'aml-hold.withdraw',
        subject: `approval:${approvalId}`,
        details: { note },
      });
      const [view] = await holdViews(tx, institutionId, [{ ...hold, ...end }]);
      return Outcome.done(view);
    });
  }

  /** Locks in the order of those who execute the movement: a client's retry its hold first, the system the posting. */
  private async lock(tx: Tx, institutionId: number, approvalId: number): Promise<AmlHold> {
    const found = await tx.findOneBy(AmlHold, { institutionId, approvalId });
    if (!found) throw amlErrors.AML_HOLD_NOT_FOUND();
    if (found.resumesBy === 'system')
      await tx.findOne(Posting, {
        where: { institutionId, id: found.postingId },
        lock: { mode: 'for_no_key_update' },
      });
    return tx.findOneOrFail(AmlHold, {
      where: { institutionId, approvalId },
      lock: { mode: 'pessimistic_write' },
    });
  }
}
