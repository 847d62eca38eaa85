import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { lienView } from '../lien-view';
import { Liens } from '../liens';
import type { UnplaceLienBody } from '../liens.dto';

/** Releases a lien. */
export class UnplaceLien extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: UnplaceLienBody,
  ) {
    super();
  }
}

@CommandHandler(UnplaceLien)
export class UnplaceLienHandler implements ICommandHandler<UnplaceLien> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly liens: Liens,
  ) {}

  async execute({ write, body }: UnplaceLien): Promise<Outcome> {
    return this.writes.run(write, body, async (tx) => {
      const lien = await this.liens.lock(tx, write.institutionId, body.referenceNumber);
      await this.liens.release(tx, write, lien);
      return Outcome.done(lienView(lien));
    });
  }
}
