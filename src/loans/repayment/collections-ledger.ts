import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Tx } from '../../common/database/unit-of-work';
import { formatNaira } from '../../common/money/naira';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { AccountDirectory } from '../../ledger/chart/account-directory';
import { GlAccount } from '../../ledger/chart/gl-account.entity';
import { ledgerBalanceKobo } from '../../ledger/engine/available-balance';
import type { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { Product } from '../../products/product.entity';
import type { Loan } from '../contract/loan.entity';
import { loansErrors } from '../loans.errors';
import { collectionCodes, LOAN_COLLECTION_LEDGERS } from '../loans.settings';
import { CollectionLedgerSources } from './collection-ledger-sources';

const SETTLEMENT_LEDGER = 'TRANSFER_DEFAULT_LEDGER_CODE';

/**
 * The ledgers on which repayments are collected: those that the loan's product names, those that the institution
 * configures for collection and settlement, and those of tills. Money of other ledgers, such as taxes that are owed,
 * repays no loan (docs/api/loans.md#repayment).
 */
@Injectable()
export class CollectionsLedger {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly settings: InstitutionSettings,
    private readonly sources: CollectionLedgerSources,
  ) {}

  /**
   * Id of the ledger's account of record.
   * @throws LEDGER_NOT_FOUND (404), VIRTUAL_ACCOUNT_NOT_ALLOWED, COLLECTIONS_LEDGER_NOT_ALLOWED (422)
   */
  async require(tx: Tx, { institutionId, productId }: Loan, code: string): Promise<number> {
    const field = 'collectionsGL';
    const ledger = await this.directory.find(institutionId, code);
    if (ledger?.kind === 'virtual')
      throw ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED(`${field} is a virtual account; name a ledger.`, { field });
    if (ledger?.kind !== 'gl')
      throw ledgerErrors.LEDGER_NOT_FOUND(`${field} is not the code of a ledger of the institution; check it.`, {
        field,
      });
    const product = await tx.findOneByOrFail(Product, { institutionId, id: productId });
    const configured = await this.configured(tx, institutionId);
    if (configured.includes(code) || product.usableGlAccountIds.includes(ledger.accountId))
      return ledger.ledgerAccountId;
    for (const source of this.sources.list())
      if (await source.includes(tx, institutionId, ledger.accountId)) return ledger.ledgerAccountId;
    throw await this.refusal(tx, institutionId, product, { code, field, configured });
  }

  private async configured(tx: Tx, institutionId: number): Promise<string[]> {
    const codes = await this.settings.getWithin(tx, institutionId, LOAN_COLLECTION_LEDGERS);
    const settlement = await this.settings.getWithin(tx, institutionId, SETTLEMENT_LEDGER);
    return [...collectionCodes(codes), ...(settlement === undefined ? [] : [settlement])];
  }

  private async refusal(
    tx: Tx,
    institutionId: number,
    { usableGlAccountIds }: Product,
    { code, field, configured }: { code: string; field: string; configured: string[] },
  ): Promise<Error> {
    const ofProduct = await tx.findBy(GlAccount, { institutionId, id: In(usableGlAccountIds) });
    const allowed = [...new Set([...configured, ...ofProduct.map((ledger) => ledger.code)])].sort();
    const others = this.sources.list().map(({ title }) => title);
    return loansErrors.COLLECTIONS_LEDGER_NOT_ALLOWED(
      `No loan is repaid from the ledger ${code}; name ${[...allowed, ...others].join(', ')}.`,
      { field, allowed },
    );
  }
}

/**
 * The ledger must hold the money that a repayment takes from it, although other postings may take its balance below
 * zero (docs/api/loans.md#repayment). The posting refuses ledgers that requests may not name.
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
  throw ledgerErrors.INSUFFICIENT_FUNDS(
    `The ledger ${ledger.number} holds less than ${formatNaira(amountKobo)}; collect the money on it first.`,
  );
}
