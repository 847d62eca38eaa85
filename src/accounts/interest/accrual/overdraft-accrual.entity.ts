import { Entity } from 'typeorm';
import { DailyAccrual } from '../interest-base-entities';

/** Overdraft interest that an account accrued on a date. */
@Entity()
export class OverdraftAccrual extends DailyAccrual {}
