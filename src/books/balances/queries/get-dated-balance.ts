import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Tx, UnitOfWork } from '../../../common/database/unit-of-work';
import { koboToNaira } from '../../../common/money/naira';
import { AccountDirectoryEntry } from '../../../ledger/chart/account-directory-entry.entity';
import { LedgerAccount } from '../../../ledger/engine/ledger-account.entity';
import { ledgerErrors } from '../../../ledger/ledger.errors';
import { AccountBalances, type MovedKobo } from '../account-balances';
import type { DatedBalanceQuery, DatedBalanceView } from '../balances.dto';
import { type DatesScope, datesScope } from '../books-scope';
import { LedgerBalances } from '../ledger-balances';

/** The balance of an account or a ledger as of a day. */
export class GetDatedBalance extends Query<DatedBalanceView> {
  constructor(
    readonly institutionId: number,
    readonly query: DatedBalanceQuery,
  ) {
    super();
  }
}

@QueryHandler(GetDatedBalance)
export class GetDatedBalanceHandler implements IQueryHandler<GetDatedBalance> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly accounts: AccountBalances,
    private readonly ledgers: LedgerBalances,
  ) {}

  /** @throws ACCOUNT_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED, DATE_NOT_REACHED (422) */
  async execute({ institutionId, query }: GetDatedBalance): Promise<DatedBalanceView> {
    return this.unitOfWork.readReport(institutionId, async (tx) => {
      const scope = await datesScope(tx, institutionId, query, query.Date);
      const account = await accountOf(tx, institutionId, query.AccountNumber);
      const { debitsKobo, creditsKobo } = await this.moved(tx, scope, account, query.Date);
      return {
        accountNumber: account.number,
        accountName: account.name,
        date: query.Date,
        debits: koboToNaira(debitsKobo),
        credits: koboToNaira(creditsKobo),
        normalSide: account.normalSide,
        balance: koboToNaira(account.normalSide === 'debit' ? debitsKobo - creditsKobo : creditsKobo - debitsKobo),
      };
    });
  }

  private async moved(tx: Tx, scope: DatesScope, account: LedgerAccount, date: string): Promise<MovedKobo> {
    if (!account.isControl) return this.accounts.at(tx, scope, account.id, date);
    const [ledger] = await this.ledgers.at(tx, { ...scope, branchId: null }, [date], account.id);
    return { debitsKobo: ledger!.debitsKobo[0]!, creditsKobo: ledger!.creditsKobo[0]! };
  }
}

/** @throws ACCOUNT_NOT_FOUND (404); VIRTUAL_ACCOUNT_NOT_ALLOWED (422), because it has no balance of its own */
async function accountOf(tx: Tx, institutionId: number, number: string): Promise<LedgerAccount> {
  const entry = await tx.findOneBy(AccountDirectoryEntry, { institutionId, number });
  if (!entry) throw ledgerErrors.ACCOUNT_NOT_FOUND();
  if (entry.kind === 'virtual') throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED();
  return tx.findOneByOrFail(LedgerAccount, { institutionId, id: entry.ledgerAccountId });
}
