import { Injectable } from '@nestjs/common';
import { formatNaira } from '../../common/money/naira';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { ledgerBalanceKobo } from '../../ledger/engine/available-balance';
import type { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { ledgerErrors } from '../../ledger/ledger.errors';

/** Finds the ledgers that collections of repayments wait on. */
@Injectable()
export class CollectionsLedger {
  constructor(private readonly directory: AccountDirectory) {}

  /** Id of the ledger's account of record. @throws LEDGER_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED (422) */
  async idOf(institutionId: number, code: string, field = 'collectionsGL'): Promise<number> {
    const ledger = await this.directory.find(institutionId, code);
    if (ledger?.kind === 'virtual')
      throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED(`${field} takes a ledger, not a virtual account.`, { field });
    if (ledger?.kind !== 'gl')
      throw ledgerErrors.LEDGER_NOT_FOUND(`${field} names no ledger of the institution.`, { field });
    return ledger.ledgerAccountId;
  }
}

/**
 * Money that comes from a ledger must be on it, whatever other postings may take it below zero (contract, Loans). Ledgers
 * that nobody may name are left to the posting to refuse.
 * @throws INSUFFICIENT_FUNDS (422)
 */
export function assertOnLedger(
  accounts: ReadonlyMap<number, LedgerAccount>,
  ledgerId: number,
  amountKobo: bigint,
): void {
  const ledger = accounts.get(ledgerId)!;
  const isNamable = ledger.kind === 'gl' && !ledger.isControl && ledger.allowApi;
  // A debit adds to a ledger of assets.
  if (!isNamable || ledger.normalSide === 'debit' || ledgerBalanceKobo(ledger) >= amountKobo) return;
  throw ledgerErrors.INSUFFICIENT_FUNDS(`The ledger ${ledger.number} has less than ${formatNaira(amountKobo)}.`);
}
