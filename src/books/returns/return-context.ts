import type { Tx } from '../../common/database/unit-of-work';
import type { BooksScope } from '../balances/books-scope';
import type { LedgerBalances } from '../balances/ledger-balances';
import type { ReturnLayouts } from './return-layouts';

/** The sources of a return, within one snapshot. */
export interface ReturnContext {
  tx: Tx;
  /** The whole institution, by value date. */
  scope: BooksScope;
  /** The date of the return. */
  to: string;
  balances: LedgerBalances;
  layouts: ReturnLayouts;
}

/** Debits less credits of each ledger at the end of the date, by its id. */
export async function ledgerNets({ tx, scope, to, balances }: ReturnContext): Promise<Map<number, LedgerNetAt>> {
  const found = await balances.at(tx, scope, [to]);
  return new Map(
    found.map(({ id, code, name, debitsKobo, creditsKobo }) => [
      id,
      { code, name, netKobo: debitsKobo[0]! - creditsKobo[0]! },
    ]),
  );
}

/** A ledger with its debits less credits. */
export interface LedgerNetAt {
  code: string;
  name: string;
  netKobo: bigint;
}
