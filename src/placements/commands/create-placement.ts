import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { IdAllocator } from '../../common/database/id-allocator';
import { duplicateReference } from '../../common/errors/duplicate-reference';
import { refusingDuplicates } from '../../common/errors/unique-violation';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { Placement } from '../placement.entity';
import { Placements } from '../placements';
import type { PlacementBody } from '../placements.dto';

/** Creates a placement. */
export class CreatePlacement extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: PlacementBody,
  ) {
    super();
  }
}

@CommandHandler(CreatePlacement)
export class CreatePlacementHandler implements ICommandHandler<CreatePlacement> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly placements: Placements,
    private readonly ids: IdAllocator,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ write, body }: CreatePlacement): Promise<Outcome> {
    const { institutionId, actor } = write;
    return this.writes.run(write, body, async (tx) => {
      const now = this.clock.institutionNow(institutionId);
      const terms = this.placements.termsOf(body);
      const placement: Placement = {
        institutionId,
        id: await this.ids.next(),
        ...terms,
        dateClosed: null,
        closureReason: null,
        createdBy: actor,
        createdAt: now,
        updatedAt: now,
      };
      await refusingDuplicates(tx.insert(Placement, placement), {
        uq_placement_reference: duplicateReference('referenceNumber'),
      });
      await this.audit.record(tx, write, {
        action: 'placement.create',
        subject: `placement:${placement.id}`,
        details: body,
      });
      return Outcome.done(this.placements.view(placement, await this.placements.businessDate(tx, institutionId)));
    });
  }
}
