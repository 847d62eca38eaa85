import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../../common/audit/audit-log';
import { changeOf } from '../../../common/audit/change-of';
import type { Tx } from '../../../common/database/unit-of-work';
import { refusingDuplicates } from '../../../common/errors/unique-violation';
import { Outcome } from '../../../common/http/outcome';
import { assertVersion } from '../../../common/http/versions';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { Clock } from '../../../common/time/clock';
import { Products } from '../../products';
import { productsErrors } from '../../products.errors';
import { changedPrice, feeViolation, storedPrice } from '../fee-terms';
import { ProductFee } from '../product-fee.entity';
import { ProductFees } from '../product-fees';
import type { UpdateProductFeeBody } from '../product-fees.dto';

/** Updates the fields that the body sends. */
export class UpdateProductFee extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly productCode: string,
    readonly feeId: number,
    readonly body: UpdateProductFeeBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateProductFee)
export class UpdateProductFeeHandler implements ICommandHandler<UpdateProductFee> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly products: Products,
    private readonly fees: ProductFees,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async execute({ write, productCode, feeId, body }: UpdateProductFee): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, { productCode, feeId, ...body }, async (tx) => {
      const product = await this.products.require(tx, institutionId, productCode);
      const fee = await this.fees.lock(tx, product, feeId);
      const [before] = await this.fees.views(tx, institutionId, [fee]);
      assertVersion(write, before!.version);
      const changes = await this.changedColumns(tx, fee, body);
      await refusingDuplicates(tx.update(ProductFee, { institutionId, id: fee.id }, changes), {
        uq_product_fee_name: productsErrors.PRODUCT_FEE_NAME_TAKEN,
      });
      const [view] = await this.fees.views(tx, institutionId, [Object.assign(fee, changes)]);
      await this.audit.record(tx, write, {
        action: 'product-fee.update',
        subject: `product-fee:${fee.id}`,
        details: { productCode, ...changeOf(before!, view!) },
      });
      return Outcome.done(view);
    });
  }

  /** @throws LEDGER_NOT_FOUND (404), PRODUCT_FEE_REFUSED, PRODUCT_LEDGER_REFUSED (422) */
  private async changedColumns(tx: Tx, fee: ProductFee, body: UpdateProductFeeBody): Promise<Partial<ProductFee>> {
    const { name, vatApplies, incomeLedgerCode, charged, status } = body;
    const { kind, ...price } = changedPrice(fee, body);
    const violation = feeViolation(kind, price);
    if (violation !== undefined) throw productsErrors.PRODUCT_FEE_REFUSED(violation);
    // A field sent as null counts as left out.
    return {
      updatedAt: this.clock.institutionNow(fee.institutionId),
      kind,
      ...storedPrice(price),
      ...(name && { name }),
      ...(typeof vatApplies === 'boolean' && { vatApplies }),
      ...(incomeLedgerCode && {
        incomeGlAccountId: await this.fees.incomeLedgerId(tx, fee.institutionId, incomeLedgerCode),
      }),
      ...(charged && { charged }),
      ...(status && { status }),
    };
  }
}
