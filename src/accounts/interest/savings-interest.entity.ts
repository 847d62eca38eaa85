import { Entity } from 'typeorm';
import { UnpostedInterest } from './interest-columns';

/** What an account has earned and not been paid. */
@Entity()
export class SavingsInterest extends UnpostedInterest {}
