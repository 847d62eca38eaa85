import { Entity } from 'typeorm';
import { DailyAccrual } from './interest-columns';

/** What a savings or current account earned on a date. An account without money at the end of a date has no row. */
@Entity()
export class SavingsAccrual extends DailyAccrual {}
