import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DepositAccount } from '../../accounts/deposit-account.entity';
import { Keyset, type SortKey } from '../../common/database/keyset';
import { pagingOf } from '../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { KeyValue } from '../../common/http/page-cursor';
import { type Page, pageOf, RECORD_COUNT_CAP } from '../../common/http/paging';
import { koboToNaira } from '../../common/money/naira';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { postingIdFrom } from '../../ledger/engine/posting.entity';
import { ledgerErrors } from '../../ledger/ledger.errors';
import type { DateSpan } from '../account-period';
import { dateSpan } from '../date-span';
import { countEntries, entriesWhere, ENTRY_KEYS, type EntryCondition, entryKeys, type EntryRow } from '../entry-rows';
import { movementView } from '../movement-view';
import {
  entriesBehind,
  entriesOfPage,
  type StatementPeriod,
  statementPeriod,
  withBalancesOf,
} from '../statement-period';
import type { HistoryQuery, HistoryRowView } from '../statements.dto';
import { readTransactionMetadata } from '../transaction-metadata';

/** The history of an account, or the credits that came through a virtual account. */
export class GetAccountHistory extends Query<Page<HistoryRowView>> {
  constructor(
    readonly institutionId: number,
    readonly query: HistoryQuery,
  ) {
    super();
  }
}

/** The entries of a whole period are found by their numbers, whatever date orders them. */
const WHOLE_PERIOD_KEYS: readonly SortKey[] = [{ column: 'seq', type: 'bigint' }];

/** All dates that a request can name. */
const EVER = { from: '1900-01-01', to: '2999-12-31' };

@QueryHandler(GetAccountHistory)
export class GetAccountHistoryHandler implements IQueryHandler<GetAccountHistory> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
  ) {}

  /** @throws ACCOUNT_NOT_FOUND (404), VALIDATION_FAILED (400) */
  async execute({ institutionId, query }: GetAccountHistory): Promise<Page<HistoryRowView>> {
    const span = dateSpan(query.FinancialDateFrom ?? EVER.from, query.FinancialDateTo ?? EVER.to, [
      'FinancialDateFrom',
      'FinancialDateTo',
    ]);
    const { kind, number, accountId, ledgerAccountId } = await this.directory.require(
      institutionId,
      query.AccountNumber,
    );
    if (kind === 'gl') throw ledgerErrors.ACCOUNT_NOT_FOUND(`There is no account ${number}.`);
    return this.unitOfWork.readReport(institutionId, async (tx) => {
      const period = await statementPeriod(tx, institutionId, ledgerAccountId, span, query.DateBasis);
      const isVirtual = kind === 'virtual';
      const { entries, count, nextAfter } = await this.findEntries(
        tx,
        period,
        span,
        query,
        isVirtual ? accountId : undefined,
      );
      const settlement = isVirtual ? await tx.findOneBy(DepositAccount, { institutionId, id: ledgerAccountId }) : null;
      const metadata = await readTransactionMetadata(
        tx,
        institutionId,
        entries.map(({ postingId }) => postingId),
      );
      const rows = entries.map((entry): HistoryRowView => ({
        ...movementView(entry),
        balance: isVirtual ? null : koboToNaira(entry.balanceKobo),
        accountNumber: number,
        settlementAccountNumber: settlement?.accountNumber ?? null,
        isVirtualAccount: isVirtual,
        additionalMetadata: metadata.get(entry.postingId) ?? null,
      }));
      return pageOf(rows, count, pagingOf(query), nextAfter);
    });
  }

  private async findEntries(
    tx: Tx,
    period: StatementPeriod,
    span: DateSpan,
    query: HistoryQuery,
    virtualAccountId: number | undefined,
  ): Promise<{ entries: EntryRow[]; count: number; nextAfter: string | null }> {
    const isWhole =
      virtualAccountId === undefined &&
      query.PostingReferenceNumber === undefined &&
      query.InstrumentNumber === undefined;
    const direction = query.Direction === 'Asc' ? 'ASC' : 'DESC';
    const keys = isWhole ? WHOLE_PERIOD_KEYS : ENTRY_KEYS[query.DateBasis];
    const keyset = new Keyset('movement', { keys, direction }, query);
    const position = keyset.position();
    if (period.rowCount === 0) return { entries: [], count: 0, nextAfter: null };
    if (isWhole) return { ...(await wholePeriod(tx, period, query, keyset, position)), count: period.rowCount };
    const condition = await conditionOf(tx, period, span, query, virtualAccountId);
    const found = await entriesWhere(tx, condition, keyset);
    const { rows, nextAfter } = keyset.cut(found, (entry) => entryKeys(entry, query.DateBasis));
    return {
      entries: withBalancesOf(period, rows),
      count: await countEntries(tx, condition, RECORD_COUNT_CAP + 1),
      nextAfter,
    };
  }
}

/** A page of all entries of a period, found by their numbers however far down it is. */
async function wholePeriod(
  tx: Tx,
  period: StatementPeriod,
  query: HistoryQuery,
  keyset: Keyset,
  position: KeyValue[] | undefined,
): Promise<{ entries: EntryRow[]; nextAfter: string | null }> {
  const keysOf = ({ seq }: EntryRow): KeyValue[] => [String(seq)];
  if (position !== undefined) {
    const found = await entriesBehind(tx, period, Number(position[0]), query);
    const { rows: entries, nextAfter } = keyset.cut(found, keysOf);
    return { entries, nextAfter };
  }
  const entries = await entriesOfPage(tx, period, query);
  const isLast = keyset.offset + entries.length >= period.rowCount;
  return { entries, nextAfter: isLast ? null : keyset.after(keysOf(entries.at(-1)!)) };
}

/** The times limit the search in the index of a virtual account's credits, which does not have the entries' numbers. */
async function conditionOf(
  tx: Tx,
  { institutionId, ledgerAccountId, basis, runs }: StatementPeriod,
  { from, to }: DateSpan,
  query: HistoryQuery,
  virtualAccountId: number | undefined,
): Promise<EntryCondition> {
  const firstSeq = Math.min(...runs.map((run) => run.firstSeq));
  const lastSeq = Math.max(...runs.map((run) => run.lastSeq));
  const times = await tx.query<{ first: Date; last: Date }[]>(
    `SELECT min(posted_at) AS first, max(posted_at) AS last FROM posting_entry
      WHERE institution_id = $1 AND account_id = $2 AND seq = ANY($3::bigint[])`,
    [institutionId, ledgerAccountId, [firstSeq, lastSeq]],
  );
  const values: unknown[] = [institutionId, ledgerAccountId, firstSeq, lastSeq, times[0]?.first, times[0]?.last];
  const conditions = ['e.seq BETWEEN $3 AND $4', 'e.posted_at BETWEEN $5 AND $6'];
  if (basis === 'ValueDate') {
    values.push(from, to);
    conditions.push('p.value_date BETWEEN $7 AND $8');
  }
  const add = (condition: string, value: unknown): void => {
    values.push(value);
    conditions.push(`${condition} = $${values.length}`);
  };
  if (virtualAccountId !== undefined) {
    add('e.virtual_account_id', virtualAccountId);
    conditions.push(`e.side = 'credit'`);
  }
  // No posting has the id 0, so a text that is not a posting reference finds nothing.
  if (query.PostingReferenceNumber !== undefined) add('e.posting_id', postingIdFrom(query.PostingReferenceNumber) ?? 0);
  if (query.InstrumentNumber !== undefined) add('p.instrument_number', query.InstrumentNumber);
  return { text: conditions.join(' AND '), values };
}
