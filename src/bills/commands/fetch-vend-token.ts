import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Payouts } from '../../payouts/payouts';
import type { VendTokenView } from '../bills.dto';
import { billsErrors } from '../bills.errors';
import { LateTokens } from '../late-tokens';
import { BILL_VEND } from '../vend-kind';
import { Vends } from '../vends';

/** Returns a vend's token, and queries the provider while there is none. A command, because it stores the token. */
export class FetchVendToken extends Command<VendTokenView> {
  constructor(
    readonly institutionId: number,
    readonly paymentReference: string,
  ) {
    super();
  }
}

@CommandHandler(FetchVendToken)
export class FetchVendTokenHandler implements ICommandHandler<FetchVendToken> {
  constructor(
    private readonly payouts: Payouts,
    private readonly lateTokens: LateTokens,
    private readonly vends: Vends,
  ) {}

  /** @throws VEND_NOT_FOUND, TOKEN_NOT_FOUND (404) */
  async execute({ institutionId, paymentReference }: FetchVendToken): Promise<VendTokenView> {
    const payout = await this.payouts.advance(institutionId, BILL_VEND, paymentReference, 'status-query');
    if (payout) await this.lateTokens.fetch(payout);
    const { vendStatus, result, facts } = await this.vends.require(institutionId, paymentReference);
    const { token, tokenUnits } = result;
    if (token === null)
      throw billsErrors.TOKEN_NOT_FOUND(`There is no token for this payment; it is ${vendStatus}.`, { vendStatus });
    const { customerId, customerName } = facts;
    return { paymentReference, vendStatus, token, tokenUnits, customerId, customerName };
  }
}
