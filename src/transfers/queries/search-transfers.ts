import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { In } from 'typeorm';
import { pagingOf } from '../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { type Page, pageOf, RECORD_COUNT_CAP } from '../../common/http/paging';
import { koboToNaira } from '../../common/money/naira';
import { addDays, startOfDay } from '../../common/time/calendar';
import { AccountDirectory } from '../../ledger/account-directory';
import { Posting, postingReferenceNumber } from '../../ledger/posting.entity';
import { transactionTypeOf } from '../../postings/transaction-type';
import { OwnInstitution } from '../own-institution';
import { localProcessingStatus } from '../processing-status';
import type { TransferMetadata } from '../transfer-metadata';
import { countStatement, pageStatement, type SearchBranch, searchBranches, type TransferCriteria, Values } from '../transfer-search';
import type { SearchTransfersQuery, TransferRowView } from '../transfer-search.dto';

/** The institution's transfers, newest first unless asked otherwise. */
export class SearchTransfers extends Query<Page<TransferRowView>> {
  constructor(
    readonly institutionId: number,
    readonly query: SearchTransfersQuery,
  ) {
    super();
  }
}

interface FoundPosting {
  posting: Posting;
  feeIncomeGL: string | null;
}

@QueryHandler(SearchTransfers)
export class SearchTransfersHandler implements IQueryHandler<SearchTransfers> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
    private readonly institutions: OwnInstitution,
  ) {}

  async execute({ institutionId, query }: SearchTransfers): Promise<Page<TransferRowView>> {
    const paging = pagingOf(query);
    const criteria = await this.criteria(institutionId, query);
    const values = new Values([institutionId]);
    const branches = criteria ? searchBranches(criteria, values) : [];
    if (branches.length === 0) return pageOf<TransferRowView>([], 0, paging);
    const { found, count } = await this.unitOfWork.read(institutionId, async (tx) => ({
      found: await this.page(tx, institutionId, branches, values, query),
      count: await this.count(tx, branches, values),
    }));
    return pageOf(await this.rows(institutionId, found), count, paging);
  }

  /** Undefined when nothing can match. */
  private async criteria(institutionId: number, query: SearchTransfersQuery): Promise<TransferCriteria | undefined> {
    if (query.TransferType === 'Outward') return undefined;
    const account = query.AccountNumber === undefined ? undefined : await this.directory.find(institutionId, query.AccountNumber);
    if (query.AccountNumber !== undefined && !account) return undefined;
    const { timeZone } = await this.institutions.find(institutionId);
    return {
      reference: query.TransactionReference,
      account,
      processingStatus: query.ProcessingStatus,
      from: query.StartDate === undefined ? undefined : startOfDay(query.StartDate, timeZone),
      until: query.EndDate === undefined ? undefined : startOfDay(addDays(query.EndDate, 1), timeZone),
    };
  }

  private async count(tx: Tx, branches: SearchBranch[], { list }: Values): Promise<number> {
    const rows = await tx.query<{ count: string }[]>(countStatement(branches, RECORD_COUNT_CAP + 1), list);
    return Number(rows[0]?.count);
  }

  private async page(tx: Tx, institutionId: number, branches: SearchBranch[], { list }: Values, query: SearchTransfersQuery): Promise<FoundPosting[]> {
    const offset = (query.PageNumber - 1) * query.PageSize;
    const hits = await tx.query<{ id: string }[]>(pageStatement(branches, query.Direction, offset, query.PageSize), list);
    const ids = hits.map(({ id }) => Number(id));
    if (ids.length === 0) return [];
    const postings = new Map((await tx.findBy(Posting, { institutionId, id: In(ids) })).map((posting) => [posting.id, posting]));
    const feeLedgers = await this.feeLedgers(tx, institutionId, ids);
    return ids.map((id) => ({ posting: postings.get(id)!, feeIncomeGL: feeLedgers.get(id) ?? null }));
  }

  private async feeLedgers(tx: Tx, institutionId: number, postingIds: number[]): Promise<Map<number, string>> {
    const rows = await tx.query<{ posting_id: string; number: string }[]>(
      `SELECT e.posting_id, a.number FROM posting_entry e JOIN ledger_account a ON a.institution_id = e.institution_id AND a.id = e.account_id
        WHERE e.institution_id = $1 AND e.posting_id = ANY($2::bigint[]) AND e.role = 'fee' AND e.side = 'credit'`,
      [institutionId, postingIds],
    );
    return new Map(rows.map(({ posting_id, number }) => [Number(posting_id), number]));
  }

  private async rows(institutionId: number, found: FoundPosting[]): Promise<TransferRowView[]> {
    const metadataOf = ({ additionalMetadata }: Posting): TransferMetadata => additionalMetadata as unknown as TransferMetadata;
    const numbers = found.flatMap(({ posting }) => [metadataOf(posting).account_number_from, metadataOf(posting).account_number_to]);
    const accounts = await this.directory.findMany(institutionId, numbers);
    return found.map(({ posting, feeIncomeGL }) => {
      const metadata = metadataOf(posting);
      const debit = accounts.get(metadata.account_number_from);
      const credit = accounts.get(metadata.account_number_to);
      return {
        id: posting.id,
        transferType: 'Local',
        transactionReference: posting.reference,
        postingReferenceNumber: postingReferenceNumber(posting.id),
        amount: koboToNaira(posting.amountKobo),
        feeCharge: koboToNaira(posting.feeKobo),
        feeIncomeGL,
        debitAccount: metadata.account_number_from,
        debitAccountName: metadata.account_name_from,
        creditAccount: metadata.account_number_to,
        creditAccountName: metadata.account_name_to,
        narration: posting.narration,
        postingsTransactionType: debit && credit ? transactionTypeOf(debit, credit) : null,
        instrumentNumber: posting.instrumentNumber,
        processingStatus: localProcessingStatus(posting),
        isReversed: posting.reversedById !== null,
        amlHold: posting.status === 'Held',
        failureReason: posting.failureMessage,
        transactionDate: (posting.postedAt ?? posting.createdAt).toISOString(),
      };
    });
  }
}
