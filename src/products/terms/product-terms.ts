import { Injectable } from '@nestjs/common';
import type { Tx } from '../../common/database/unit-of-work';
import type { Product, ProductType } from '../product.entity';
import { ProductLedgers } from '../product-ledgers';
import { productsErrors } from '../products.errors';
import {
  completeFixedDepositTerms,
  completeSavingsTerms,
  fixedDepositTermsViolation,
  savingsTermsViolation,
  storedFixedDepositTerms,
  storedSavingsTerms,
} from './deposit-terms';
import { FixedDepositProductTerms } from './fixed-deposit-product-terms.entity';
import { LoanProductTerms } from './loan-product-terms.entity';
import { completeLoanTerms, loanTermsViolation, storedLoanTerms } from './loan-terms';
import type { ProductTermsBody } from './product-terms.dto';
import { SavingsProductTerms } from './savings-product-terms.entity';
import { FIXED_DEPOSIT_LEDGERS, LOAN_LEDGERS, SAVINGS_LEDGERS } from './term-ledgers';

type TermsField = keyof ProductTermsBody;

/** The field of terms of each product type. */
const FIELD_OF_TYPE: Record<ProductType, TermsField> = {
  Savings: 'savingsTerms',
  Current: 'savingsTerms',
  FixedDeposit: 'fixedDepositTerms',
  Loan: 'loanTerms',
  GroupLoan: 'loanTerms',
};

/** Loans and fixed deposits cannot be sold without terms. */
const REQUIRED_FIELDS: readonly TermsField[] = ['loanTerms', 'fixedDepositTerms'];

/** Reads and stores the terms of products. */
@Injectable()
export class ProductTerms {
  constructor(private readonly ledgers: ProductLedgers) {}

  /** The terms of a product. @throws PRODUCT_TERMS_REFUSED (422) when it has none. */
  async ofLoan(tx: Tx, { institutionId, id, code }: Product): Promise<LoanProductTerms> {
    const terms = await tx.findOneBy(LoanProductTerms, { institutionId, id });
    if (!terms) throw productsErrors.PRODUCT_TERMS_REFUSED(`The product ${code} has no loan terms; set them first.`);
    return terms;
  }

  /** The terms of a product. @throws PRODUCT_TERMS_REFUSED (422) when it has none. */
  async ofFixedDeposit(tx: Tx, { institutionId, id, code }: Product): Promise<FixedDepositProductTerms> {
    const terms = await tx.findOneBy(FixedDepositProductTerms, { institutionId, id });
    if (!terms)
      throw productsErrors.PRODUCT_TERMS_REFUSED(`The product ${code} has no fixed-deposit terms; set them first.`);
    return terms;
  }

  /** Savings terms; undefined for a product without them, whose accounts earn no interest and do not become dormant. */
  async ofSavings(tx: Tx, { institutionId, id }: Product): Promise<SavingsProductTerms | undefined> {
    return (await tx.findOneBy(SavingsProductTerms, { institutionId, id })) ?? undefined;
  }

  /**
   * Stores the terms of a new product. @throws as `replace`, and PRODUCT_TERMS_REFUSED (422) when terms are missing.
   */
  async create(tx: Tx, product: Product, given: ProductTermsBody): Promise<void> {
    const field = FIELD_OF_TYPE[product.productType];
    if (REQUIRED_FIELDS.includes(field) && !given[field])
      throw productsErrors.PRODUCT_TERMS_REFUSED(`A product of type ${product.productType} needs ${field}.`);
    await this.replace(tx, product, given);
  }

  /**
   * Replaces the product's terms with the given ones. Existing contracts keep theirs.
   * @throws LEDGER_NOT_FOUND (404), PRODUCT_LEDGER_REFUSED, PRODUCT_TERMS_REFUSED (422)
   */
  async replace(tx: Tx, product: Product, given: ProductTermsBody): Promise<void> {
    const field = FIELD_OF_TYPE[product.productType];
    const others = (['loanTerms', 'fixedDepositTerms', 'savingsTerms'] as const).filter(
      (other) => other !== field && given[other],
    );
    if (others.length > 0)
      throw productsErrors.PRODUCT_TERMS_REFUSED(
        `A product of type ${product.productType} takes ${field}, not ${others.join(' or ')}.`,
      );
    if (given.loanTerms) await this.replaceLoanTerms(tx, product, given.loanTerms);
    if (given.fixedDepositTerms) await this.replaceFixedDepositTerms(tx, product, given.fixedDepositTerms);
    if (given.savingsTerms) await this.replaceSavingsTerms(tx, product, given.savingsTerms);
  }

  private async replaceLoanTerms(
    tx: Tx,
    { institutionId, id, productType }: Product,
    given: NonNullable<ProductTermsBody['loanTerms']>,
  ): Promise<void> {
    const terms = completeLoanTerms(given, productType);
    assertNoViolation(loanTermsViolation(terms));
    const columns = await this.ledgers.columns(tx, institutionId, terms.ledgers, LOAN_LEDGERS);
    await tx.upsert(LoanProductTerms, { institutionId, id, ...storedLoanTerms(terms), ...columns }, [
      'institutionId',
      'id',
    ]);
  }

  private async replaceFixedDepositTerms(
    tx: Tx,
    { institutionId, id }: Product,
    given: NonNullable<ProductTermsBody['fixedDepositTerms']>,
  ): Promise<void> {
    const terms = completeFixedDepositTerms(given);
    assertNoViolation(fixedDepositTermsViolation(terms));
    const columns = await this.ledgers.columns(tx, institutionId, terms.ledgers, FIXED_DEPOSIT_LEDGERS);
    await tx.upsert(FixedDepositProductTerms, { institutionId, id, ...storedFixedDepositTerms(terms), ...columns }, [
      'institutionId',
      'id',
    ]);
  }

  private async replaceSavingsTerms(
    tx: Tx,
    { institutionId, id }: Product,
    given: NonNullable<ProductTermsBody['savingsTerms']>,
  ): Promise<void> {
    const terms = completeSavingsTerms(given);
    assertNoViolation(savingsTermsViolation(terms));
    const columns = await this.ledgers.columns(tx, institutionId, terms.ledgers, SAVINGS_LEDGERS);
    await tx.upsert(SavingsProductTerms, { institutionId, id, ...storedSavingsTerms(terms), ...columns }, [
      'institutionId',
      'id',
    ]);
  }
}

function assertNoViolation(violation: string | undefined): void {
  if (violation !== undefined) throw productsErrors.PRODUCT_TERMS_REFUSED(violation);
}
