import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../institutions/changes/configuration-changes';
import { CHANGE_PRODUCT } from '../changes/product-changes';
import { completeTerms, termFields } from '../changes/term-fields';
import type { CreateProductBody } from '../products.dto';

/** Creates a product with its terms, or asks for it. */
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
    private readonly changes: ConfigurationChanges,
  ) {}

  async execute({ write, body }: CreateProduct): Promise<Outcome> {
    const { productName, productType, controlLedgerCode } = body;
    const after = {
      productName,
      productType,
      interestRate: body.interestRate ?? 0,
      minimumBalance: body.minimumBalance ?? 0,
      controlLedgerCode,
      glAccountCodes: body.glAccountCodes ?? [],
      ...termFields(completeTerms(body, productType)),
    };
    const asked = { operation: CHANGE_PRODUCT, target: body.productCode, after, isNew: true };
    return this.writes.run(write, body, (tx) => this.changes.ask(tx, write, asked));
  }
}
