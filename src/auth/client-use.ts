import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import { RecordedUses } from './recorded-uses';

/** Keeps `last_used_at` of API clients, by their client ids. */
@Injectable()
export class ClientUse extends RecordedUses<string> {
  protected override readonly statement = `UPDATE api_client c SET last_used_at = u.used_at
    FROM unnest($2::varchar[], $3::timestamptz[], $4::timestamptz[]) AS u (client_id, used_at, unused_since)
   WHERE c.institution_id = $1 AND c.client_id = u.client_id
     AND (c.last_used_at IS NULL OR c.last_used_at <= u.unused_since)`;

  constructor(unitOfWork: UnitOfWork, clock: Clock) {
    super(unitOfWork, clock);
  }
}
