import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { Clock } from '../../common/time/clock';
import { RecordedUses } from '../recorded-uses';

/** Keeps `last_seen_at` of staff sessions. */
@Injectable()
export class SessionUse extends RecordedUses<number> {
  protected override readonly statement = `UPDATE staff_session s SET last_seen_at = u.used_at
    FROM unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[]) AS u (id, used_at, unused_since)
   WHERE s.institution_id = $1 AND s.id = u.id AND s.last_seen_at <= u.unused_since`;

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    super(unitOfWork, clock);
  }
}
