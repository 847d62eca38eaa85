import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../common/database/unit-of-work';
import { decimal, decimalText, NOTHING, plus } from '../../../common/money/fraction';
import { LedgerService } from '../../../ledger/engine/ledger.service';
import type { Decision } from '../../../ledger/engine/posting-batch';
import { BooksOfInterest } from '../booking/books-of-interest';
import { InterestTotal } from '../booking/interest-total.entity';
import { ACCRUAL_DECIMALS, INTEREST_BOOKS, type InterestKind } from '../interest-kinds';
import {
  type InterestAuthor,
  interestPostingRequest,
  interestTogetherRequest,
  isPostedTogether,
} from './interest-posting-request';
import { subtractFromTotals, totalNameOf } from './interest-totals';
import { type LockedUnpostedInterest, UnpostedInterestReader } from './unposted-interest-reader';

const UNCLAIMED_FUNDS_LEDGER = 'UNCLAIMED_FUNDS_LEDGER_CODE';

/** Interest that stays accrued because its posting was refused. */
interface RefusedInterest {
  due: LockedUnpostedInterest;
  error: unknown;
}

/** The posted and the refused interest of some accounts. */
export interface InterestOutcome {
  posted: { due: LockedUnpostedInterest; postingId: number }[];
  refused: RefusedInterest[];
}

/**
 * Posts accrued interest to customers (`docs/domain/deposits-and-interest.md#posting`): at the end of a period many
 * accounts in one posting, otherwise each in a posting of its own. When the interest of one account is refused, it
 * stays accrued and that of the others is posted. Posted interest is subtracted
 * from the unposted interest and its total in the same transaction. Rounding differences go to the result ledger when
 * the total is booked next.
 */
@Injectable()
export class InterestPayer {
  constructor(
    private readonly dues: UnpostedInterestReader,
    private readonly ledger: LedgerService,
    private readonly books: BooksOfInterest,
  ) {}

  /**
   * Posts the accrued interest of these accounts, in a transaction that has not posted yet. Half a kobo or less stays
   * accrued; on a closed account it is dropped.
   * @param together one posting for the accounts that allow it; the author then has a value date
   * @throws INTEREST_LEDGER_NOT_CONFIGURED (503)
   */
  async pay(
    tx: Tx,
    institutionId: number,
    kinds: readonly InterestKind[],
    accountIds: readonly number[],
    author: InterestAuthor,
    together?: 'together',
  ): Promise<InterestOutcome> {
    const dues: LockedUnpostedInterest[] = [];
    for (const kind of kinds) dues.push(...(await this.dues.lock(tx, institutionId, kind, accountIds)));
    const payable = dues.filter(({ grossKobo }) => grossKobo > 0n);
    const outcome =
      together && author.valueDate !== undefined
        ? await this.postTogether(tx, institutionId, payable, { ...author, valueDate: author.valueDate })
        : await this.post(tx, institutionId, payable, author);
    const dropped = dues.filter(({ grossKobo, account }) => grossKobo <= 0n && account.status === 'Closed');
    await this.clear(tx, [...outcome.posted.map(({ due }) => due), ...dropped]);
    return outcome;
  }

  /** One posting for many accounts costs each of them a fraction of a posting of its own. */
  private async postTogether(
    tx: Tx,
    institutionId: number,
    dues: LockedUnpostedInterest[],
    author: InterestAuthor & { valueDate: string },
  ): Promise<InterestOutcome> {
    const together = dues.filter((due) => isPostedTogether(due, author.valueDate));
    if (together.length < 2) return this.post(tx, institutionId, dues, author);
    const decision = await this.ledger.postWithin(tx, interestTogetherRequest(together, author));
    // A refusal may be for one account only: the interest of each is then posted by itself.
    if (decision.kind !== 'posted') return this.post(tx, institutionId, dues, author);
    const { postingId } = decision;
    const alone = dues.filter((due) => !isPostedTogether(due, author.valueDate));
    const { posted, refused } = await this.post(tx, institutionId, alone, author);
    return { posted: [...together.map((due) => ({ due, postingId })), ...posted], refused };
  }

  private async post(
    tx: Tx,
    institutionId: number,
    dues: LockedUnpostedInterest[],
    author: InterestAuthor,
  ): Promise<InterestOutcome> {
    if (dues.length === 0) return { posted: [], refused: [] };
    const isClosed = ({ kind, account }: LockedUnpostedInterest): boolean =>
      kind === 'savings' && account.status === 'Closed';
    // A closed account can have interest: its last night may be accrued after the closure.
    const unclaimedId = dues.some(isClosed)
      ? await this.books.configuredLedgerId(tx, institutionId, UNCLAIMED_FUNDS_LEDGER)
      : 0;
    const requests = dues.map((due) =>
      interestPostingRequest(due, author, isClosed(due) ? unclaimedId : due.account.id),
    );
    const decisions = await this.ledger.postEachWithin(tx, institutionId, requests);
    const outcome: InterestOutcome = { posted: [], refused: [] };
    decisions.forEach((decision, index) => {
      const due = dues[index]!;
      if (decision.kind === 'posted') outcome.posted.push({ due, postingId: decision.postingId });
      else outcome.refused.push({ due, error: errorOf(decision) });
    });
    return outcome;
  }

  /** Subtracts posted interest from the accounts and their totals, which are locked with the dues. */
  private async clear(tx: Tx, dues: LockedUnpostedInterest[]): Promise<void> {
    const totals = new Map<
      string,
      {
        key: Pick<InterestTotal, 'institutionId' | 'kind' | 'productId' | 'branchId'>;
        ledgerId: number;
        dues: LockedUnpostedInterest[];
      }
    >();
    for (const due of dues) {
      const { institutionId, kind, productId, branchId, balanceLedgerId } = due;
      const totalName = `${kind}/${totalNameOf(due)}`;
      const group = totals.get(totalName) ?? {
        key: { institutionId, kind, productId, branchId },
        ledgerId: balanceLedgerId,
        dues: [],
      };
      group.dues.push(due);
      totals.set(totalName, group);
    }
    for (const { key, ledgerId, dues: group } of totals.values()) await clearGroup(tx, key, ledgerId, group);
  }
}

async function clearGroup(
  tx: Tx,
  key: Pick<InterestTotal, 'institutionId' | 'kind' | 'productId' | 'branchId'>,
  ledgerId: number,
  dues: LockedUnpostedInterest[],
): Promise<void> {
  const { institutionId, kind, productId, branchId } = key;
  await tx.query(
    `UPDATE ${INTEREST_BOOKS[kind].unposted} SET accrued_kobo = 0, posted_through = accrued_through
      WHERE institution_id = $1 AND account_id = ANY($2::bigint[])`,
    [institutionId, dues.map(({ account }) => account.id)],
  );
  const accruedKobo = decimalText(dues.map((due) => decimal(due.accruedKobo)).reduce(plus, NOTHING), ACCRUAL_DECIMALS);
  const grossKobo = dues.reduce((sum, due) => sum + due.grossKobo, 0n).toString();
  const posted = { productId, branchId, accruedKobo, grossKobo, balanceLedgerId: ledgerId };
  await subtractFromTotals(tx, institutionId, kind, [posted]);
}

function errorOf(decision: Decision): unknown {
  return decision.kind === 'refused' ? decision.error : new Error(`Interest was not posted: ${decision.kind}.`);
}
