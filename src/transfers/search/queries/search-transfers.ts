import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { In } from 'typeorm';
import { Keyset } from '../../../common/database/keyset';
import { pagingOf } from '../../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { type Page, pageOf, RECORD_COUNT_CAP } from '../../../common/http/paging';
import { addDays, startOfDay } from '../../../common/time/calendar';
import { AccountDirectory } from '../../../ledger/chart/account-directory';
import { Posting } from '../../../ledger/engine/posting.entity';
import { Payout } from '../../../payouts/payout.entity';
import { TRANSFER_KIND } from '../../../postings/posting-kinds';
import { OUTWARD_TRANSFER } from '../../outward/outward-transfer-kind';
import { OwnInstitution } from '../../own-institution';
import {
  branchesBehind,
  countStatement,
  localBranches,
  pageStatement,
  type SearchBranch,
  type TransferCriteria,
  transferOrder,
  Values,
} from '../local-search';
import { outwardBranches } from '../outward-search';
import { type FoundTransfer, type TransferCharge, transferMetadataOf, transferRow } from '../transfer-row';
import type { SearchTransfersQuery, TransferRowView } from '../transfer-search.dto';

/** The institution's transfers, by default newest first. */
export class SearchTransfers extends Query<Page<TransferRowView>> {
  constructor(
    readonly institutionId: number,
    readonly query: SearchTransfersQuery,
  ) {
    super();
  }
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
    const branches = criteria ? branchesOf(query, criteria, values) : [];
    const keyset = new Keyset('transfer', transferOrder(query.Direction, { at: 'at', id: 'id' }), query);
    const position = keyset.position();
    if (branches.length === 0) return pageOf<TransferRowView>([], 0, paging, null);
    const { found, nextAfter, count } = await this.unitOfWork.read(institutionId, async (tx) => {
      const own = new Values([...values.list]);
      const behind = position ? branchesBehind(branches, query.Direction, position, own) : branches;
      const statement = pageStatement(behind, query.Direction, keyset.offset, keyset.limit);
      const hits = await tx.query<{ id: string; at: Date }[]>(statement, own.list);
      const page = keyset.cut(hits, ({ id, at }) => [at.toISOString(), id]);
      return {
        found: await this.found(
          tx,
          institutionId,
          page.rows.map(({ id }) => Number(id)),
        ),
        nextAfter: page.nextAfter,
        count: await this.count(tx, branches, values),
      };
    });
    return pageOf(await this.rows(institutionId, found), count, paging, nextAfter);
  }

  /** Undefined when nothing can match. */
  private async criteria(institutionId: number, query: SearchTransfersQuery): Promise<TransferCriteria | undefined> {
    const account =
      query.AccountNumber === undefined ? undefined : await this.directory.find(institutionId, query.AccountNumber);
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

  private async found(tx: Tx, institutionId: number, ids: number[]): Promise<FoundTransfer[]> {
    if (ids.length === 0) return [];
    const postings = new Map(
      (await tx.findBy(Posting, { institutionId, id: In(ids) })).map((posting) => [posting.id, posting]),
    );
    const payouts = new Map(
      (await tx.findBy(Payout, { institutionId, kind: OUTWARD_TRANSFER, postingId: In(ids) })).map((payout) => [
        payout.postingId,
        payout,
      ]),
    );
    const charges = await this.charges(tx, institutionId, ids);
    return ids.map((id) => ({ posting: postings.get(id)!, payout: payouts.get(id), charges: charges.get(id) ?? [] }));
  }

  /** The charges of the transfers, by posting. */
  private async charges(tx: Tx, institutionId: number, postingIds: number[]): Promise<Map<number, TransferCharge[]>> {
    const rows = await tx.query<
      { posting_id: string; narration: string | null; amount_kobo: string; number: string }[]
    >(
      `SELECT e.posting_id, e.narration, e.amount_kobo, a.number
         FROM posting_entry e JOIN ledger_account a ON a.institution_id = e.institution_id AND a.id = e.account_id
        WHERE e.institution_id = $1 AND e.posting_id = ANY($2::bigint[])
          AND e.role IN ('fee', 'tax') AND e.side = 'credit'`,
      [institutionId, postingIds],
    );
    const charges = new Map<number, TransferCharge[]>();
    for (const { posting_id, narration, amount_kobo, number } of rows) {
      const charge = { narration: narration ?? '', amountKobo: BigInt(amount_kobo), ledgerCode: number };
      charges.set(Number(posting_id), [...(charges.get(Number(posting_id)) ?? []), charge]);
    }
    return charges;
  }

  private async rows(institutionId: number, found: FoundTransfer[]): Promise<TransferRowView[]> {
    const local = found
      .filter(({ posting }) => posting.kind === TRANSFER_KIND)
      .map(({ posting }) => transferMetadataOf(posting));
    const accounts = await this.directory.findMany(
      institutionId,
      local.flatMap(({ account_number_from, account_number_to }) => [account_number_from, account_number_to]),
    );
    return found.map((transfer) => transferRow(transfer, accounts));
  }
}

/** The sources of the searched types of transfers; each is read along its own index and the results are merged. */
function branchesOf(
  { TransferType }: SearchTransfersQuery,
  criteria: TransferCriteria,
  values: Values,
): SearchBranch[] {
  return [
    ...(TransferType === 'Outward' ? [] : localBranches(criteria, values)),
    ...(TransferType === 'Local' ? [] : outwardBranches(criteria, values)),
  ];
}
