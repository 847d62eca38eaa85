import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockBusinessDate } from '../../business-day/lock-business-date';
import type { Outcome } from '../../common/http/outcome';
import { validationFailed } from '../../common/http/validation.pipe';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { formatNaira, koboToNaira, nairaToKobo } from '../../common/money/naira';
import type { FixedDeposit } from '../fixed-deposit.entity';
import { FixedDepositActions } from '../fixed-deposit-actions';
import { FixedDepositOrders } from '../fixed-deposit-orders';
import { FixedDeposits } from '../fixed-deposits';
import { FULL_LIQUIDATION, type LiquidateFixedDepositBody } from '../fixed-deposits.dto';
import { fixedDepositsErrors } from '../fixed-deposits.errors';

/** Liquidates a fixed deposit in full or in part. */
export class LiquidateFixedDeposit extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: LiquidateFixedDepositBody,
  ) {
    super();
  }
}

@CommandHandler(LiquidateFixedDeposit)
export class LiquidateFixedDepositHandler implements ICommandHandler<LiquidateFixedDeposit> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly deposits: FixedDeposits,
    private readonly orders: FixedDepositOrders,
    private readonly actions: FixedDepositActions,
  ) {}

  async execute({ write, body }: LiquidateFixedDeposit): Promise<Outcome> {
    const { accountNumber, liquidationType, referenceNumber } = body;
    const isFull = liquidationType === FULL_LIQUIDATION;
    const askedKobo = nairaToKobo(body.liquidationAmount);
    if (!isFull && askedKobo === undefined)
      throw validationFailed([{ field: 'liquidationAmount', message: 'is required for a partial liquidation' }]);
    return this.writes.run(write, body, async (tx) => {
      const businessDate = await lockBusinessDate(tx, write.institutionId);
      const deposit = await this.deposits.lockPresent(tx, write.institutionId, accountNumber);
      const amountKobo = askedKobo ?? deposit.principalKobo;
      const order = await this.orders.open(tx, write, {
        depositId: deposit.id,
        kind: 'Liquidate',
        referenceNumber,
        amountKobo,
        isFull,
        sourceAccountId: null,
      });
      if (isFull && deposit.status === 'Active') assertWhole(deposit, amountKobo);
      return this.actions.start(tx, write, deposit, order, businessDate);
    });
  }
}

/** @throws FIXED_DEPOSIT_AMOUNT_REFUSED (422) when a full liquidation names another amount than the principal */
function assertWhole({ principalKobo }: FixedDeposit, amountKobo: bigint): void {
  if (principalKobo === amountKobo) return;
  throw fixedDepositsErrors.FIXED_DEPOSIT_AMOUNT_REFUSED(
    `A full liquidation takes the whole principal of ${formatNaira(principalKobo)}; leave liquidationAmount ` +
      'out or send that amount.',
    {
      principalAmount: koboToNaira(principalKobo),
    },
  );
}
