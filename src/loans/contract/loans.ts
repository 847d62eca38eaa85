import { Injectable } from '@nestjs/common';
import { selectRows, updateRows } from '../../common/database/rows';
import type { Tx } from '../../common/database/unit-of-work';
import { Clock } from '../../common/time/clock';
import { AccountDirectoryEntry } from '../../ledger/chart/account-directory-entry.entity';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { agedSummary } from '../classification/aged-summary';
import { LoanRules } from '../classification/loan-rules';
import { GroupLoan } from '../groups/group-loan.entity';
import { loansErrors } from '../loans.errors';
import { Loan } from './loan.entity';
import { LoanContract } from './loan-contract.entity';
import { LoanInstalment } from './loan-instalment.entity';
import { groupStatusOf, type LoanStatus, mayTransition } from './loan-status';

/** A locked loan with its contract and schedule. */
export interface LockedLoan {
  loan: Loan;
  contract: LoanContract;
  /** In the order of their numbers, which is the order of their due dates. */
  instalments: LoanInstalment[];
}

/** A locked loan that has changed in memory. */
export interface StoredLoan {
  locked: LockedLoan;
  /** Instalments whose amounts changed since they were read. */
  changed: readonly LoanInstalment[];
}

/**
 * Finds, locks and stores loans in the caller's transaction. The lock on the loan's row protects its contract,
 * instalments and accounts too.
 */
@Injectable()
export class Loans {
  constructor(
    private readonly clock: Clock,
    private readonly rules: LoanRules,
  ) {}

  /** @throws LOAN_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422) */
  async require(tx: Tx, institutionId: number, loanAccountNumber: string): Promise<Loan> {
    return (
      (await tx.findOneBy(Loan, { institutionId, loanAccountNumber })) ??
      this.throwNotFound(tx, institutionId, loanAccountNumber)
    );
  }

  /** As `require`, by the numeric id. @throws LOAN_NOT_FOUND (404) */
  async requireById(tx: Tx, institutionId: number, id: number): Promise<Loan> {
    const loan = await tx.findOneBy(Loan, { institutionId, id });
    if (!loan) throw loansErrors.LOAN_NOT_FOUND(`There is no loan with the id ${id}; check the id.`);
    return loan;
  }

  /** The loan, locked until the transaction ends. @throws LOAN_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422) */
  async lock(tx: Tx, institutionId: number, loanAccountNumber: string): Promise<LockedLoan> {
    const loan = await tx.findOne(Loan, {
      where: { institutionId, loanAccountNumber },
      lock: { mode: 'for_no_key_update' },
    });
    return this.complete(tx, loan ?? (await this.throwNotFound(tx, institutionId, loanAccountNumber)));
  }

  /** As `lock`, by the numeric id. @throws LOAN_NOT_FOUND (404) */
  async lockById(tx: Tx, institutionId: number, id: number): Promise<LockedLoan> {
    const loan = await tx.findOne(Loan, { where: { institutionId, id }, lock: { mode: 'for_no_key_update' } });
    if (!loan) throw loansErrors.LOAN_NOT_FOUND(`There is no loan with the id ${id}; check the id.`);
    return this.complete(tx, loan);
  }

  /** Several loans, locked in the order of their ids. Loans that do not exist are left out. */
  async lockMany(tx: Tx, institutionId: number, ids: readonly number[]): Promise<LockedLoan[]> {
    const loans = await this.lockRows(tx, institutionId, ids);
    const terms = await selectRows(tx, LoanContract, 'WHERE institution_id = $1 AND id = ANY($2)', [
      institutionId,
      loans.map(({ contractId }) => contractId),
    ]);
    const contracts = new Map(terms.map((contract) => [contract.id, contract]));
    const rows = await selectRows(
      tx,
      LoanInstalment,
      'WHERE institution_id = $1 AND loan_id = ANY($2) ORDER BY loan_id, number',
      [institutionId, loans.map(({ id }) => id)],
    );
    const instalments = new Map<number, LoanInstalment[]>(loans.map(({ id }) => [id, []]));
    for (const row of rows) instalments.get(row.loanId)!.push(row);
    return loans.map((loan) => ({
      loan,
      contract: contracts.get(loan.contractId)!,
      instalments: instalments.get(loan.id)!,
    }));
  }

  /**
   * Several loans without contract and instalments, locked in the order of their ids. Missing loans are left out.
   * @param only these properties; all of them by default
   */
  async lockRows<Property extends keyof Loan = keyof Loan>(
    tx: Tx,
    institutionId: number,
    ids: readonly number[],
    only?: readonly Property[],
  ): Promise<Pick<Loan, Property>[]> {
    const rest = 'WHERE institution_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE';
    return selectRows(tx, Loan, rest, [institutionId, [...ids]], only);
  }

  /** Stores locked loans of one institution with their totals as of the business date, and the changed instalments. */
  async save(tx: Tx, stored: readonly StoredLoan[], businessDate: string): Promise<void> {
    const [first] = stored;
    if (!first) return;
    const updatedAt = this.clock.institutionNow(first.locked.loan.institutionId);
    const rules = await this.rules.classRules(tx, first.locked.loan.institutionId, businessDate);
    for (const { locked } of stored) {
      const { loan, instalments } = locked;
      Object.assign(loan, agedSummary(loan, instalments, rules, businessDate), { updatedAt });
      loan.outstandingPrincipalKobo = loan.disbursedKobo - loan.principalRepaidKobo - loan.principalWrittenOffKobo;
    }
    await updateRows(
      tx,
      LoanInstalment,
      stored.flatMap(({ changed }) => changed),
    );
    await updateRows(
      tx,
      Loan,
      stored.map(({ locked }) => locked.loan),
    );
  }

  /** Stores locked loans without their instalments. */
  async storeAll(tx: Tx, loans: readonly Loan[]): Promise<void> {
    const [first] = loans;
    if (!first) return;
    const updatedAt = this.clock.institutionNow(first.institutionId);
    await updateRows(
      tx,
      Loan,
      loans.map((loan) => Object.assign(loan, { updatedAt })),
    );
  }

  /** Changes columns of a locked loan that do not depend on its instalments. */
  async store(tx: Tx, loan: Loan, facts: Partial<Omit<Loan, 'institutionId' | 'id' | 'status'>>): Promise<void> {
    const changes = { ...facts, updatedAt: this.clock.institutionNow(loan.institutionId) };
    await tx.update(Loan, { institutionId: loan.institutionId, id: loan.id }, changes);
    Object.assign(loan, changes);
  }

  /**
   * Changes the status of a locked loan, and with it the status of its group. Call it after the posting, because the
   * group is locked last.
   * @param isCorrection gives the status that follows from a corrected history, whatever the present one is.
   * @throws LOAN_STATUS_REFUSED (409)
   */
  async transitionTo(tx: Tx, loan: Loan, status: LoanStatus, isCorrection = false): Promise<void> {
    if (loan.status === status) return;
    if (!isCorrection && !mayTransition(loan.status, status))
      throw loansErrors.LOAN_STATUS_REFUSED(
        `The loan ${loan.loanAccountNumber} is ${loan.status} and cannot become ${status}; read the loan.`,
      );
    await tx.update(Loan, { institutionId: loan.institutionId, id: loan.id }, { status });
    loan.status = status;
    if (loan.groupLoanId !== null) await this.refreshGroup(tx, loan.institutionId, loan.groupLoanId);
  }

  /** Locks the group, so that simultaneous changes of its loans see each other's new status. */
  private async refreshGroup(tx: Tx, institutionId: number, id: number): Promise<void> {
    const group = await tx.findOneOrFail(GroupLoan, {
      where: { institutionId, id },
      lock: { mode: 'for_no_key_update' },
    });
    const loans = await tx.find(Loan, { where: { institutionId, groupLoanId: id }, select: { status: true } });
    const status = groupStatusOf(loans.map((loan) => loan.status));
    if (status !== group.status)
      await tx.update(
        GroupLoan,
        { institutionId, id },
        { status, updatedAt: this.clock.institutionNow(institutionId) },
      );
  }

  private async throwNotFound(tx: Tx, institutionId: number, number: string): Promise<never> {
    if (await tx.existsBy(AccountDirectoryEntry, { institutionId, number, kind: 'virtual' }))
      throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED();
    throw loansErrors.LOAN_NOT_FOUND(`There is no loan with the account number ${number}; check the number.`);
  }

  private async complete(tx: Tx, loan: Loan): Promise<LockedLoan> {
    const { institutionId, id, contractId } = loan;
    const contract = await tx.findOneByOrFail(LoanContract, { institutionId, id: contractId });
    const instalments = await tx.find(LoanInstalment, {
      where: { institutionId, loanId: id },
      order: { number: 'ASC' },
    });
    return { loan, contract, instalments };
  }
}
