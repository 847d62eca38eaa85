import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Tx } from '../../common/database/unit-of-work';
import { Outcome } from '../../common/http/outcome';
import { validationFailed } from '../../common/http/validation.pipe';
import type { WriteRequest } from '../../common/http/write-request';
import { IdempotentWrites } from '../../common/idempotency/idempotent-writes';
import { StaffMembers } from '../../institutions/staff/staff-members';
import { Product } from '../../products/product.entity';
import type { FixedDeposit } from '../fixed-deposit.entity';
import { FixedDepositAccounts, type LiquidationTarget } from '../fixed-deposit-accounts';
import { fixedDepositView } from '../fixed-deposit-view';
import { FixedDeposits } from '../fixed-deposits';
import type { UpdateFixedDepositBody } from '../fixed-deposits.dto';
import { fixedDepositsErrors } from '../fixed-deposits.errors';

type Changes = Partial<LiquidationTarget & Pick<FixedDeposit, 'applyRollover' | 'accountOfficerStaffID'>>;

/** Changes a fixed deposit's liquidation account, its rollover and its account officer. */
export class UpdateFixedDeposit extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: UpdateFixedDepositBody,
  ) {
    super();
  }
}

@CommandHandler(UpdateFixedDeposit)
export class UpdateFixedDepositHandler implements ICommandHandler<UpdateFixedDeposit> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly deposits: FixedDeposits,
    private readonly accounts: FixedDepositAccounts,
    private readonly staff: StaffMembers,
  ) {}

  async execute({ write, body }: UpdateFixedDeposit): Promise<Outcome> {
    assertSaysSomething(body);
    return this.writes.run(write, body, async (tx) => {
      const deposit = await this.deposits.lockPresent(tx, write.institutionId, body.accountNumber);
      if (deposit.status === 'PendingApproval')
        throw fixedDepositsErrors.FIXED_DEPOSIT_PENDING_APPROVAL(undefined, { approvalId: deposit.approvalId });
      if (deposit.status !== 'Active')
        throw fixedDepositsErrors.FIXED_DEPOSIT_NOT_ACTIVE(
          `The deposit is ${deposit.status} and cannot be changed; name one that is Active.`,
        );
      assertPayeeStays(deposit, body);
      const changes = await this.changes(tx, deposit, body);
      await this.deposits.write(tx, deposit, changes);
      await this.deposits.record(tx, write, 'update', deposit, changes);
      return Outcome.done(fixedDepositView(deposit, await this.deposits.partsOfOne(tx, deposit)));
    });
  }

  private async changes(
    tx: Tx,
    deposit: FixedDeposit,
    { applyRollover, liquidationAccount, liquidationAccountType, accountOfficerStaffID }: UpdateFixedDepositBody,
  ): Promise<Changes> {
    const { institutionId, productId } = deposit;
    const product = await tx.findOneByOrFail(Product, { institutionId, id: productId });
    const type = liquidationAccountType ?? deposit.liquidationAccountType;
    return {
      ...((applyRollover ?? undefined) === undefined ? {} : { applyRollover }),
      ...((liquidationAccount ?? undefined) === undefined
        ? {}
        : await this.accounts.liquidation(tx, deposit, product, type, liquidationAccount!)),
      ...((accountOfficerStaffID ?? undefined) === undefined
        ? {}
        : {
            accountOfficerStaffID: (await this.staff.requireActive(tx, institutionId, accountOfficerStaffID!)).staffID,
          }),
    };
  }
}

/**
 * An order that waits pays to the account that its checker reads.
 * @throws FIXED_DEPOSIT_PENDING_APPROVAL (409)
 */
function assertPayeeStays({ approvalId }: FixedDeposit, { liquidationAccount }: UpdateFixedDepositBody): void {
  if (approvalId === null || (liquidationAccount ?? undefined) === undefined) return;
  throw fixedDepositsErrors.FIXED_DEPOSIT_PENDING_APPROVAL(
    'An order of the deposit waits for approval and pays to the present liquidation account; change the account once ' +
      'the order is decided.',
    { approvalId },
  );
}

/** @throws VALIDATION_FAILED (400) */
function assertSaysSomething({
  applyRollover,
  liquidationAccount,
  liquidationAccountType,
  accountOfficerStaffID,
}: UpdateFixedDepositBody): void {
  if ((liquidationAccountType ?? undefined) !== undefined && (liquidationAccount ?? undefined) === undefined) {
    throw validationFailed([{ field: 'liquidationAccount', message: 'is required with liquidationAccountType' }]);
  }
  if ((applyRollover ?? liquidationAccount ?? accountOfficerStaffID ?? undefined) === undefined) {
    throw validationFailed([
      { field: 'applyRollover', message: 'or one of liquidationAccount and accountOfficerStaffID is required' },
    ]);
  }
}
