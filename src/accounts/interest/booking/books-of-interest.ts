import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../common/database/unit-of-work';
import { InstitutionSettings } from '../../../institutions/settings/institution-settings';
import { GlAccount } from '../../../ledger/chart/gl-account.entity';
import { SavingsProductTerms } from '../../../products/terms/savings-product-terms.entity';
import { interestErrors } from '../interest.errors';
import { OVERDRAFT_INCOME_LEDGER, OVERDRAFT_RECEIVABLE_LEDGER } from '../interest.settings';
import type { InterestKind } from '../interest-kinds';
import type { InterestLedgers } from './booking-legs';

/** Finds the ledgers of interest: a product's terms name those of savings, the configuration those of overdrafts. */
@Injectable()
export class BooksOfInterest {
  constructor(private readonly settings: InstitutionSettings) {}

  /** @throws INTEREST_LEDGER_NOT_CONFIGURED (503) */
  async ledgersOf(tx: Tx, institutionId: number, kind: InterestKind, productId: number): Promise<InterestLedgers> {
    return kind === 'savings' ? this.ofSavings(tx, institutionId, productId) : this.ofOverdrafts(tx, institutionId);
  }

  /** @throws INTEREST_LEDGER_NOT_CONFIGURED (503) */
  async ofOverdrafts(tx: Tx, institutionId: number): Promise<InterestLedgers> {
    const balanceId = await this.configuredLedgerId(tx, institutionId, OVERDRAFT_RECEIVABLE_LEDGER);
    return { balanceId, resultId: await this.configuredLedgerId(tx, institutionId, OVERDRAFT_INCOME_LEDGER) };
  }

  /** The id of the ledger that a configuration key names. @throws INTEREST_LEDGER_NOT_CONFIGURED (503) */
  async configuredLedgerId(tx: Tx, institutionId: number, key: string): Promise<number> {
    const code = await this.settings.getWithin(tx, institutionId, key);
    const ledger = code === undefined ? null : await tx.findOneBy(GlAccount, { institutionId, code });
    if (!ledger)
      throw interestErrors.INTEREST_LEDGER_NOT_CONFIGURED(
        `The configuration key ${key} does not name a ledger; set it to the code of a ledger.`,
      );
    return ledger.id;
  }

  private async ofSavings(tx: Tx, institutionId: number, productId: number): Promise<InterestLedgers> {
    const terms = await tx.findOneBy(SavingsProductTerms, { institutionId, id: productId });
    if (!terms)
      throw interestErrors.INTEREST_LEDGER_NOT_CONFIGURED(
        `The product ${productId} has accounts with accrued interest but no savings terms; set its savings terms.`,
      );
    return { balanceId: terms.interestPayableGlAccountId, resultId: terms.interestExpenseGlAccountId };
  }
}
