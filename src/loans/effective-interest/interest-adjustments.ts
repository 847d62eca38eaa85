import { Injectable } from '@nestjs/common';
import type { ClosingDay } from '../../business-day/day-steps';
import { IdAllocator } from '../../common/database/id-allocator';
import { type Tx, withoutTimeLimit } from '../../common/database/unit-of-work';
import { Institution } from '../../institutions/institution.entity';
import { InstitutionSettings } from '../../institutions/settings/institution-settings';
import { LedgerAccounts } from '../../ledger/chart/ledger-accounts';
import { LedgerService } from '../../ledger/engine/ledger.service';
import { SYSTEM_POSTING } from '../../ledger/engine/posting-operation';
import { ALREADY_HAPPENED, type PostingRequest } from '../../ledger/engine/posting-request';
import { transferLegs } from '../contract/loan-change';
import { RUNNING_STATUSES } from '../contract/loan-status';
import {
  LOAN_EFFECTIVE_INTEREST_LEDGER,
  LOAN_INTEREST_ADJUSTMENT_LEDGER,
  LOAN_PROVISION_BASIS,
  type ProvisionBasis,
} from '../loans.settings';
import { ProvisionAccounts } from '../provisions/provision-accounts';
import { ProvisionPostings } from '../provisions/provision-postings';
import {
  ADD_CHANGED_ADJUSTMENTS,
  ADJUSTMENT_SUMS,
  END_EARLIER_ADJUSTMENTS,
  LOCKED_ACCOUNTS,
} from './adjustment-statements';
import { type InterestAdjustmentKind, LoanInterestAccount } from './loan-interest-account.entity';

/** The branch, product and kind of an account. */
interface AdjustmentGroup {
  branchId: number;
  productId: number;
  kind: InterestAdjustmentKind;
}

type StoredBalance = AdjustmentGroup & { kobo: string };

interface Change {
  accountId: number;
  group: AdjustmentGroup;
  changeKobo: bigint;
}

const TITLES: Record<InterestAdjustmentKind, string> = {
  Deferred: 'Effective interest',
  Stage3: 'Interest on the net amount in stage 3',
};

/** Keeps the adjustments of interest and their accounts equal (docs/domain/provisions.md#effective-interest). */
@Injectable()
export class InterestAdjustments {
  constructor(
    private readonly settings: InstitutionSettings,
    private readonly provisionAccounts: ProvisionAccounts,
    private readonly provisions: ProvisionPostings,
    private readonly accounts: LedgerAccounts,
    private readonly ledger: LedgerService,
    private readonly ids: IdAllocator,
  ) {}

  /** True where the institution books by IFRS 9 and has named the ledger of the adjustments. */
  async isOn(tx: Tx, institutionId: number): Promise<boolean> {
    const basis = await this.settings.getWithin(tx, institutionId, LOAN_PROVISION_BASIS);
    const code = await this.settings.getWithin(tx, institutionId, LOAN_EFFECTIVE_INTEREST_LEDGER);
    return basis === 'IFRS9' && code !== undefined;
  }

  /**
   * Renews the adjustments at a month's end and posts what they changed by, in one transaction. A second run does
   * nothing, nor does one of a month after which a later one has ended: that one renews every adjustment, and its rows
   * stay the latest. Without the method, earlier adjustments are taken back.
   * @returns the number of loans whose adjustments changed
   * @throws PROVISION_LEDGERS_NOT_CONFIGURED (503)
   */
  async renew(tx: Tx, day: ClosingDay): Promise<number> {
    const { institutionId, date } = day;
    const isOn = await this.isOn(tx, institutionId);
    const balances = await tx.query<(StoredBalance & { id: number })[]>(LOCKED_ACCOUNTS, [institutionId]);
    if (!isOn && balances.length === 0) return 0;
    // Read under the lock of the accounts: the night of a later month may have held it.
    const { businessDate } = await tx.findOneByOrFail(Institution, { institutionId });
    if (!isSameMonth(businessDate, day.nextDate)) return 0;
    await withoutTimeLimit(tx);
    const values = [institutionId, date, RUNNING_STATUSES, isOn];
    const [{ changed }] = await tx.query<[{ changed: number }]>(ADD_CHANGED_ADJUSTMENTS, values);
    if (changed > 0) await tx.query(END_EARLIER_ADJUSTMENTS, [institutionId, date]);
    await this.post(tx, day, balances);
    // Interest on the net amount is no income by the prudential rules, so the reserve grows by it.
    const basis = (await this.settings.getWithin(tx, institutionId, LOAN_PROVISION_BASIS)) as ProvisionBasis;
    await this.provisions.post(tx, day, basis, ':interest');
    return changed;
  }

  private async post(tx: Tx, day: ClosingDay, balances: readonly (StoredBalance & { id: number })[]): Promise<void> {
    const { institutionId } = day;
    const targets = await tx.query<StoredBalance[]>(ADJUSTMENT_SUMS, [institutionId]);
    const wanted = new Map(targets.map((target) => [keyOf(target), BigInt(target.kobo)]));
    const known = new Map(balances.map((balance) => [keyOf(balance), balance]));
    const missing = targets.filter((target) => target.kobo !== '0' && !known.has(keyOf(target)));
    const isDifferent = balances.some((balance) => BigInt(balance.kobo) !== (wanted.get(keyOf(balance)) ?? 0n));
    if (missing.length === 0 && !isDifferent) return;
    const ledgerId = (key: string, category: 'Asset' | 'Income', isControl: boolean): Promise<number> =>
      this.provisionAccounts.ledger(tx, institutionId, key, category, isControl);
    const controlId = await ledgerId(LOAN_EFFECTIVE_INTEREST_LEDGER, 'Asset', true);
    const incomeId = await ledgerId(LOAN_INTEREST_ADJUSTMENT_LEDGER, 'Income', false);
    const changes: Change[] = balances.map(({ id, kobo, ...group }) => ({
      accountId: id,
      group,
      changeKobo: (wanted.get(keyOf(group)) ?? 0n) - BigInt(kobo),
    }));
    for (const { branchId, productId, kind, kobo } of missing) {
      const group = { branchId, productId, kind };
      const accountId = await this.open(tx, institutionId, group, controlId);
      changes.push({
        accountId,
        group,
        changeKobo: BigInt(kobo),
      });
    }
    const requests = changes
      .filter(({ changeKobo }) => changeKobo !== 0n)
      .map((change) => postingOf(day, incomeId, change));
    for (const decision of await this.ledger.postEachWithin(tx, institutionId, requests))
      if (decision.kind !== 'posted')
        throw decision.kind === 'refused'
          ? decision.error
          : new Error(`An adjustment of interest was not posted: ${decision.kind}.`);
  }

  private async open(tx: Tx, institutionId: number, group: AdjustmentGroup, controlId: number): Promise<number> {
    const id = await this.ids.next();
    await this.accounts.openContract(tx, [
      {
        institutionId,
        id,
        number: `INTEREST-${id}`,
        name: TITLES[group.kind],
        controlAccountId: controlId,
        productId: group.productId,
        branchId: group.branchId,
        normalSide: 'credit',
        mayGoNegative: true,
      },
    ]);
    await tx.insert(LoanInterestAccount, { institutionId, id, ...group });
    return id;
  }
}

function isSameMonth(date: string, other: string): boolean {
  return date.slice(0, 7) === other.slice(0, 7);
}

function keyOf({ branchId, productId, kind }: AdjustmentGroup): string {
  return `${branchId}|${productId}|${kind}`;
}

/** A credit of the account lowers income, a debit raises it. */
function postingOf({ institutionId, date }: ClosingDay, incomeId: number, change: Change): PostingRequest {
  const { accountId, group, changeKobo } = change;
  return {
    institutionId,
    kind: 'loan-interest-adjustment',
    reference: `${date}:${accountId}`,
    origin: 'system',
    maker: 'system:loan-interest-adjustment',
    narration: `${TITLES[group.kind]}, ${date}`,
    legs: transferLegs(incomeId, accountId, changeKobo, 'interest').map((leg) => ({
      ...leg,
      branchId: group.branchId,
    })),
    amountKobo: changeKobo > 0n ? changeKobo : -changeKobo,
    feeKobo: 0n,
    valueDate: date,
    operation: SYSTEM_POSTING,
    nature: ALREADY_HAPPENED,
  };
}
