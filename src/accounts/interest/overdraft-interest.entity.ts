import { Entity } from 'typeorm';
import { UnpostedInterest } from './interest-base-entities';

/** Overdraft interest that an account owes and has not been charged. */
@Entity()
export class OverdraftInterest extends UnpostedInterest {}
