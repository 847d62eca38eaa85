import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Outcome } from '../../common/http/outcome';
import { Payouts } from '../../payouts/payouts';
import { LateTokens } from '../late-tokens';
import { vendMessage } from '../vend-answer';
import { BILL_VEND } from '../vend-kind';
import { vendView } from '../vend-record';
import { Vends } from '../vends';

/**
 * Returns the status of a vend, and queries the provider while it is open. A command, because it may settle the vend.
 */
export class QueryVend extends Command<Outcome> {
  constructor(
    readonly institutionId: number,
    readonly paymentReference: string,
  ) {
    super();
  }
}

@CommandHandler(QueryVend)
export class QueryVendHandler implements ICommandHandler<QueryVend> {
  constructor(
    private readonly payouts: Payouts,
    private readonly lateTokens: LateTokens,
    private readonly vends: Vends,
  ) {}

  /** @throws VEND_NOT_FOUND (404) */
  async execute({ institutionId, paymentReference }: QueryVend): Promise<Outcome> {
    const payout = await this.payouts.advance(institutionId, BILL_VEND, paymentReference, 'status-query');
    if (payout) await this.lateTokens.fetch(payout);
    const record = await this.vends.require(institutionId, paymentReference);
    return Outcome.done(vendView(record), vendMessage(record));
  }
}
