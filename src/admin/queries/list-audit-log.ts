import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SelectQueryBuilder } from 'typeorm';
import { SEES_AML, shownAuthor } from '../../accounts/status/aml-freeze';
import { AuditLogEntry } from '../../common/audit/audit-log-entry.entity';
import { listPage } from '../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { type Page, RECORD_COUNT_CAP } from '../../common/http/paging';
import { validationFailed } from '../../common/http/validation.pipe';
import { AFTER_ANY_CHARACTER } from '../../common/text/search-name';
import { addDays, startOfDay } from '../../common/time/calendar';
import { ChangeKinds } from '../../institutions/changes/change-kinds';
import { Institution } from '../../institutions/institution.entity';
import { type AuditLogEntryView, auditLogEntryView, type ListAuditLogQuery } from '../audit-log.dto';

/**
 * Actions of the AML desk, hidden from other staff, who could warn a customer (docs/api/cases.md#audit). They stay in
 * the chain, which is verified over all rows.
 */
export const DESK_ACTIONS =
  '^((aml-(alert|case|scenario|scenario-group|window)|nfiu-report|risk-rating|fraud-complaint|watch-list(-source)?)[.]' +
  '|aml-hold[.]view-name-hits$)';

/** Rules, and decisions on holds with their notes, which staff without the permission for holds do not see. */
const HOLD_ACTIONS = '^aml-(hold|rule)[.]';
const RELEASE_OPERATION = 'release-aml-hold';

const SEES_DESK = 'view-cases';
/** Permissions with which the audit log shows more (docs/api/cases.md#audit). */
export const AUDIT_WIDENED_BY = [SEES_DESK, SEES_AML];

/** The audit log of the institution, latest entry first. */
export class ListAuditLog extends Query<Page<AuditLogEntryView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: ListAuditLogQuery,
    readonly permissions: ReadonlySet<string>,
  ) {
    super();
  }
}

@QueryHandler(ListAuditLog)
export class ListAuditLogHandler implements IQueryHandler<ListAuditLog> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly kinds: ChangeKinds,
  ) {}

  async execute({ institutionId, filters, permissions }: ListAuditLog): Promise<Page<AuditLogEntryView>> {
    const { Actor, Action, Subject, SubjectPrefix, Correlation, Address, SessionID, From, To, Direction } = filters;
    return this.unitOfWork.read(institutionId, async (tx) => {
      const { timeZone } = await tx.findOneByOrFail(Institution, { institutionId });
      const order = Direction === 'Asc' ? 'ASC' : 'DESC';
      const query = tx
        .createQueryBuilder(AuditLogEntry, 'a')
        .where('a.institution_id = :institutionId', { institutionId })
        .orderBy('a.at', order)
        .addOrderBy('a.id', order);
      if (!permissions.has(SEES_DESK)) this.hide(query, DESK_ACTIONS, this.deskOperations());
      if (!permissions.has(SEES_AML)) this.hide(query, HOLD_ACTIONS, this.holdOperations());
      if (Actor !== undefined) query.andWhere('a.actor = :Actor', { Actor });
      if (Action !== undefined) query.andWhere('a.action = :Action', { Action });
      if (Subject !== undefined) query.andWhere('a.subject = :Subject', { Subject });
      if (SubjectPrefix !== undefined) await beginsWith(tx, query, institutionId, SubjectPrefix);
      if (Correlation !== undefined) query.andWhere('a.correlation_id = :Correlation', { Correlation });
      if (Address !== undefined) query.andWhere('a.address = :Address', { Address });
      if (SessionID !== undefined) query.andWhere('a.session_id = :SessionID', { SessionID });
      if (From !== undefined) query.andWhere('a.at >= :from', { from: startOfDay(From, timeZone) });
      if (To !== undefined) query.andWhere('a.at < :until', { until: startOfDay(addDays(To, 1), timeZone) });
      return listPage(tx, query, filters, (entry) =>
        shownAuthor(
          permissions,
          auditLogEntryView(entry),
          { details: {} },
          (entry.details as { reason?: unknown }).reason,
        ),
      );
    });
  }

  private deskOperations(): string[] {
    return this.kinds.hiddenFrom(new Set([SEES_AML]));
  }

  private holdOperations(): string[] {
    const ofRules = this.kinds.list().filter(({ seenWith }) => seenWith === SEES_AML);
    return [RELEASE_OPERATION, ...ofRules.map(({ operation }) => operation)];
  }

  /**
   * Leaves out some actions, and all about the approvals of some operations, which name what waits for a second person:
   * entries such as those of an assignment do not name the operation themselves.
   */
  private hide(query: SelectQueryBuilder<AuditLogEntry>, actions: string, operations: string[]): void {
    const list = operations.map((operation) => `'${operation}'`).join(', ');
    query.andWhere(`a.action !~ '${actions}'`);
    query.andWhere(`NOT (a.action LIKE 'approval.%' AND (coalesce(a.details->>'operation', '') IN (${list})
      OR EXISTS (SELECT 1 FROM approval p WHERE p.institution_id = a.institution_id AND p.operation IN (${list})
        AND p.id = CASE WHEN a.subject ~ '^approval:[0-9]{1,18}$' THEN CAST(substr(a.subject, 10) AS bigint) END)))`);
  }
}

/**
 * Confines the query to the entries whose subject begins with a text. They are found along the index of subjects and
 * sorted by time, so there may not be too many.
 * @throws VALIDATION_FAILED (400) on `SubjectPrefix` that fits too many entries
 */
async function beginsWith(
  tx: Tx,
  query: SelectQueryBuilder<AuditLogEntry>,
  institutionId: number,
  prefix: string,
): Promise<void> {
  const range = { subjectFrom: prefix, subjectTo: `${prefix}${AFTER_ANY_CHARACTER}` };
  const [row] = await tx.query<{ count: string }[]>(
    `SELECT count(*) AS count FROM (
       SELECT 1 FROM audit_log
        WHERE institution_id = $1 AND subject ~>=~ $2 AND subject ~<~ $3 LIMIT ${RECORD_COUNT_CAP + 1}) entries`,
    [institutionId, range.subjectFrom, range.subjectTo],
  );
  if (Number(row?.count) > RECORD_COUNT_CAP)
    throw validationFailed([{ field: 'SubjectPrefix', message: 'fits more than 10,000 entries: add characters' }]);
  query.andWhere(
    `a.id IN (SELECT o.id FROM audit_log o
       WHERE o.institution_id = :institutionId AND o.subject ~>=~ :subjectFrom AND o.subject ~<~ :subjectTo
       LIMIT ${RECORD_COUNT_CAP})`,
    range,
  );
}
