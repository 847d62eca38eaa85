import { Entity } from 'typeorm';
import { UnpostedInterest } from './interest-columns';

/** What an account owes for being overdrawn and has not been charged. */
@Entity()
export class OverdraftInterest extends UnpostedInterest {}
