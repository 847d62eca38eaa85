import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Outcome } from '../../../common/http/outcome';
import type { WriteRequest } from '../../../common/http/write-request';
import { IdempotentWrites } from '../../../common/idempotency/idempotent-writes';
import { ConfigurationChanges } from '../../../institutions/changes/configuration-changes';
import { sentFields } from '../../changes/product-change-rule';
import { partTarget } from '../../changes/product-part';
import { CHANGE_PRODUCT_RATE } from '../../changes/product-rate-changes';
import type { UpdateProductRateBody } from '../product-rates.dto';

/** Updates the fields that the body sends, or asks for it. */
export class UpdateProductRate extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly productCode: string,
    readonly rateId: number,
    readonly body: UpdateProductRateBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateProductRate)
export class UpdateProductRateHandler implements ICommandHandler<UpdateProductRate> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly changes: ConfigurationChanges,
  ) {}

  async execute({ write, productCode, rateId, body }: UpdateProductRate): Promise<Outcome> {
    const target = partTarget({ productCode, id: rateId });
    const asked = { operation: CHANGE_PRODUCT_RATE, target, after: { ...sentFields(body) } };
    return this.writes.run(write, { productCode, rateId, ...body }, (tx) => this.changes.ask(tx, write, asked));
  }
}
