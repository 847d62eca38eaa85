import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { SelectQueryBuilder } from 'typeorm';
import { Customer } from '../../accounts/customers/customer.entity';
import { listPage } from '../../common/database/list-page';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import type { Page } from '../../common/http/paging';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { Product } from '../../products/product.entity';
import { FixedDeposit } from '../fixed-deposit.entity';
import { fixedDepositView } from '../fixed-deposit-view';
import type { FixedDepositView } from '../fixed-deposit-views.dto';
import { FixedDeposits } from '../fixed-deposits';
import type { SearchFixedDepositsQuery } from '../fixed-deposits.dto';

/** The institution's fixed deposits, one row for each term, latest first. */
export class SearchFixedDeposits extends Query<Page<FixedDepositView>> {
  constructor(
    readonly institutionId: number,
    readonly filters: SearchFixedDepositsQuery,
  ) {
    super();
  }
}

/** No id is 0: a filter that finds nothing matches no row. */
const NO_ROW = 0;

@QueryHandler(SearchFixedDeposits)
export class SearchFixedDepositsHandler implements IQueryHandler<SearchFixedDeposits> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly directory: AccountDirectory,
    private readonly deposits: FixedDeposits,
  ) {}

  async execute({ institutionId, filters }: SearchFixedDeposits): Promise<Page<FixedDepositView>> {
    const { AccountNumber } = filters;
    if (AccountNumber !== undefined && (await this.directory.find(institutionId, AccountNumber))?.kind === 'virtual')
      throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED();
    return this.unitOfWork.read(institutionId, async (tx) => {
      const page = await listPage(tx, await this.query(tx, institutionId, filters), filters, (deposit) => deposit);
      const parts = await this.deposits.partsOf(
        tx,
        institutionId,
        page.data.map(({ id }) => id),
      );
      return { ...page, data: page.data.map((deposit) => fixedDepositView(deposit, parts.get(deposit.id) ?? [])) };
    });
  }

  /** Customers and products are looked up first, so that every filter uses an index of the deposits table. */
  private async query(
    tx: Tx,
    institutionId: number,
    filters: SearchFixedDepositsQuery,
  ): Promise<SelectQueryBuilder<FixedDeposit>> {
    const { AccountNumber, ContractNo, CustomerID, ProductCode, Status, MaturityDateFrom, MaturityDateTo, Direction } =
      filters;
    const query = tx
      .createQueryBuilder(FixedDeposit, 'deposit')
      .where('deposit.institution_id = :institutionId', { institutionId })
      .orderBy('deposit.id', Direction === 'Asc' ? 'ASC' : 'DESC');
    if (AccountNumber !== undefined) query.andWhere('deposit.account_number = :AccountNumber', { AccountNumber });
    if (ContractNo !== undefined) query.andWhere('deposit.contract_no = :ContractNo', { ContractNo });
    if (CustomerID !== undefined)
      query.andWhere('deposit.customer_id = :customerId', {
        customerId: (await tx.findOneBy(Customer, { institutionId, customerID: CustomerID }))?.id ?? NO_ROW,
      });
    if (ProductCode !== undefined)
      query.andWhere('deposit.product_id = :productId', {
        productId: (await tx.findOneBy(Product, { institutionId, code: ProductCode }))?.id ?? NO_ROW,
      });
    if (Status !== undefined) query.andWhere('deposit.status = :Status', { Status });
    if (MaturityDateFrom !== undefined)
      query.andWhere('deposit.maturity_date >= :MaturityDateFrom', { MaturityDateFrom });
    if (MaturityDateTo !== undefined) query.andWhere('deposit.maturity_date <= :MaturityDateTo', { MaturityDateTo });
    return query;
  }
}
