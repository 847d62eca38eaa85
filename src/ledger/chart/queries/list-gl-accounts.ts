import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { In, type SelectQueryBuilder } from 'typeorm';
import { listPage } from '../../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import type { Page } from '../../../common/http/paging';
import { koboToNaira } from '../../../common/money/naira';
import { prefixRange } from '../../../common/text/search-name';
import { ledgerBalanceKobo } from '../../engine/available-balance';
import { LedgerAccount } from '../../engine/ledger-account.entity';
import { GlAccount } from '../gl-account.entity';
import type { LedgerView, ListLedgersQuery } from '../gl-accounts.dto';

/** Lists the chart of accounts; by code, unless the query names another order. */
export class ListGlAccounts extends Query<Page<LedgerView>> {
  constructor(
    readonly institutionId: number,
    readonly query: ListLedgersQuery,
  ) {
    super();
  }
}

const SORT = { Code: 'g.code', Name: 'g.searchName' } as const;

interface Totals {
  debitsPostedKobo: bigint;
  creditsPostedKobo: bigint;
}

@QueryHandler(ListGlAccounts)
export class ListGlAccountsHandler implements IQueryHandler<ListGlAccounts> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  async execute({ institutionId, query }: ListGlAccounts): Promise<Page<LedgerView>> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const page = await listPage(tx, this.select(tx, institutionId, query), query, (ledger) => ledger);
      return { ...page, data: await this.views(tx, institutionId, page.data) };
    });
  }

  private select(tx: Tx, institutionId: number, query: ListLedgersQuery): SelectQueryBuilder<GlAccount> {
    const direction = query.Direction === 'Asc' ? 'ASC' : 'DESC';
    const select = tx.createQueryBuilder(GlAccount, 'g').where('g.institution_id = :institutionId', { institutionId });
    if (query.Code !== undefined) select.andWhere('starts_with(g.code, :code)', { code: query.Code });
    if (query.Name !== undefined) {
      const { from, to } = prefixRange(query.Name);
      select.andWhere('g.search_name ~>=~ :from AND g.search_name ~<~ :to', { from, to });
    }
    if (query.Category !== undefined) select.andWhere('g.category = :category', { category: query.Category });
    return select.orderBy(SORT[query.SortColumn ?? 'Code'], direction).addOrderBy('g.id', direction);
  }

  private async views(tx: Tx, institutionId: number, ledgers: GlAccount[]): Promise<LedgerView[]> {
    const accounts = await tx.findBy(LedgerAccount, { institutionId, id: In(ledgers.map(({ id }) => id)) });
    const accountById = new Map(accounts.map((account) => [account.id, account]));
    const controlIds = accounts.filter(({ isControl }) => isControl).map(({ id }) => id);
    const controlTotals =
      controlIds.length === 0 ? new Map<number, Totals>() : await this.controlTotals(tx, institutionId, controlIds);
    return ledgers.map((ledger) => {
      const account = accountById.get(ledger.id)!;
      const totals = controlTotals.get(ledger.id) ?? account;
      return {
        id: ledger.id,
        code: ledger.code,
        name: ledger.name,
        category: ledger.category,
        normalSide: account.normalSide,
        isControl: account.isControl,
        allowApi: account.allowApi,
        takesFees: account.takesFees,
        cash: ledger.cash,
        allowNegative: account.mayGoNegative,
        debits: koboToNaira(totals.debitsPostedKobo),
        credits: koboToNaira(totals.creditsPostedKobo),
        balance: koboToNaira(
          ledgerBalanceKobo({
            ...account,
            debitsPostedKobo: totals.debitsPostedKobo,
            creditsPostedKobo: totals.creditsPostedKobo,
          }),
        ),
        createdAt: ledger.createdAt.toISOString(),
      };
    });
  }

  /** The balance of a control ledger is the sum of its accounts. */
  private async controlTotals(tx: Tx, institutionId: number, controlIds: number[]): Promise<Map<number, Totals>> {
    const rows = await tx.query<{ id: string; debits: string; credits: string }[]>(
      `SELECT control_account_id AS id, sum(debits_posted_kobo) AS debits, sum(credits_posted_kobo) AS credits
         FROM ledger_account
        WHERE institution_id = $1 AND control_account_id = ANY($2::bigint[]) GROUP BY control_account_id`,
      [institutionId, controlIds],
    );
    return new Map(
      rows.map(({ id, debits, credits }) => [
        Number(id),
        { debitsPostedKobo: BigInt(debits), creditsPostedKobo: BigInt(credits) },
      ]),
    );
  }
}
