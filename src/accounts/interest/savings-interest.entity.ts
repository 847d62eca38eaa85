import { Entity } from 'typeorm';
import { UnpostedInterest } from './interest-base-entities';

/** Interest that an account has earned and not been paid. */
@Entity()
export class SavingsInterest extends UnpostedInterest {}
