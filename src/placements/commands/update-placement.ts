import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { changeOf } from '../../common/audit/change-of';
import { duplicateReference } from '../../common/errors/duplicate-reference';
import { refusingDuplicates } from '../../common/errors/unique-violation';
import { Outcome } from '../../common/http/outcome';
import { assertVersion } from '../../common/http/versions';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { Placement } from '../placement.entity';
import { Placements } from '../placements';
import type { PlacementBody } from '../placements.dto';

/** Replaces the details of a placement that is not closed. */
export class UpdatePlacement extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly placementId: number,
    readonly body: PlacementBody,
  ) {
    super();
  }
}

@CommandHandler(UpdatePlacement)
export class UpdatePlacementHandler implements ICommandHandler<UpdatePlacement> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly placements: Placements,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ write, placementId: id, body }: UpdatePlacement): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { placementId: id, ...body }, async (tx) => {
      const placement = await this.placements.lockOpen(tx, institutionId, id);
      const businessDate = await this.placements.businessDate(tx, institutionId);
      assertVersion(write, this.placements.view(placement, businessDate).version);
      const changes = { ...this.placements.termsOf(body), updatedAt: this.clock.institutionNow(institutionId) };
      await refusingDuplicates(tx.update(Placement, { institutionId, id }, changes), {
        uq_placement_reference: duplicateReference('referenceNumber'),
      });
      const after = this.placements.view({ ...placement, ...changes }, businessDate);
      await this.audit.record(tx, write, {
        action: 'placement.update',
        subject: `placement:${id}`,
        details: changeOf(this.placements.view(placement, businessDate), after),
      });
      return Outcome.done(after);
    });
  }
}
