import { Injectable } from '@nestjs/common';
import { AML_ACTOR } from '../accounts/status/aml-freeze';
import { IdAllocator } from '../common/database/id-allocator';
import { insertRows } from '../common/database/insert-rows';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { type JobHandler, JobHandlers, type RunningJob } from '../common/jobs/job-handlers';
import { jobRows } from '../common/jobs/job-queue';
import { MemberOf } from '../common/registry/registry';
import { Clock } from '../common/time/clock';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { Movements } from '../ledger/movements/movements';
import { AML_RELEASE_VALIDITY_DAYS } from './aml.settings';
import { AmlHold } from './aml-hold.entity';
import { releaseExpiresAt } from './release-violation';

const EXPIRY_JOB = 'expire-aml-release';

/**
 * Ends releases that no client used in time, so that they keep neither a reference nor an account from closing
 * (docs/api/aml-holds.md#expiry).
 */
@Injectable()
@MemberOf(JobHandlers)
export class ReleaseExpiry implements JobHandler {
  readonly kind = EXPIRY_JOB;
  readonly inInstitutionTime = true;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: InstitutionSettings,
    private readonly movements: Movements,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  /** Plans the end of a release that was given at `decidedAt`. */
  async schedule(tx: Tx, { institutionId, id: holdId }: AmlHold, decidedAt: Date): Promise<void> {
    const dueAt = this.clock.realTimeOf(institutionId, await this.expiresAt(tx, institutionId, decidedAt));
    const job = { institutionId, id: await this.ids.next(), kind: EXPIRY_JOB, payload: { holdId }, dueAt };
    await insertRows(tx, jobRows(job));
  }

  async run({ institutionId, payload }: RunningJob): Promise<void> {
    await this.unitOfWork.run(institutionId, async (tx) => {
      const hold = await tx.findOneOrFail(AmlHold, {
        where: { institutionId, id: Number(payload.holdId) },
        lock: { mode: 'pessimistic_write' },
      });
      if (hold.status !== 'Approved' || hold.decidedAt === null) return;
      const now = this.clock.institutionNow(institutionId);
      // The institution may have lengthened the validity since.
      if (now < (await this.expiresAt(tx, institutionId, hold.decidedAt))) {
        await this.schedule(tx, hold, hold.decidedAt);
        return;
      }
      const end = { status: 'Expired' as const, endedBy: AML_ACTOR, endedAt: now };
      await tx.update(AmlHold, { institutionId, id: hold.id }, end);
      await this.movements.endWaiting(tx, institutionId, hold.postingId, 'Expired');
    });
  }

  private async expiresAt(tx: Tx, institutionId: number, decidedAt: Date): Promise<Date> {
    const validityDays = Number(await this.settings.getWithin(tx, institutionId, AML_RELEASE_VALIDITY_DAYS));
    return releaseExpiresAt(decidedAt, validityDays);
  }
}
