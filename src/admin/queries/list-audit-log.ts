import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { AuditLogEntry } from '../../common/audit/audit-log-entry.entity';
import { listPage } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { addDays, startOfDay } from '../../common/time/calendar';
import { Institution } from '../../institutions/institution.entity';
import { type AuditLogEntryView, auditLogEntryView, type ListAuditLogQuery } from '../audit-log.dto';

/** The audit log of the institution, latest entry first. */
export class ListAuditLog extends Query<Page<AuditLogEntryView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListAuditLogQuery,
  ) {
    super();
  }
}

@QueryHandler(ListAuditLog)
export class ListAuditLogHandler implements IQueryHandler<ListAuditLog> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, filters }: ListAuditLog): Promise<Page<AuditLogEntryView>> {
    const { Actor, Action, Subject, Address, SessionID, From, To, Direction } = filters;
    return this.unitOfWork.read(institutionId, async (tx) => {
      const { timeZone } = await tx.findOneByOrFail(Institution, { institutionId });
      const order = Direction === 'Asc' ? 'ASC' : 'DESC';
      const query = tx
        .createQueryBuilder(AuditLogEntry, 'a')
        .where('a.institution_id = :institutionId', { institutionId })
        .orderBy('a.at', order)
        .addOrderBy('a.id', order);
      if (Actor !== undefined) query.andWhere('a.actor = :Actor', { Actor });
      if (Action !== undefined) query.andWhere('a.action = :Action', { Action });
      if (Subject !== undefined) query.andWhere('a.subject = :Subject', { Subject });
      if (Address !== undefined) query.andWhere('a.address = :Address', { Address });
      if (SessionID !== undefined) query.andWhere('a.session_id = :SessionID', { SessionID });
      if (From !== undefined) query.andWhere('a.at >= :from', { from: startOfDay(From, timeZone) });
      if (To !== undefined) query.andWhere('a.at < :until', { until: startOfDay(addDays(To, 1), timeZone) });
      return listPage(tx, query, filters, auditLogEntryView);
    });
  }
}
