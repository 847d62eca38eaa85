import { Injectable } from '@nestjs/common';
import type { AuditAuthor } from '../../common/audit/audit-log';
import type { Tx } from '../../common/database/unit-of-work';
import { Registry } from '../../common/registry/registry';
import type { LoanContract } from '../contract/loan-contract.entity';
import type { DisbursedLoan, DisbursementOrder } from './loan-disbursement';

/** Further acts in the transaction of a disbursement, such as the settlement of the loan that it refinances. */
export interface DisbursementFollowUp {
  /** Stable name, such as `refinancing`. */
  readonly name: string;
  /** Locks the rows that it will change; it runs before the disbursement locks accounts, as the order of locks asks. */
  lockRows(tx: Tx, contract: LoanContract): Promise<void>;
  /** Runs after the posting; what it throws undoes the disbursement. */
  afterDisbursement(tx: Tx, by: AuditAuthor, disbursed: DisbursedLoan, order: DisbursementOrder): Promise<void>;
}

/** All follow-ups: the providers with `@MemberOf(DisbursementFollowUps)`. */
@Injectable()
export class DisbursementFollowUps extends Registry<DisbursementFollowUp> {
  /** Call it before accounts are locked. */
  async lockRows(tx: Tx, contract: LoanContract): Promise<void> {
    for (const followUp of this.all()) await followUp.lockRows(tx, contract);
  }

  /** Runs them one after the other. */
  async run(tx: Tx, by: AuditAuthor, disbursed: DisbursedLoan, order: DisbursementOrder): Promise<void> {
    for (const followUp of this.all()) await followUp.afterDisbursement(tx, by, disbursed, order);
  }

  protected override nameOf({ name }: DisbursementFollowUp): string {
    return name;
  }
}
