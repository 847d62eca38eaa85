import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Customer } from '../../accounts/customers/customer.entity';
import { PersonNumbers } from '../../accounts/customers/person-numbers';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { Institution } from '../../institutions/institution.entity';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { Product } from '../../products/product.entity';
import { interestToCapitaliseSql, readInterestToCapitalise } from '../contract/interest-to-capitalise';
import { Loan } from '../contract/loan.entity';
import { LoanContract } from '../contract/loan-contract.entity';
import { RUNNING_STATUSES } from '../contract/loan-status';
import { Loans } from '../contract/loans';
import { GroupLoan } from '../groups/group-loan.entity';
import { loansErrors } from '../loans.errors';
import {
  groupLoanSnapshot,
  type InstalmentCounts,
  loanSnapshot,
  type OtherLoans,
  type SnapshotFacts,
} from './loan-snapshot';
import type { BureauIdentity, ReviewSubject } from './review-subject';

const INSTALMENTS = `
  SELECT loan_id AS "loanId", count(*)::int AS total, (count(*) FILTER (WHERE paid_date IS NOT NULL))::int AS paid,
         (count(*) FILTER (WHERE paid_date IS NULL AND due_date < $3))::int AS overdue
    FROM loan_instalment WHERE institution_id = $1 AND loan_id = ANY($2) GROUP BY loan_id`;

const OTHER_LOANS = `
  SELECT customer_id AS "customerId", count(*)::int AS count, sum(overdue_kobo)::text AS overdue,
         min(overdue_since)::text AS "overdueSince",
         sum(outstanding_principal_kobo + outstanding_interest_kobo + outstanding_fee_kobo
           + outstanding_default_kobo + outstanding_penalty_kobo + ${interestToCapitaliseSql('loan')})::text AS outstanding
    FROM loan WHERE institution_id = $1 AND customer_id = ANY($2) AND status = ANY($3) AND id <> ALL($4)
   GROUP BY customer_id`;

const NO_INSTALMENTS: InstalmentCounts = { total: 0, paid: 0, overdue: 0 };
const NO_OTHER_LOANS: OtherLoans = { count: 0, outstandingKobo: 0n, overdueKobo: 0n, overdueSince: null };

type InstalmentRow = InstalmentCounts & { loanId: string };
type OtherLoansRow = {
  customerId: string;
  count: number;
  outstanding: string;
  overdue: string;
  overdueSince: string | null;
};

/** Reads the subject of a review in one transaction, which ends before any provider is called. */
@Injectable()
export class ReviewSubjectReader {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
    private readonly loans: Loans,
    private readonly persons: PersonNumbers,
  ) {}

  /** @throws LOAN_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422) */
  async loan(institutionId: number, loanAccountNumber: string): Promise<ReviewSubject> {
    const account = await this.directory.find(institutionId, loanAccountNumber);
    if (account?.kind === 'virtual')
      throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED('A virtual account has no loans; send a loanAccountNumber.');
    return this.unitOfWork.read(institutionId, async (tx) => {
      const loan = await this.loans.require(tx, institutionId, loanAccountNumber);
      const { facts, identities } = await this.factsOf(tx, institutionId, [loan]);
      return { kind: 'loan', id: loan.id, loan: { snapshot: loanSnapshot(facts[0]!), identity: identities[0] } };
    });
  }

  /** @throws GROUP_LOAN_NOT_FOUND (404) */
  async group(institutionId: number, groupLoanId: number): Promise<ReviewSubject> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const group = await tx.findOneBy(GroupLoan, { institutionId, id: groupLoanId });
      if (!group)
        throw loansErrors.GROUP_LOAN_NOT_FOUND(`There is no group loan with the id ${groupLoanId}; check the id.`);
      const loans = await tx.find(Loan, { where: { institutionId, groupLoanId }, order: { id: 'ASC' } });
      const { facts, identities } = await this.factsOf(tx, institutionId, loans);
      const snapshot = groupLoanSnapshot(group, facts);
      return {
        kind: 'group',
        id: group.id,
        group: snapshot,
        loans: snapshot.participants.map((participant, index) => ({
          snapshot: participant,
          identity: identities[index],
        })),
      };
    });
  }

  /** The facts of each loan and the bureau identity of its customer, in the order of the loans. */
  private async factsOf(
    tx: Tx,
    institutionId: number,
    loans: Loan[],
  ): Promise<{ facts: SnapshotFacts[]; identities: (BureauIdentity | undefined)[] }> {
    const { businessDate } = await tx.findOneByOrFail(Institution, { institutionId });
    const ids = loans.map(({ id }) => id);
    const customerIds = loans.map(({ customerId }) => customerId);
    const contracts = byId(
      await tx.findBy(LoanContract, { institutionId, id: In(loans.map(({ contractId }) => contractId)) }),
    );
    const customers = byId(await tx.findBy(Customer, { institutionId, id: In(customerIds) }));
    const products = byId(await tx.findBy(Product, { institutionId, id: In(loans.map(({ productId }) => productId)) }));
    const counted = await tx.query<InstalmentRow[]>(INSTALMENTS, [institutionId, ids, businessDate]);
    const instalments = new Map(
      counted.map(({ loanId, total, paid, overdue }) => [Number(loanId), { total, paid, overdue }]),
    );
    const others = await this.otherLoans(tx, institutionId, customerIds, ids);
    const toCapitalise = await readInterestToCapitalise(tx, institutionId, loans);
    const facts = loans.map((loan) => ({
      loan,
      toCapitaliseKobo: toCapitalise.get(loan.id) ?? 0n,
      contract: contracts.get(loan.contractId)!,
      customerID: customers.get(loan.customerId)!.customerID,
      productCode: products.get(loan.productId)!.code,
      instalments: instalments.get(loan.id) ?? NO_INSTALMENTS,
      otherLoans: others.get(loan.customerId) ?? NO_OTHER_LOANS,
      businessDate,
    }));
    return { facts, identities: customerIds.map((id) => this.identityOf(customers.get(id)!)) };
  }

  /** The BVN of a person; the registration number of a company or group. */
  private identityOf(customer: Customer): BureauIdentity | undefined {
    const { customerType, registrationNumber } = customer;
    if (customerType !== 'Individual') return registrationNumber === null ? undefined : { registrationNumber };
    const bvn = this.persons.open(customer, 'bvn');
    return bvn === null ? undefined : { bvn };
  }

  private async otherLoans(
    tx: Tx,
    institutionId: number,
    customerIds: number[],
    exceptIds: number[],
  ): Promise<Map<number, OtherLoans>> {
    const rows = await tx.query<OtherLoansRow[]>(OTHER_LOANS, [
      institutionId,
      customerIds,
      RUNNING_STATUSES,
      exceptIds,
    ]);
    return new Map(
      rows.map(({ customerId, count, outstanding, overdue, overdueSince }) => [
        Number(customerId),
        { count, outstandingKobo: BigInt(outstanding), overdueKobo: BigInt(overdue), overdueSince },
      ]),
    );
  }
}

const byId = <Row extends { id: number }>(rows: Row[]): Map<number, Row> => new Map(rows.map((row) => [row.id, row]));
