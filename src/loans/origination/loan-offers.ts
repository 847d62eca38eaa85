import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import { ProductFees } from '../../products/fees/product-fees';
import type { Product } from '../../products/product.entity';
import { ProductRates } from '../../products/rates/product-rates';
import { ProductTerms } from '../../products/terms/product-terms';
import { loansErrors } from '../loans.errors';
import { assertTermsFit } from './assert-terms-fit';
import { type ContractTerms, productContract } from './contract-terms';
import { type RequestedLoanTerms, resolveLoanTerms } from './resolve-loan-terms';

/** Resolves the terms of a loan from its product and the request, and checks them against the product. */
@Injectable()
export class LoanOffers {
  constructor(
    private readonly terms: ProductTerms,
    private readonly rates: ProductRates,
    private readonly fees: ProductFees,
  ) {}

  /**
   * The terms of a new loan.
   * @throws VALIDATION_FAILED (400), PRODUCT_RATE_NOT_FOUND, PRODUCT_FEE_NOT_FOUND (404), PRODUCT_TERMS_REFUSED,
   *   LOAN_TERMS_REFUSED, LOAN_LEDGER_REFUSED (422)
   */
  async termsOfNewLoan(
    tx: Tx,
    product: Product,
    asked: RequestedLoanTerms,
    businessDate: string,
  ): Promise<ContractTerms> {
    return this.changeTerms(
      tx,
      product,
      productContract(product, await this.terms.ofLoan(tx, product)),
      asked,
      businessDate,
    );
  }

  /** The terms of a contract after a request to change them. @throws as `termsOfNewLoan` */
  async changeTerms(
    tx: Tx,
    product: Product,
    before: ContractTerms,
    asked: RequestedLoanTerms,
    businessDate: string,
  ): Promise<ContractTerms> {
    const limits = await this.terms.ofLoan(tx, product);
    const rateId = rateIdOf(before, asked);
    const rate = rateId === undefined ? undefined : await this.rates.requireActive(tx, product, rateId);
    const fee =
      typeof asked.loanFeeID === 'number' ? await this.fees.requireActive(tx, product, asked.loanFeeID) : undefined;
    const after = resolveLoanTerms(before, asked, { product: limits, rate, fee, businessDate });
    assertUsableLedger(product, asked.disbursementGLID);
    assertTermsFit(after, limits);
    return after;
  }
}

/** Id of the rate to read: the named one, or with a new principal the previous one, whose tiers may then differ. */
function rateIdOf(
  before: ContractTerms,
  { overrideProductInterestRate, applicableInterestID, loanAmount, principalAmount }: RequestedLoanTerms,
): number | undefined {
  if (overrideProductInterestRate === true) return undefined;
  const hasNewPrincipal = typeof (loanAmount ?? principalAmount) === 'number';
  return applicableInterestID ?? (hasNewPrincipal ? before.particulars.applicableInterestID : undefined) ?? undefined;
}

/** @throws LOAN_LEDGER_REFUSED (422) for a ledger that the product does not allow */
export function assertUsableLedger(
  { code, usableGlAccountIds }: Product,
  glAccountId: number | null | undefined,
): void {
  if (typeof glAccountId !== 'number' || usableGlAccountIds.includes(glAccountId)) return;
  throw loansErrors.LOAN_LEDGER_REFUSED(
    `disbursementGLID must be the id of a ledger that the product ${code} allows; searchproducts lists them.`,
  );
}
