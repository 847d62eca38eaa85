import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AuditLog } from '../../common/audit/audit-log';
import { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { nairaToKobo } from '../../common/money/naira';
import { productViews } from '../product-view';
import { Products } from '../products';
import type { CreateProductBody } from '../products.dto';

/** Creates a product with its terms. */
export class CreateProduct extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: CreateProductBody,
  ) {
    super();
  }
}

@CommandHandler(CreateProduct)
export class CreateProductHandler implements ICommandHandler<CreateProduct> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly products: Products,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, body }: CreateProduct): Promise<Outcome> {
    const { institutionId } = write;
    return this.writes.run(write, body, async (tx) => {
      const product = await this.products.create(tx, {
        institutionId,
        code: body.productCode,
        name: body.productName,
        productType: body.productType,
        interestRate: body.interestRate,
        minimumBalanceKobo: nairaToKobo(body.minimumBalance ?? 0),
        controlLedgerCode: body.controlLedgerCode,
        glAccountCodes: body.glAccountCodes,
        loanTerms: body.loanTerms,
        fixedDepositTerms: body.fixedDepositTerms,
        savingsTerms: body.savingsTerms,
      });
      await this.audit.record(tx, write, {
        action: 'product.create',
        subject: `product:${product.code}`,
        details: { ...body },
      });
      const [view] = await productViews(tx, institutionId, [product]);
      return Outcome.done(view);
    });
  }
}
