import { Entity } from 'typeorm';
import { DateColumn, PrimaryIdColumn } from '../../common/database/columns';

/**
 * The first date at whose end an account may become dormant, counted from its last known activity. The end of day skips
 * the account before that date and reads its entries on it (`docs/domain/deposits-and-interest.md#dormancy`).
 */
@Entity()
export class DormancyReview {
  @PrimaryIdColumn()
  institutionId!: number;

  @PrimaryIdColumn()
  accountId!: number;

  @DateColumn()
  reviewOn!: string;
}
