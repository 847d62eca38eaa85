import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { In } from 'typeorm';
import { Keyset, type SortKey } from '../../common/database/keyset';
import { pagingOf } from '../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { type Page, pageOf, RECORD_COUNT_CAP } from '../../common/http/paging';
import { validationFailed } from '../../common/http/validation.pipe';
import { koboToNaira, nairaToKobo } from '../../common/money/naira';
import { addDays, startOfDay } from '../../common/time/calendar';
import { Institution } from '../../institutions/institution.entity';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import type { AccountDirectoryEntry } from '../../ledger/chart/account-directory-entry.entity';
import { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { Posting, postingReferenceNumber } from '../../ledger/engine/posting.entity';
import { findPostingsByReference, postingKinds } from '../../postings/find-postings-by-reference';
import type { ListPostingsQuery, PostingRowView } from './list-postings.dto';

/** Postings that moved money, by default the newest first; by reference also those that wait or were refused. */
export class ListPostings extends Query<Page<PostingRowView>> {
  constructor(
    readonly institutionId: number,
    readonly query: ListPostingsQuery,
  ) {
    super();
  }
}

/** A search for amounts, or for a control ledger, reads all postings of its days. */
const DAYS_MAX = 31;

const ID: SortKey = { column: 'p.id', type: 'bigint' };
/** The keys of postings of every account, and of those of one account, each in an index. */
const KEYS: readonly SortKey[] = [{ column: 'p.posted_at', type: 'instant' }, ID];
/** A reference finds postings without a time too. */
const KEYS_OF_REFERENCE: readonly SortKey[] = [{ ...KEYS[0]!, isNullable: true }, ID];
const KEYS_OF_ACCOUNT: readonly SortKey[] = [
  { column: 'e.posted_at', type: 'instant' },
  { column: 'e.seq', type: 'bigint' },
];

/** Where postings are read, and under which conditions; `$1` is the institution. */
interface Source {
  from: string;
  keys: readonly SortKey[];
  /** The second key of a row. */
  second: string;
  conditions: string[];
  values: unknown[];
}

@QueryHandler(ListPostings)
export class ListPostingsHandler implements IQueryHandler<ListPostings> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
  ) {}

  /**
   * @throws VALIDATION_FAILED (400) for amounts or a control ledger without a short period, and for a cursor of another
   *   list
   */
  async execute({ institutionId, query }: ListPostings): Promise<Page<PostingRowView>> {
    assertPeriod(query);
    const { AccountNumber, LedgerCode } = query;
    const numbers = [AccountNumber, LedgerCode].filter((number) => number !== undefined);
    const found = await this.directory.findMany(institutionId, numbers);
    const accounts = numbers.map((number) => found.get(number));
    return this.unitOfWork.read(institutionId, async (tx) => {
      const { timeZone } = await tx.findOneByOrFail(Institution, { institutionId });
      const direction = query.Direction === 'Asc' ? 'ASC' : 'DESC';
      const isUnknown = accounts.includes(undefined);
      const { controls, own } = await apart(tx, institutionId, isUnknown ? [] : (accounts as AccountDirectoryEntry[]));
      const [first, ...others] = own;
      if (!first && controls.length > 0 && query.Reference === undefined) assertShortPeriod(query, 'a control ledger');
      const keys = query.Reference === undefined ? KEYS : KEYS_OF_REFERENCE;
      const source = isUnknown
        ? undefined
        : first
          ? accountSource(institutionId, first)
          : allSource(institutionId, keys);
      const keyset = new Keyset('posting', { keys: source?.keys ?? keys, direction }, query);
      keyset.position();
      if (!source) return pageOf<PostingRowView>([], 0, pagingOf(query), null);
      for (const other of others) alsoOn(source, other);
      for (const control of controls) alsoBelow(source, control);
      await narrow(tx, institutionId, source, query, timeZone);
      return readPage(tx, institutionId, source, keyset, query);
    });
  }
}

/** @throws VALIDATION_FAILED (400) for days the wrong way round, and for amounts without a short period */
function assertPeriod({ Reference, MinAmount, MaxAmount, From, To }: ListPostingsQuery): void {
  if (From !== undefined && To !== undefined && To < From)
    throw validationFailed([{ field: 'To', message: 'must not be before From' }]);
  if (Reference !== undefined || (MinAmount === undefined && MaxAmount === undefined)) return;
  assertShortPeriod({ From, To }, 'amounts');
}

/** @throws VALIDATION_FAILED (400) */
function assertShortPeriod({ From, To }: Pick<ListPostingsQuery, 'From' | 'To'>, beside: string): void {
  const message = `is needed beside ${beside}, for at most ${DAYS_MAX} days`;
  if (From === undefined) throw validationFailed([{ field: 'From', message }]);
  if (To === undefined || To >= addDays(From, DAYS_MAX)) throw validationFailed([{ field: 'To', message }]);
}

function allSource(institutionId: number, keys: readonly SortKey[]): Source {
  return {
    from: 'posting p',
    keys,
    second: 'p.id',
    conditions: ['p.institution_id = $1'],
    values: [institutionId],
  };
}

/** A posting with several entries on the account is found by the first of them. */
function accountSource(institutionId: number, account: AccountDirectoryEntry): Source {
  const { ledgerAccountId, accountId, kind } = account;
  const conditions = [
    'e.institution_id = $1 AND e.account_id = $2',
    `NOT EXISTS (SELECT 1 FROM posting_entry o WHERE o.institution_id = $1 AND o.posting_id = e.posting_id
       AND o.account_id = $2 AND o.seq < e.seq${kind === 'virtual' ? ' AND o.virtual_account_id = $3' : ''})`,
  ];
  const values: unknown[] = [institutionId, ledgerAccountId];
  if (kind === 'virtual') conditions.push(`e.virtual_account_id = $${values.push(accountId)}`);
  return {
    from: 'posting_entry e JOIN posting p ON p.institution_id = e.institution_id AND p.id = e.posting_id',
    keys: KEYS_OF_ACCOUNT,
    second: 'e.seq',
    conditions,
    values,
  };
}

/** Only postings with an entry on this account too. */
function alsoOn({ conditions, values }: Source, { ledgerAccountId }: AccountDirectoryEntry): void {
  conditions.push(`EXISTS (SELECT 1 FROM posting_entry s WHERE s.institution_id = $1 AND s.posting_id = p.id
    AND s.account_id = $${values.push(ledgerAccountId)})`);
}

/** Control ledgers, which have no entries of their own, apart from the accounts that have. */
async function apart(
  tx: Tx,
  institutionId: number,
  accounts: readonly AccountDirectoryEntry[],
): Promise<{ controls: AccountDirectoryEntry[]; own: AccountDirectoryEntry[] }> {
  const ids = accounts.filter(({ kind }) => kind === 'gl').map(({ ledgerAccountId }) => ledgerAccountId);
  const found = ids.length === 0 ? [] : await tx.findBy(LedgerAccount, { institutionId, id: In(ids), isControl: true });
  const isControl = ({ kind, ledgerAccountId }: AccountDirectoryEntry): boolean =>
    kind === 'gl' && found.some(({ id }) => id === ledgerAccountId);
  return { controls: accounts.filter(isControl), own: accounts.filter((account) => !isControl(account)) };
}

/** Only postings with an entry on an account that was below this control ledger when it was posted. */
function alsoBelow({ conditions, values }: Source, { ledgerAccountId }: AccountDirectoryEntry): void {
  conditions.push(`EXISTS (SELECT 1 FROM posting_entry s
      JOIN ledger_account a ON a.institution_id = $1 AND a.id = s.account_id
      LEFT JOIN LATERAL (SELECT from_ledger_id FROM ledger_account_move WHERE institution_id = $1
        AND account_id = s.account_id AND entry_seq >= s.seq ORDER BY id LIMIT 1) m ON true
    WHERE s.institution_id = $1 AND s.posting_id = p.id
      AND coalesce(m.from_ledger_id, a.control_account_id) = $${values.push(ledgerAccountId)})`);
}

async function narrow(
  tx: Tx,
  institutionId: number,
  { keys, conditions, values }: Source,
  { Reference, From, To, MinAmount, MaxAmount }: ListPostingsQuery,
  timeZone: string,
): Promise<void> {
  const at = keys[0]!.column;
  const add = (condition: string, value: unknown): void => void conditions.push(`${condition} $${values.push(value)}`);
  if (From !== undefined) add(`${at} >=`, startOfDay(From, timeZone));
  if (To !== undefined) add(`${at} <`, startOfDay(addDays(To, 1), timeZone));
  if (MinAmount !== undefined) add('p.amount_kobo >=', String(nairaToKobo(MinAmount)));
  if (MaxAmount !== undefined) add('p.amount_kobo <=', String(nairaToKobo(MaxAmount)));
  if (Reference === undefined) {
    conditions.push(`p.posted_at IS NOT NULL`);
    return;
  }
  const found = await findPostingsByReference(tx, institutionId, Reference, await postingKinds(tx, institutionId));
  const ids = found.map(({ id }) => id);
  conditions.push(`p.id = ANY($${values.push(ids)}::bigint[])`);
}

async function readPage(
  tx: Tx,
  institutionId: number,
  { from, keys, second, conditions, values }: Source,
  keyset: Keyset,
  query: ListPostingsQuery,
): Promise<Page<PostingRowView>> {
  const own = [...values];
  const later = keyset.condition((value) => `$${own.push(value)}`) ?? 'true';
  const where = conditions.join(' AND ');
  const hits = await tx.query<{ id: string; at: Date | null; second: string }[]>(
    `SELECT p.id, ${keys[0]!.column} AS at, ${second} AS second FROM ${from} WHERE ${where} AND ${later}
      ORDER BY ${keyset.orderBy} LIMIT ${keyset.limit} OFFSET ${keyset.offset}`,
    own,
  );
  const { rows, nextAfter } = keyset.cut(hits, ({ at, second: key }) => [at?.toISOString() ?? null, key]);
  const [counted] = await tx.query<{ count: string }[]>(
    `SELECT count(*) AS count FROM (SELECT 1 FROM ${from} WHERE ${where} LIMIT ${RECORD_COUNT_CAP + 1}) matching`,
    values,
  );
  const ids = rows.map(({ id }) => Number(id));
  const postings = new Map((await tx.findBy(Posting, { institutionId, id: In(ids) })).map((row) => [row.id, row]));
  return pageOf(
    ids.map((id) => rowView(postings.get(id)!)),
    Number(counted?.count),
    pagingOf(query),
    nextAfter,
  );
}

function rowView(posting: Posting): PostingRowView {
  const { kind, reference, status, origin, narration, businessDate, valueDate, maker, checker } = posting;
  return {
    postingReferenceNumber: postingReferenceNumber(posting.id),
    kind,
    reference,
    status,
    origin,
    narration,
    amount: koboToNaira(posting.amountKobo),
    businessDate,
    valueDate,
    initiatedBy: maker,
    approvedBy: checker,
    postedAt: posting.postedAt?.toISOString() ?? null,
  };
}
