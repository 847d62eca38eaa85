import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { In } from 'typeorm';
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

  /**
   * Ends the release of a hold and of its repeats, as far as it is unused: they were released together.
   * @throws AML_HOLD_NOT_FOUND (404), AML_RELEASE_NOT_OPEN (409) where none of them is unused
   */
  async execute({ write, approvalId, note }: WithdrawAmlRelease): Promise<Outcome> {
    const { institutionId, actor } = write;
    return this.writes.run(write, { approvalId, note }, async (tx) => {
      const [hold, ...repeats] = await this.lock(tx, institutionId, approvalId);
      const released = [hold, ...repeats].filter(({ status }) => status === 'Approved');
      if (released.length === 0)
        throw amlErrors.AML_RELEASE_NOT_OPEN(
          `The hold is ${hold.status}; only a release that has not been used can be withdrawn. Read the hold again.`,
        );
      const end = {
        status: 'Withdrawn' as const,
        endedBy: actor,
        endedAt: this.clock.institutionNow(institutionId),
        endNote: note,
      };
      await tx.update(AmlHold, { institutionId, id: In(released.map(({ id }) => id)) }, end);
      for (const { postingId } of released) await this.movements.endWaiting(tx, institutionId, postingId, 'Withdrawn');
      await this.audit.record(tx, write, {
        action: 'aml-hold.withdraw',
        subject: `approval:${approvalId}`,
        details: { note, movements: released.length },
      });
      const [view] = await holdViews(tx, institutionId, [released.includes(hold) ? { ...hold, ...end } : hold]);
      return Outcome.done(view);
    });
  }

  /**
   * The hold and those that repeat it. Locks in the order of those who execute the movements: a client's retry its hold
   * first, the system the posting.
   */
  private async lock(tx: Tx, institutionId: number, approvalId: number): Promise<[AmlHold, ...AmlHold[]]> {
    const found = await tx.findOneBy(AmlHold, { institutionId, approvalId });
    if (!found) throw amlErrors.AML_HOLD_NOT_FOUND();
    const together = [
      { institutionId, id: found.id },
      { institutionId, repeatOfId: found.id },
    ];
    const resumed = (await tx.findBy(AmlHold, together)).filter(({ resumesBy }) => resumesBy === 'system');
    await tx.find(Posting, {
      where: { institutionId, id: In(resumed.map(({ postingId }) => postingId)) },
      order: { id: 'ASC' },
      lock: { mode: 'for_no_key_update' },
    });
    const holds = await tx.find(AmlHold, {
      where: together,
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    return [holds.find(({ id }) => id === found.id)!, ...holds.filter(({ id }) => id !== found.id)];
  }
}
