import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { changeOf } from '../../common/audit/change-of';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { Placement } from '../placement.entity';
import { Placements } from '../placements';
import type { ClosePlacementBody } from '../placements.dto';

/** Closes a placement on the business date, before or after maturity. It stays in the register. */
export class ClosePlacement extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly placementId: number,
    readonly body: ClosePlacementBody,
  ) {
    super();
  }
}

@CommandHandler(ClosePlacement)
export class ClosePlacementHandler implements ICommandHandler<ClosePlacement> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly placements: Placements,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ write, placementId: id, body }: ClosePlacement): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { placementId: id, ...body }, async (tx) => {
      const placement = await this.placements.lockOpen(tx, institutionId, id);
      const dateClosed = await this.placements.businessDate(tx, institutionId);
      const changes = { dateClosed, closureReason: body.reason, updatedAt: this.clock.institutionNow(institutionId) };
      await tx.update(Placement, { institutionId, id }, changes);
      const after = this.placements.view({ ...placement, ...changes }, dateClosed);
      await this.audit.record(tx, write, {
        action: 'placement.close',
        subject: `placement:${id}`,
        details: changeOf(this.placements.view(placement, dateClosed), after),
      });
      return Outcome.done(after);
    });
  }
}
