import { Entity } from 'typeorm';
import { InstantColumn, TenantEntity } from '../common/database/columns';

/** A customer to rate soon: written by triggers with an opening or a change, and deleted with the rating. */
@Entity()
export class RiskRatingDue extends TenantEntity {
  @InstantColumn({ default: () => 'clock_timestamp()' })
  since!: Date;
}
