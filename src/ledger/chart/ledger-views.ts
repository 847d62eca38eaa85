import { In } from 'typeorm';
import type { Tx } from '../../common/database/unit-of-work';
import { koboToNaira } from '../../common/money/naira';
import { ledgerBalanceKobo } from '../engine/available-balance';
import { LedgerAccount } from '../engine/ledger-account.entity';
import type { GlAccount } from './gl-account.entity';
import type { LedgerView } from './gl-accounts.dto';

interface Totals {
  debitsPostedKobo: bigint;
  creditsPostedKobo: bigint;
}

/** Ledgers as staff see them, with their balances. */
export async function ledgerViews(tx: Tx, institutionId: number, ledgers: GlAccount[]): Promise<LedgerView[]> {
  const accounts = await tx.findBy(LedgerAccount, { institutionId, id: In(ledgers.map(({ id }) => id)) });
  const accountById = new Map(accounts.map((account) => [account.id, account]));
  const controlIds = accounts.filter(({ isControl }) => isControl).map(({ id }) => id);
  const totalsById =
    controlIds.length === 0 ? new Map<number, Totals>() : await controlTotals(tx, institutionId, controlIds);
  return ledgers.map((ledger) => {
    const account = accountById.get(ledger.id)!;
    const totals = totalsById.get(ledger.id) ?? account;
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
async function controlTotals(tx: Tx, institutionId: number, controlIds: number[]): Promise<Map<number, Totals>> {
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
