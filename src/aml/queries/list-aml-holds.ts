import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SelectQueryBuilder } from 'typeorm';
import { Approval } from '../../approvals/approval.entity';
import { narrowToWork } from '../../approvals/work/narrow-to-work';
import { listPage } from '../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { nairaToKobo } from '../../common/money/naira';
import { AmlHold } from '../aml-hold.entity';
import type { AmlHoldView, ListAmlHoldsQuery } from '../aml-holds.dto';
import { RELEASE_OPERATION } from '../hold-rows';
import { holdViews } from '../hold-views';
import { inPeriod } from '../in-period';

/** AML holds, decided ones included. */
export class ListAmlHolds extends Query<Page<AmlHoldView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListAmlHoldsQuery,
  ) {
    super();
  }
}

const SORT_COLUMNS = {
  id: 'hold.created_at',
  heldAt: 'hold.created_at',
  amount: 'hold.amount_kobo',
} as const;

/** The columns that a filter compares for equality. */
const EQUALS = {
  Status: 'status',
  ReferenceNumber: 'reference',
  AccountNumber: 'account_number',
  RuleID: 'rule_id',
  MovementDirection: 'direction',
  Endpoint: 'endpoint',
} as const;

@QueryHandler(ListAmlHolds)
export class ListAmlHoldsHandler implements IQueryHandler<ListAmlHolds> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: ListAmlHolds): Promise<Page<AmlHoldView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const page = await listPage(tx, matching(tx, institutionId, filters), filters, (hold) => hold);
      return { ...page, data: await holdViews(tx, institutionId, page.data) };
    });
  }
}

function matching(tx: Tx, institutionId: number, filters: ListAmlHoldsQuery): SelectQueryBuilder<AmlHold> {
  const { MinAmount, MaxAmount, CustomerID, SortColumn } = filters;
  const query = tx.createQueryBuilder(AmlHold, 'hold').where('hold.institution_id = :institutionId', { institutionId });
  for (const [name, column] of Object.entries(EQUALS)) {
    const value = filters[name as keyof typeof EQUALS];
    if (value !== undefined) query.andWhere(`hold.${column} = :${column}`, { [column]: value });
  }
  if (filters.RepeatOf !== undefined)
    query.andWhere(
      `hold.repeat_of_id = (SELECT head.id FROM aml_hold head
        WHERE head.institution_id = :institutionId AND head.approval_id = :repeatOf)`,
      { repeatOf: filters.RepeatOf },
    );
  else if (filters.ReferenceNumber === undefined) query.andWhere('hold.repeat_of_id IS NULL');
  if (MinAmount !== undefined)
    query.andWhere('hold.amount_kobo >= :minKobo', { minKobo: String(nairaToKobo(MinAmount)) });
  if (MaxAmount !== undefined)
    query.andWhere('hold.amount_kobo <= :maxKobo', { maxKobo: String(nairaToKobo(MaxAmount)) });
  if (CustomerID !== undefined)
    query.andWhere(
      `hold.account_number IN (SELECT d.account_number FROM deposit_account d JOIN customer c
          ON c.institution_id = d.institution_id AND c.id = d.customer_id
        WHERE d.institution_id = :institutionId AND c.customer_number = :customerID)`,
      { customerID: CustomerID },
    );
  inPeriod(query, 'hold', filters);
  joinApproval(query, filters);
  const direction = filters.Direction === 'Asc' ? 'ASC' : 'DESC';
  return query.orderBy(SORT_COLUMNS[SortColumn], direction).addOrderBy('hold.id', direction);
}

/** The due time and the assignee belong to the hold's approval; other lists do without the join. */
function joinApproval(query: SelectQueryBuilder<AmlHold>, filters: ListAmlHoldsQuery): void {
  const { Assignee, Unassigned, Overdue } = filters;
  if ([Assignee, Unassigned, Overdue].every((filter) => filter === undefined)) return;
  query.innerJoin(
    Approval,
    'approval',
    'approval.institution_id = hold.institution_id AND approval.id = hold.approval_id AND approval.operation = :release',
    { release: RELEASE_OPERATION },
  );
  narrowToWork(query, filters);
}
