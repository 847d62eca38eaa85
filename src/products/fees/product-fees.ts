import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Tx } from '../../common/database/unit-of-work';
import { GlAccount } from '../../ledger/chart/gl-account.entity';
import type { Product, ProductType } from '../product.entity';
import { ProductLedgers } from '../product-ledgers';
import { productsErrors } from '../products.errors';
import { feeView } from './fee-terms';
import { ProductFee } from './product-fee.entity';
import type { ProductFeeView } from './product-fees.dto';

/** Only loans have fees, because fees are charged with disbursements and instalments. */
export const TYPES_WITH_FEES: readonly ProductType[] = ['Loan', 'GroupLoan'];

/** Finds and shows the fees of products. */
@Injectable()
export class ProductFees {
  constructor(private readonly ledgers: ProductLedgers) {}

  /**
   * An active fee, which a new loan may name.
   * @throws PRODUCT_FEE_NOT_FOUND (404) for a fee that is unknown, inactive or of another product.
   */
  async requireActive(tx: Tx, { institutionId, id: productId }: Product, feeId: number): Promise<ProductFee> {
    const fee = await tx.findOneBy(ProductFee, { institutionId, productId, id: feeId, status: 'Active' });
    if (!fee) throw productsErrors.PRODUCT_FEE_NOT_FOUND(`The product has no active fee ${feeId}.`);
    return fee;
  }

  /** The fee, locked until the transaction ends. @throws PRODUCT_FEE_NOT_FOUND (404) */
  async lock(tx: Tx, { institutionId, id: productId }: Product, feeId: number): Promise<ProductFee> {
    const fee = await tx.findOne(ProductFee, {
      where: { institutionId, productId, id: feeId },
      lock: { mode: 'for_no_key_update' },
    });
    if (!fee) throw productsErrors.PRODUCT_FEE_NOT_FOUND();
    return fee;
  }

  /** The id of the income ledger with this code. @throws LEDGER_NOT_FOUND (404), PRODUCT_LEDGER_REFUSED (422) */
  incomeLedgerId(tx: Tx, institutionId: number, code: string): Promise<number> {
    return this.ledgers.requireId(tx, institutionId, 'incomeLedgerCode', code, {
      category: 'Income',
      isControl: false,
    });
  }

  async views(tx: Tx, institutionId: number, fees: ProductFee[]): Promise<ProductFeeView[]> {
    const ledgers = await tx.findBy(GlAccount, {
      institutionId,
      id: In(fees.map(({ incomeGlAccountId }) => incomeGlAccountId)),
    });
    const codeById = new Map(ledgers.map(({ id, code }) => [id, code]));
    return fees.map((fee) => feeView(fee, codeById));
  }
}
