import { Entity } from 'typeorm';
import { DateColumn, PrimaryIdColumn } from '../../common/database/columns';

/**
 * The first date at whose end an account may be dormant, from its last known activity. Before that date it is not
 * looked at again; at it, its entries are.
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
