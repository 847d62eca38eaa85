import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { selectRows } from '../../../common/database/rows';
import type { Tx } from '../../../common/database/unit-of-work';
import { LedgerAccount } from '../../../ledger/engine/ledger-account.entity';
import { SavingsProductTerms } from '../../../products/terms/savings-product-terms.entity';
import { BooksOfInterest } from '../booking/books-of-interest';
import type { UnpostedInterest } from '../interest-base-entities';
import { INTEREST_BOOKS, type InterestKind } from '../interest-kinds';
import { type InterestAmounts, interestAmounts } from './interest-amounts';
import { lockTotals, totalNameOf } from './interest-totals';

/** The unposted interest of one account, locked, with everything that its posting needs. */
export interface LockedUnpostedInterest extends InterestAmounts {
  institutionId: number;
  kind: InterestKind;
  account: Pick<LedgerAccount, 'id' | 'number' | 'status'>;
  productId: number;
  branchId: number;
  /** Decimal text. */
  accruedKobo: string;
  accruedThrough: string;
  postedThrough: string | null;
  /** The payable or receivable ledger on which the interest is booked. */
  balanceLedgerId: number;
  /** Undefined when no tax is withheld. */
  taxLedgerId: number | undefined;
}

type Unposted = Omit<UnpostedInterest, 'entrySeq'>;

/** Locks the unposted interest of accounts and computes the amounts and ledgers of its posting. */
@Injectable()
export class UnpostedInterestReader {
  constructor(private readonly books: BooksOfInterest) {}

  /**
   * The interest due of these accounts, in the order of their ids. Accounts without interest are left out. Locks the
   * accounts' interest first and their totals second, like accruals do.
   * @throws INTEREST_LEDGER_NOT_CONFIGURED (503)
   */
  async lock(
    tx: Tx,
    institutionId: number,
    kind: InterestKind,
    accountIds: readonly number[],
  ): Promise<LockedUnpostedInterest[]> {
    const rows = await lockUnposted(tx, institutionId, kind, accountIds);
    if (rows.length === 0) return [];
    const totals = await lockTotals(tx, institutionId, kind, rows);
    const accounts = new Map(
      (
        await selectRows(
          tx,
          LedgerAccount,
          'WHERE institution_id = $1 AND id = ANY($2)',
          [institutionId, rows.map(({ accountId }) => accountId)],
          ['id', 'number', 'status'],
        )
      ).map((account) => [account.id, account]),
    );
    const terms = await this.savingsTermsByProduct(tx, institutionId, kind, rows);
    const dues: LockedUnpostedInterest[] = [];
    for (const row of rows) {
      const { productId } = row;
      const productTerms = terms.get(productId);
      const ledgerId =
        totals.get(totalNameOf(row))?.ledgerId ??
        (await this.books.ledgersOf(tx, institutionId, kind, productId)).balanceId;
      const amounts = interestAmounts(row.accruedKobo, productTerms?.withholdingTaxPercent ?? '0');
      dues.push({
        ...row,
        ...amounts,
        kind,
        account: accounts.get(row.accountId)!,
        balanceLedgerId: ledgerId,
        taxLedgerId: productTerms?.withholdingTaxPayableGlAccountId,
      });
    }
    return dues;
  }

  /** The product's terms set the withholding tax on savings interest. Overdraft interest has none. */
  private async savingsTermsByProduct(
    tx: Tx,
    institutionId: number,
    kind: InterestKind,
    rows: Unposted[],
  ): Promise<Map<number, SavingsProductTerms>> {
    if (kind === 'overdraft') return new Map();
    const ids = [...new Set(rows.map(({ productId }) => productId))];
    return new Map(
      (await tx.findBy(SavingsProductTerms, { institutionId, id: In(ids) })).map((terms) => [terms.id, terms]),
    );
  }
}

async function lockUnposted(
  tx: Tx,
  institutionId: number,
  kind: InterestKind,
  accountIds: readonly number[],
): Promise<Unposted[]> {
  const rows = await tx.query<Record<string, string | null>[]>(
    `SELECT account_id, product_id, branch_id, accrued_kobo, accrued_through, posted_through
       FROM ${INTEREST_BOOKS[kind].unposted}
      WHERE institution_id = $1 AND account_id = ANY($2::bigint[]) AND accrued_kobo <> 0
      ORDER BY account_id FOR NO KEY UPDATE`,
    [institutionId, accountIds],
  );
  return rows.map((row) => ({
    institutionId,
    accountId: Number(row.account_id),
    productId: Number(row.product_id),
    branchId: Number(row.branch_id),
    accruedKobo: row.accrued_kobo!,
    accruedThrough: row.accrued_through!,
    postedThrough: row.posted_through ?? null,
  }));
}
