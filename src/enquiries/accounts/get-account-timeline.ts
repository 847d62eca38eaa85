import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { shownAuthor } from '../../accounts/status/aml-freeze';
import { Keyset, type SortKey } from '../../common/database/keyset';
import { pagingOf } from '../../common/database/list-page';
import { UnitOfWork } from '../../common/database/unit-of-work';
import type { StaffActor } from '../../common/http/actor';
import { type Page, pageOf, RECORD_COUNT_CAP } from '../../common/http/paging';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { ledgerErrors } from '../../ledger/ledger.errors';
import type { AccountEventView, AccountTimelineQuery } from './account-timeline.dto';
import { ACCOUNT_EVENTS, AUDITED_CHANGES } from './account-timeline-statement';

/** The history of an account, by default the latest event first (docs/api/enquiries.md#account-timeline). */
export class GetAccountTimeline extends Query<Page<AccountEventView>> {
  constructor(
    readonly staff: Pick<StaffActor, 'institutionId' | 'permissions'>,
    readonly accountNumber: string,
    readonly query: AccountTimelineQuery,
  ) {
    super();
  }
}

const KEYS: readonly SortKey[] = [
  { column: 'at', type: 'instant' },
  { column: 'source', type: 'bigint' },
  { column: 'key', type: 'text' },
];

type EventRow = AccountEventView & { source: number; key: string };

@QueryHandler(GetAccountTimeline)
export class GetAccountTimelineHandler implements IQueryHandler<GetAccountTimeline> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
  ) {}

  /** @throws ACCOUNT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422), VALIDATION_FAILED (400) for a wrong cursor */
  async execute({ staff, accountNumber, query }: GetAccountTimeline): Promise<Page<AccountEventView>> {
    const { institutionId, permissions } = staff;
    const { kind, accountId, number } = await this.directory.require(institutionId, accountNumber);
    if (kind === 'virtual') throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED();
    if (kind === 'gl') throw ledgerErrors.ACCOUNT_NOT_FOUND(`There is no account ${number}.`);
    const direction = query.Direction === 'Asc' ? 'ASC' : 'DESC';
    const keyset = new Keyset(`account_event ${accountId}`, { keys: KEYS, direction }, query);
    const values: unknown[] = [institutionId, accountId, number, AUDITED_CHANGES];
    const known = values.length;
    const condition = keyset.condition((value) => `$${values.push(value)}`);
    return this.unitOfWork.read(institutionId, async (tx) => {
      const found = await tx.query<EventRow[]>(
        `SELECT at, event, actor, checker, subject, before, after, note, approval_id::float8 AS "approvalId", source, key
           FROM (${ACCOUNT_EVENTS}) events ${condition === undefined ? '' : `WHERE ${condition}`}
          ORDER BY ${keyset.orderBy} LIMIT ${keyset.limit} OFFSET ${keyset.offset}`,
        values,
      );
      const [counted] = await tx.query<[{ count: number }]>(
        `SELECT count(*)::int AS count FROM (SELECT 1 FROM (${ACCOUNT_EVENTS}) e LIMIT ${RECORD_COUNT_CAP + 1}) events`,
        values.slice(0, known),
      );
      const { rows, nextAfter } = keyset.cut(found, ({ at, source, key }) => [at.toISOString(), String(source), key]);
      const data = rows.map(({ source: _source, key: _key, ...event }) =>
        shownAuthor(permissions, event, { note: null }, event.note),
      );
      return pageOf(data, counted.count, pagingOf(query), nextAfter);
    });
  }
}
