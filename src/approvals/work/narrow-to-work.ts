import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';

interface WorkFilters {
  Assignee?: string;
  Unassigned?: boolean;
  Overdue?: boolean;
}

// The function is volatile: only as a subquery does it leave the index usable.
const OVERDUE = `(approval.status = 'Pending' AND approval.due_at < (SELECT institution_now()))`;

/** Keeps what is assigned or overdue as the filters say; the approval's alias must be `approval`. */
export function narrowToWork<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  { Assignee, Unassigned, Overdue }: WorkFilters,
): void {
  if (Assignee !== undefined) query.andWhere('approval.assignee = :assignee', { assignee: Assignee });
  if (Unassigned !== undefined) query.andWhere(`approval.assignee IS ${Unassigned ? '' : 'NOT '}NULL`);
  if (Overdue !== undefined) query.andWhere(Overdue ? OVERDUE : `${OVERDUE} IS NOT TRUE`);
}
