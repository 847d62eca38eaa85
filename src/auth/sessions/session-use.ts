import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Clock } from '../../common/time/clock';
import { type RecordedUse, RecordedUses, USE_ACCURACY_MS } from '../recorded-uses';

/** Keeps `last_seen_at` of staff sessions. */
@Injectable()
export class SessionUse extends RecordedUses<number> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    clock: Clock,
  ) {
    super(clock);
  }

  protected override async write(institutionId: number, uses: RecordedUse<number>[]): Promise<void> {
    await this.unitOfWork.run(institutionId, (tx) =>
      tx.query(
        `UPDATE staff_session s SET last_seen_at = u.used_at
           FROM unnest($2::bigint[], $3::timestamptz[]) AS u (id, used_at)
          WHERE s.institution_id = $1 AND s.id = u.id AND s.last_seen_at <= u.used_at - make_interval(secs => $4)`,
        [institutionId, uses.map(({ id }) => id), uses.map(({ usedAt }) => usedAt), USE_ACCURACY_MS / 1000],
      ),
    );
  }
}
