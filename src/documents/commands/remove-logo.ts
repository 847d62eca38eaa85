import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { Clock } from '../../common/time/clock';
import { LetterheadLogo } from '../letterhead-logo';

/** Takes the logo off the letterhead. */
export class RemoveLogo extends Command<Outcome> {
  constructor(readonly write: WriteRequest) {
    super();
  }
}

@CommandHandler(RemoveLogo)
export class RemoveLogoHandler implements ICommandHandler<RemoveLogo> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly logo: LetterheadLogo,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ write }: RemoveLogo): Promise<Outcome> {
    const { institutionId, actor } = write;
    return this.writes.run(write, {}, async (tx) => {
      const by = { actor, at: this.clock.now(), reason: 'Taken off the letterhead' };
      const removed = await this.logo.remove(tx, institutionId, by);
      if (removed)
        await this.audit.record(tx, write, {
          action: 'letterhead.logo.remove',
          subject: `institution:${institutionId}`,
          details: {},
        });
      return Outcome.done({ removed });
    });
  }
}
