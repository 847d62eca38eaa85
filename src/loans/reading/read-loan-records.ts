import { In, IsNull } from 'typeorm';
import type { Tx } from '../../common/database/unit-of-work';
import { Document } from '../../documents/document.entity';
import { Institution } from '../../institutions/institution.entity';
import { readInterestToCapitalise } from '../contract/interest-to-capitalise';
import type { Loan } from '../contract/loan.entity';
import { LoanContract } from '../contract/loan-contract.entity';
import { type LoanPeople, loanRecord, SHOWN_OF_CONTRACT, type ShownContract } from './loan-record';
import type { LoanRecordView } from './loan-record.dto';
import { payoffDateOf, payoffsOf } from './payoffs';

/**
 * The API views of loans. Related rows of a page of up to 200 loans are read at once, with only the columns shown.
 * @param payoffDate the date of the payoffs; by default the business date
 * @throws VALIDATION_FAILED (400) for a date of the payoffs that has passed or is too far ahead
 */
export async function readLoanRecords(
  tx: Tx,
  institutionId: number,
  loans: Loan[],
  payoffDate?: string,
): Promise<LoanRecordView[]> {
  if (loans.length === 0) return [];
  const { businessDate } = await tx.findOneOrFail(Institution, {
    where: { institutionId },
    select: { institutionId: true, businessDate: true },
  });
  const date = payoffDateOf(payoffDate, businessDate);
  const payoffs = await payoffsOf(tx, institutionId, loans, date);
  const toCapitalise = await readInterestToCapitalise(tx, institutionId, loans);
  const contracts = await contractsOf(tx, institutionId, loans);
  const people = await peopleOf(tx, institutionId, loans);
  const documents = await documentsOf(tx, institutionId, loans);
  return loans.map((loan) =>
    loanRecord(loan, {
      contract: contracts.get(loan.contractId)!,
      people: people.get(loan.id)!,
      documents: documents.filter(({ entityId }) => entityId === loan.id),
      businessDate,
      payoff: { kobo: payoffs.get(loan.id)!, date },
      toCapitaliseKobo: toCapitalise.get(loan.id) ?? 0n,
    }),
  );
}

async function contractsOf(tx: Tx, institutionId: number, loans: Loan[]): Promise<Map<number, ShownContract>> {
  const select = Object.fromEntries(['institutionId', 'id', ...SHOWN_OF_CONTRACT].map((property) => [property, true]));
  const contracts = await tx.find(LoanContract, {
    select,
    where: { institutionId, id: In(loans.map(({ contractId }) => contractId)) },
  });
  return new Map(contracts.map((contract) => [contract.id, contract]));
}

async function peopleOf(tx: Tx, institutionId: number, loans: Loan[]): Promise<Map<number, LoanPeople>> {
  const rows = await tx.query<
    (Omit<LoanPeople, 'accountOfficerID'> & { id: string; accountOfficerID: string | null })[]
  >(
    `SELECT l.id, c.customer_number AS "customerID", c.name AS "customerName",
            p.code AS "productCode", p.name AS "productName", b.branch_code AS "branchCode",
            a.agent_code AS "agentCode", a.name AS "agentName", s.id AS "accountOfficerID"
       FROM loan l
       JOIN customer c ON c.institution_id = l.institution_id AND c.id = l.customer_id
       JOIN product p ON p.institution_id = l.institution_id AND p.id = l.product_id
       JOIN branch b ON b.institution_id = l.institution_id AND b.id = l.branch_id
       LEFT JOIN agent a ON a.institution_id = l.institution_id AND a.id = l.agent_id
       LEFT JOIN staff s ON s.institution_id = l.institution_id AND s.staff_code = l.account_officer_staff_id
      WHERE l.institution_id = $1 AND l.id = ANY($2)`,
    [institutionId, loans.map(({ id }) => id)],
  );
  return new Map(
    rows.map(({ id, accountOfficerID, ...names }) => [
      Number(id),
      { ...names, accountOfficerID: accountOfficerID === null ? null : Number(accountOfficerID) },
    ]),
  );
}

async function documentsOf(tx: Tx, institutionId: number, loans: Loan[]): Promise<Document[]> {
  const where = {
    institutionId,
    entityType: 'loan' as const,
    entityId: In(loans.map(({ id }) => id)),
    deletedAt: IsNull(),
  };
  return tx.find(Document, {
    select: { institutionId: true, id: true, entityId: true, documentType: true, fileName: true },
    where,
    order: { id: 'ASC' },
  });
}
