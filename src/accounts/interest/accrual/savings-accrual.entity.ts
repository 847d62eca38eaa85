import { Entity } from 'typeorm';
import { DailyAccrual } from '../interest-base-entities';

/** Interest that a savings or current account earned on a date. An account without a balance above 0 has no row. */
@Entity()
export class SavingsAccrual extends DailyAccrual {}
