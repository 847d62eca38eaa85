import { Injectable } from '@nestjs/common';
import { ApprovalGate } from '../approvals/approval-gate';
import type { Tx } from '../common/database/unit-of-work';
import type { WriteRequest } from '../common/http/write-request';
import { formatNaira } from '../common/money/naira';
import { type ContractTerms, termsPhrase } from './contract-terms';
import { LOAN_OPERATION } from './loan-subject';
import type { Loan } from './loan.entity';

/** Asks staff to approve a loan on its terms; a loan is asked about even without a policy. */
@Injectable()
export class LoanApprovals {
  constructor(private readonly gate: ApprovalGate) {}

  /** @returns the approval's id, or undefined when API clients bypass approvals: then the loan is approved. */
  async ask(tx: Tx, write: WriteRequest, loan: Loan, terms: ContractTerms, asked: { what: string; customerName: string }): Promise<number | undefined> {
    return this.gate.ask(tx, write, {
      operation: LOAN_OPERATION,
      amountKobo: terms.principalKobo,
      summary: `${asked.what} ${loan.loanAccountNumber} of ${formatNaira(terms.principalKobo)} to ${asked.customerName} at ${termsPhrase(terms)}`,
      details: { loanId: loan.id },
      byDefault: true,
    });
  }
}
