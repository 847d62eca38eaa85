import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockBusinessDate } from '../../../../business-day/lock-business-date';
import { AuditLog } from '../../../../common/audit/audit-log';
import type { Tx } from '../../../../common/database/unit-of-work';
import { Outcome } from '../../../../common/http/outcome';
import type { WriteRequest } from '../../../../common/http/write-request';
import { IdempotentWrites } from '../../../../common/idempotency/idempotent-writes';
import { koboToNaira } from '../../../../common/money/naira';
import { ledgerBalanceKobo } from '../../../../ledger/engine/available-balance';
import { LedgerAccount } from '../../../../ledger/engine/ledger-account.entity';
import { postingReferenceNumber } from '../../../../ledger/engine/posting.entity';
import { DepositAccounts } from '../../../deposit-accounts';
import type { PostedInterestView, PostInterestBody } from '../../interest.dto';
import { interestErrors } from '../../interest.errors';
import type { InterestKind } from '../../interest-kinds';
import { type InterestOutcome, InterestPayer } from '../interest-payer';

/** Posts the accrued interest of an account before the end of its period, for a closure or a change of product. */
export class PostAccruedInterest extends Command<Outcome> {
  constructor(
    readonly write: WriteRequest,
    readonly body: PostInterestBody,
  ) {
    super();
  }
}

@CommandHandler(PostAccruedInterest)
export class PostAccruedInterestHandler implements ICommandHandler<PostAccruedInterest> {
  constructor(
    private readonly writes: IdempotentWrites,
    private readonly accounts: DepositAccounts,
    private readonly payer: InterestPayer,
    private readonly audit: AuditLog,
  ) {}

  async execute({ write, body }: PostAccruedInterest): Promise<Outcome> {
    return this.writes.run(write, body, (tx) => this.post(tx, write, body));
  }

  private async post(tx: Tx, write: WriteRequest, { accountNumber }: PostInterestBody): Promise<Outcome> {
    const { institutionId, actor } = write;
    await lockBusinessDate(tx, institutionId);
    const { id } = await this.accounts.require(tx, institutionId, accountNumber, 'share');
    const outcome = await this.payer.pay(tx, institutionId, ['savings', 'overdraft'], [id], {
      origin: 'portal',
      maker: actor,
    });
    const [refused] = outcome.refused;
    if (refused) throw refused.error;
    if (outcome.posted.length === 0) throw interestErrors.NO_ACCRUED_INTEREST();
    const view = postedInterestView(
      accountNumber,
      outcome,
      await tx.findOneByOrFail(LedgerAccount, { institutionId, id }),
    );
    await this.audit.record(tx, write, {
      action: 'account.post-interest',
      subject: `account:${accountNumber}`,
      details: view,
    });
    return Outcome.done(view);
  }
}

function postedInterestView(
  accountNumber: string,
  { posted }: InterestOutcome,
  account: LedgerAccount,
): PostedInterestView {
  const dueOf = (kind: InterestKind): { grossKobo: bigint; taxKobo: bigint } =>
    posted.find(({ due }) => due.kind === kind)?.due ?? { grossKobo: 0n, taxKobo: 0n };
  const dates = posted.map(({ due }) => due.accruedThrough).sort();
  return {
    accountNumber,
    throughDate: dates.at(-1)!,
    interest: koboToNaira(dueOf('savings').grossKobo),
    withholdingTax: koboToNaira(dueOf('savings').taxKobo),
    overdraftInterest: koboToNaira(dueOf('overdraft').grossKobo),
    postingReferenceNumbers: posted.map(({ postingId }) => postingReferenceNumber(postingId)),
    ledgerBalance: koboToNaira(ledgerBalanceKobo(account)),
  };
}
