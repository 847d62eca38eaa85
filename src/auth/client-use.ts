import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import { type RecordedUse, RecordedUses, USE_ACCURACY_MS } from './recorded-uses';

/** Keeps `last_used_at` of API clients, by their client ids. */
@Injectable()
export class ClientUse extends RecordedUses<string> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    clock: Clock,
  ) {
    super(clock);
  }

  protected override async write(institutionId: number, uses: RecordedUse<string>[]): Promise<void> {
    await this.unitOfWork.run(institutionId, (tx) =>
      tx.query(
        `UPDATE api_client c SET last_used_at = u.used_at
           FROM unnest($2::varchar[], $3::timestamptz[]) AS u (client_id, used_at)
          WHERE c.institution_id = $1 AND c.client_id = u.client_id
            AND (c.last_used_at IS NULL OR c.last_used_at <= u.used_at - make_interval(secs => $4))`,
        [institutionId, uses.map(({ id }) => id), uses.map(({ usedAt }) => usedAt), USE_ACCURACY_MS / 1000],
      ),
    );
  }
}
