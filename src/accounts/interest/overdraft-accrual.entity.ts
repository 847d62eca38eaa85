import { Entity } from 'typeorm';
import { DailyAccrual } from './interest-columns';

/** What an overdrawn account owes for a date. */
@Entity()
export class OverdraftAccrual extends DailyAccrual {}
