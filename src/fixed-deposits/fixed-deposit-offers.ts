import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { formatNaira } from '../common/money/naira';
import { interestRateText } from '../products/interest-rate';
import { Product } from '../products/product.entity';
import { Products } from '../products/products';
import { productsErrors } from '../products/products.errors';
import { ProductRate } from '../products/rates/product-rate.entity';
import { ProductRates } from '../products/rates/product-rates';
import { rateForAmount } from '../products/rates/rate-tier';
import type { InterestPayment } from '../products/terms/deposit-enumerations';
import { FixedDepositProductTerms } from '../products/terms/fixed-deposit-product-terms.entity';
import { RATE_BASIS } from '../products/terms/loan-enumerations';
import { ProductTerms } from '../products/terms/product-terms';
import type { FixedDeposit } from './fixed-deposit.entity';
import { fixedDepositsErrors } from './fixed-deposits.errors';

/** The terms that a deposit copies from its product when it begins. */
export type CopiedTerms = Pick<
  FixedDeposit,
  | 'dayCount'
  | 'earlyLiquidationPenaltyPercent'
  | 'withholdingTaxPercent'
  | 'minPrincipalKobo'
  | 'maxPrincipalKobo'
  | 'interestExpenseGlAccountId'
  | 'interestPayableGlAccountId'
  | 'prepaidInterestGlAccountId'
  | 'withholdingTaxPayableGlAccountId'
>;

type Rate = Pick<FixedDeposit, 'interestRate' | 'rateAgreed' | 'productRateId'>;

/** The terms in a request. */
export interface RequestedDepositTerms {
  productCode: string;
  principalKobo: bigint;
  tenureDays: number;
  /** Percent a year, agreed for this deposit. */
  interestRate?: number | undefined;
  productRateId?: number | undefined;
  interestPayment?: InterestPayment | undefined;
}

/** The product's terms for a request. */
export interface DepositOffer {
  product: Product;
  terms: CopiedTerms & Rate & Pick<FixedDeposit, 'interestPayment'>;
}

/** Reads the terms of a new deposit from its product. */
@Injectable()
export class FixedDepositOffers {
  constructor(
    private readonly products: Products,
    private readonly productTerms: ProductTerms,
    private readonly rates: ProductRates,
  ) {}

  /**
   * @throws PRODUCT_NOT_FOUND, PRODUCT_RATE_NOT_FOUND (404), PRODUCT_INACTIVE, PRODUCT_TYPE_NOT_ALLOWED,
   * PRODUCT_TERMS_REFUSED,
   *   PRODUCT_RATE_REFUSED, FIXED_DEPOSIT_TERMS_REFUSED (422)
   */
  async require(tx: Tx, institutionId: number, asked: RequestedDepositTerms): Promise<DepositOffer> {
    const product = await this.products.requireActive(tx, institutionId, asked.productCode, ['FixedDeposit']);
    const terms = await this.productTerms.ofFixedDeposit(tx, product);
    assertFits(terms, asked);
    const interestPayment = asked.interestPayment ?? terms.interestPayments[0]!;
    return { product, terms: { ...copied(terms), ...(await this.rateOf(tx, product, asked)), interestPayment } };
  }

  /**
   * The terms of a deposit's next term: those of its product today. An agreed rate stays. A named rate, or else the
   * product's own rate, is read again for the new principal. When the product or the named rate is no longer offered,
   * the old terms continue, because the customer asked for the rollover and cannot choose again at night.
   */
  async renewed(tx: Tx, deposit: FixedDeposit, principalKobo: bigint): Promise<CopiedTerms & Rate> {
    const { institutionId, productId } = deposit;
    const product = await tx.findOneByOrFail(Product, { institutionId, id: productId });
    const terms =
      product.status === 'Active'
        ? await tx.findOneBy(FixedDepositProductTerms, { institutionId, id: productId })
        : null;
    const { rateAgreed, productRateId } = deposit;
    if (!terms) return { ...copied(deposit), interestRate: deposit.interestRate, rateAgreed, productRateId };
    return {
      ...copied(terms),
      interestRate: await this.renewedRate(tx, deposit, product, principalKobo),
      rateAgreed,
      productRateId,
    };
  }

  private async renewedRate(
    tx: Tx,
    { rateAgreed, productRateId, interestRate }: FixedDeposit,
    product: Product,
    principalKobo: bigint,
  ): Promise<string> {
    if (rateAgreed) return interestRate;
    if (productRateId === null) return product.interestRate;
    const { institutionId, id: productId } = product;
    const rate = await tx.findOneBy(ProductRate, {
      institutionId,
      productId,
      id: productRateId,
      status: 'Active',
      rateBasis: RATE_BASIS.Annual,
    });
    return rate ? rateForAmount(rate.interestRate, rate.tiers, principalKobo) : interestRate;
  }

  private async rateOf(
    tx: Tx,
    product: Product,
    { interestRate, productRateId, principalKobo }: RequestedDepositTerms,
  ): Promise<Rate> {
    if (interestRate !== undefined)
      return { interestRate: interestRateText(interestRate), rateAgreed: true, productRateId: null };
    if (productRateId === undefined)
      return { interestRate: product.interestRate, rateAgreed: false, productRateId: null };
    const rate = await this.rates.requireActive(tx, product, productRateId);
    if (rate.rateBasis !== RATE_BASIS.Annual)
      throw productsErrors.PRODUCT_RATE_REFUSED(
        `The rate ${rate.name} is not a yearly one; a deposit needs a yearly rate.`,
      );
    return {
      interestRate: rateForAmount(rate.interestRate, rate.tiers, principalKobo),
      rateAgreed: false,
      productRateId,
    };
  }
}

function copied(terms: CopiedTerms): CopiedTerms {
  return {
    dayCount: terms.dayCount,
    earlyLiquidationPenaltyPercent: terms.earlyLiquidationPenaltyPercent,
    withholdingTaxPercent: terms.withholdingTaxPercent,
    minPrincipalKobo: terms.minPrincipalKobo,
    maxPrincipalKobo: terms.maxPrincipalKobo,
    interestExpenseGlAccountId: terms.interestExpenseGlAccountId,
    interestPayableGlAccountId: terms.interestPayableGlAccountId,
    prepaidInterestGlAccountId: terms.prepaidInterestGlAccountId,
    withholdingTaxPayableGlAccountId: terms.withholdingTaxPayableGlAccountId,
  };
}

/** @throws FIXED_DEPOSIT_TERMS_REFUSED (422) */
function assertFits(
  terms: FixedDepositProductTerms,
  { principalKobo, tenureDays, interestPayment }: RequestedDepositTerms,
): void {
  const throwRefused = (message: string, field: string): never => {
    throw fixedDepositsErrors.FIXED_DEPOSIT_TERMS_REFUSED(message, { field });
  };
  if (principalKobo < terms.minPrincipalKobo || principalKobo > terms.maxPrincipalKobo) {
    throwRefused(
      `The principal must be from ${formatNaira(terms.minPrincipalKobo)} to ${formatNaira(terms.maxPrincipalKobo)}.`,
      'principalAmount',
    );
  }
  if (tenureDays < terms.minTenureDays || tenureDays > terms.maxTenureDays) {
    throwRefused(`The tenure must be from ${terms.minTenureDays} to ${terms.maxTenureDays} days.`, 'tenure');
  }
  if (interestPayment !== undefined && !terms.interestPayments.includes(interestPayment)) {
    throwRefused(
      `The product pays interest ${terms.interestPayments.join(' or ')}, not ${interestPayment}.`,
      'interestPayment',
    );
  }
}
