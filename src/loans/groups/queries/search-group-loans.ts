import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { In } from 'typeorm';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import type { Page } from '../../../common/http/paging';
import { koboToNaira } from '../../../common/money/naira';
import { readInterestToCapitalise } from '../../contract/interest-to-capitalise';
import { Loan } from '../../contract/loan.entity';
import { totalOutstandingKobo } from '../../contract/summarise-loan';
import { pageByIds } from '../../reading/page-by-ids';
import { readLoanRecords } from '../../reading/read-loan-records';
import { GroupLoan } from '../group-loan.entity';
import type { GroupLoanView, GroupParticipantView } from '../group-loan-views.dto';
import type { SearchGroupLoansQuery } from '../group-loans.dto';

/** The institution's group loans with their participants, latest first. */
export class SearchGroupLoans extends Query<Page<GroupLoanView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: SearchGroupLoansQuery,
  ) {
    super();
  }
}

@QueryHandler(SearchGroupLoans)
export class SearchGroupLoansHandler implements IQueryHandler<SearchGroupLoans> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: SearchGroupLoans): Promise<Page<GroupLoanView>> {
    const { groupLoanID, referenceNumber, groupLoanStatus, Direction } = filters;
    return this.unitOfWork.read(institutionId, async (tx) => {
      const query = tx
        .createQueryBuilder(GroupLoan, 'grp')
        .where('grp.institution_id = :institutionId', { institutionId })
        .orderBy('grp.id', Direction === 'Asc' ? 'ASC' : 'DESC');
      if (groupLoanID !== undefined) query.andWhere('grp.id = :groupLoanID', { groupLoanID });
      if (referenceNumber !== undefined) query.andWhere('grp.reference_number = :referenceNumber', { referenceNumber });
      if (groupLoanStatus !== undefined) query.andWhere('grp.status = :groupLoanStatus', { groupLoanStatus });
      const page = await pageByIds(tx, GroupLoan, institutionId, query, filters);
      return { ...page, data: await groupViews(tx, institutionId, page.data) };
    });
  }
}

/** A loan of a group, and how it is shown. */
interface Member {
  loan: Loan;
  /** Interest that a moratorium will add to the principal (`interestToCapitaliseKobo`). */
  toCapitaliseKobo: bigint;
  view: GroupParticipantView;
}

const sumOf = (members: readonly Member[], kobo: (member: Member) => bigint): bigint =>
  members.reduce((sum, member) => sum + kobo(member), 0n);

/** Group loans with their participants, in the same order. */
export async function groupViews(tx: Tx, institutionId: number, groups: GroupLoan[]): Promise<GroupLoanView[]> {
  const ids = groups.map(({ id }) => id);
  const loans =
    ids.length === 0
      ? []
      : await tx.find(Loan, { where: { institutionId, groupLoanId: In(ids) }, order: { id: 'ASC' } });
  const records = await readLoanRecords(tx, institutionId, loans);
  const toCapitalise = await readInterestToCapitalise(tx, institutionId, loans);
  const members = loans.map((loan, index): Member => ({
    loan,
    toCapitaliseKobo: toCapitalise.get(loan.id) ?? 0n,
    view: {
      id: loan.id,
      loanAccountNumber: loan.loanAccountNumber,
      preferredPartnerReference: loan.preferredPartnerReference,
      loanRequest: records[index]!,
    },
  }));
  return groups.map((group) =>
    groupView(
      group,
      members.filter(({ loan }) => loan.groupLoanId === group.id),
    ),
  );
}

function groupView(
  { id, productId, name, referenceNumber, status, approvalId, notes, createdAt }: GroupLoan,
  members: Member[],
): GroupLoanView {
  // A canceled loan lends nothing, so the group's principal leaves it out.
  const borrowing = members.filter(({ loan }) => loan.status !== 'Canceled');
  return {
    id,
    groupLoanID: id,
    groupLoanProductID: productId,
    name,
    referenceNumber,
    groupLoanStatus: status,
    approvalId,
    notes,
    totalPrincipal: koboToNaira(sumOf(borrowing, ({ loan }) => loan.principalKobo)),
    totalOutstanding: koboToNaira(
      sumOf(members, ({ loan, toCapitaliseKobo }) => totalOutstandingKobo(loan, toCapitaliseKobo)),
    ),
    participants: members.map(({ view }) => view),
    createdAt: createdAt.toISOString(),
  };
}
