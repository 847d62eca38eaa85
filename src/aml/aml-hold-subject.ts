import { Injectable } from '@nestjs/common';
import type { Approval } from '../approvals/approval.entity';
import { type ApprovalSubject, ApprovalSubjects } from '../approvals/approval-subjects';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import type { Tx } from '../common/database/unit-of-work';
import type { StaffActor } from '../common/http/actor';
import { eventRows } from '../common/outbox/outbox-event';
import { MemberOf } from '../common/registry/registry';
import { Movements } from '../ledger/movements/movements';
import { AmlHoldApproved } from './aml.events';
import { amlPermissions } from './aml.permissions';
import { AmlHold } from './aml-hold.entity';
import { RELEASE_OPERATION, RELEASE_TITLE } from './hold-rows';
import { ReleaseExpiry } from './release-expiry';

/**
 * Carries out the decision on a hold: a release waits for the client's retry or the saga, a decline ends the movement.
 */
@Injectable()
@MemberOf(ApprovalSubjects)
export class AmlHoldSubject implements ApprovalSubject {
  readonly operation = RELEASE_OPERATION;
  readonly title = RELEASE_TITLE;
  readonly permission = amlPermissions.approveHolds;
  readonly seenWith = amlPermissions.viewAml;
  readonly noteToApprove = true;
  readonly consequence =
    'The movement may run once: a client must send its request again unchanged, a posting group is posted by itself.';

  constructor(
    private readonly movements: Movements,
    private readonly expiry: ReleaseExpiry,
    private readonly ids: IdAllocator,
  ) {}

  /** The repeats of a hold are decided with it. Its lock keeps further ones away until the decision. */
  async decidedKobo(
    tx: Tx,
    { institutionId, id: approvalId }: Pick<Approval, 'institutionId' | 'id'>,
  ): Promise<bigint> {
    const lock = { mode: 'pessimistic_write' } as const;
    const hold = await tx.findOneOrFail(AmlHold, { where: { institutionId, approvalId }, lock });
    const repeats = await tx.findBy(AmlHold, { institutionId, repeatOfId: hold.id, status: 'Held' });
    return repeats.reduce((sum, { amountKobo }) => sum + amountKobo, hold.amountKobo);
  }

  async onApproved(tx: Tx, approval: Approval, _staff: StaffActor, note?: string): Promise<void> {
    for (const hold of await this.settle(tx, approval, 'Approved', note)) {
      await insertRows(tx, eventRows(await this.ids.next(), new AmlHoldApproved(hold.institutionId, hold.id)));
      // A movement that the system resumes runs at once, so only a client's release can expire.
      if (hold.resumesBy === 'client') await this.expiry.schedule(tx, hold, approval.decidedAt!);
    }
  }

  async onDeclined(tx: Tx, approval: Approval, _staff: StaffActor, note?: string): Promise<void> {
    for (const { institutionId, postingId } of await this.settle(tx, approval, 'Declined', note))
      await this.movements.endWaiting(tx, institutionId, postingId, 'Declined');
  }

  /** Decides the hold of the approval and those that repeat it. @returns all of them, the hold itself first */
  private async settle(
    tx: Tx,
    approval: Approval,
    status: 'Approved' | 'Declined',
    note: string | undefined,
  ): Promise<AmlHold[]> {
    const { institutionId, id: approvalId, decidedBy, decidedAt } = approval;
    const hold = await tx.findOneOrFail(AmlHold, {
      where: { institutionId, approvalId },
      lock: { mode: 'pessimistic_write' },
    });
    const decision = { status, decidedBy, decidedAt, note: note ?? null };
    const { affected } = await tx.update(AmlHold, { institutionId, id: hold.id, status: 'Held' }, decision);
    if (affected !== 1) throw new Error(`The hold ${hold.id} is ${hold.status} although its approval was pending.`);
    // The lock of the hold keeps further repeats away: a posting leaves a locked hold out.
    const repeats = await tx.find(AmlHold, {
      where: { institutionId, repeatOfId: hold.id, status: 'Held' },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    if (repeats.length > 0) await tx.update(AmlHold, { institutionId, repeatOfId: hold.id, status: 'Held' }, decision);
    return [hold, ...repeats];
  }
}
