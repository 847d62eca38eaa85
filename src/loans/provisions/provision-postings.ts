import { Injectable } from '@nestjs/common';
import type { ClosingDay } from '../../business-day/day-steps';
import type { Tx } from '../../common/database/unit-of-work';
import { LedgerService } from '../../ledger/engine/ledger.service';
import { SYSTEM_POSTING } from '../../ledger/engine/posting-operation';
import { ALREADY_HAPPENED, type PostingRequest } from '../../ledger/engine/posting-request';
import { transferLegs } from '../contract/loan-change';
import type { ProvisionBasis } from '../loans.settings';
import { ALLOWANCE_SUMS, PRUDENTIAL_EXCESS } from './position-statements';
import { ProvisionAccounts, type ProvisionBalance, type ProvisionGroup, RESERVE } from './provision-accounts';

/** The balance that the account of a group must have. */
interface Target {
  group: ProvisionGroup;
  kobo: bigint;
}

/** A posting that brings an account to its target. */
interface Change {
  accountId: number;
  group: ProvisionGroup;
  /** The account on the other side: the expense, or retained earnings. */
  otherId: number;
  changeKobo: bigint;
}

/** Posts what the positions of loans changed by: one posting for each branch, product and class, one of the reserve. */
@Injectable()
export class ProvisionPostings {
  constructor(
    private readonly accounts: ProvisionAccounts,
    private readonly ledger: LedgerService,
  ) {}

  /**
   * @param part of the references: a step that posts again in the night of the same day, as the reserve does at a
   *   month's end, has references of its own
   * @throws PROVISION_LEDGERS_NOT_CONFIGURED (503), the ledger's refusal
   */
  async post(tx: Tx, day: ClosingDay, basis: ProvisionBasis, part = ''): Promise<void> {
    const { institutionId } = day;
    const balances = await this.accounts.lock(tx, institutionId);
    const targets = await this.targets(tx, institutionId, basis);
    const isReserve = ({ group }: Target | ProvisionBalance): boolean =>
      group.classification === RESERVE.classification;
    const changes = [
      ...(await this.changes(tx, day, {
        targets: targets.filter((target) => !isReserve(target)),
        balances: balances.filter((balance) => !isReserve(balance)),
        ledgers: () => this.accounts.allowanceLedgers(tx, institutionId),
      })),
      ...(await this.changes(tx, day, {
        targets: targets.filter(isReserve),
        balances: balances.filter(isReserve),
        ledgers: () => this.accounts.reserveLedgers(tx, institutionId),
      })),
    ];
    const decisions = await this.ledger.postEachWithin(
      tx,
      institutionId,
      changes.map((change) => postingOf(day, change, part)),
    );
    for (const decision of decisions)
      if (decision.kind !== 'posted')
        throw decision.kind === 'refused' ? decision.error : new Error(`A provision was not posted: ${decision.kind}.`);
  }

  /** The balances that the positions ask for; groups without any are left out. */
  private async targets(tx: Tx, institutionId: number, basis: ProvisionBasis): Promise<Target[]> {
    const rows = await tx.query<
      { branchId: string; productId: string; classification: ProvisionGroup['classification']; kobo: string }[]
    >(ALLOWANCE_SUMS, [institutionId]);
    const [{ kobo: excess }] = await tx.query<[{ kobo: string }]>(PRUDENTIAL_EXCESS, [institutionId]);
    const reserve = { group: RESERVE, kobo: basis === 'IFRS9' ? BigInt(excess) : 0n };
    return [
      ...rows.map(({ branchId, productId, classification, kobo }) => ({
        group: { branchId: Number(branchId), productId: Number(productId), classification },
        kobo: BigInt(kobo),
      })),
      ...(reserve.kobo === 0n ? [] : [reserve]),
    ];
  }

  /** The differences between targets and balances of one control ledger; opens the accounts of new groups. */
  private async changes(
    tx: Tx,
    { institutionId }: ClosingDay,
    {
      targets,
      balances,
      ledgers,
    }: {
      targets: readonly Target[];
      balances: readonly ProvisionBalance[];
      ledgers: () => ReturnType<ProvisionAccounts['allowanceLedgers']>;
    },
  ): Promise<Change[]> {
    const wanted = new Map(targets.map(({ group, kobo }) => [keyOf(group), kobo]));
    const known = new Map(balances.map((balance) => [keyOf(balance.group), balance]));
    const missing = targets.filter(({ group }) => !known.has(keyOf(group)));
    const isDifferent = balances.some(({ group, balanceKobo }) => balanceKobo !== (wanted.get(keyOf(group)) ?? 0n));
    if (missing.length === 0 && !isDifferent) return [];
    const { debitId, controlId } = await ledgers();
    for (const { group } of missing) {
      const accountId = await this.accounts.open(tx, institutionId, group, controlId);
      known.set(keyOf(group), { accountId, group, balanceKobo: 0n });
    }
    return [...known.values()]
      .map(({ accountId, group, balanceKobo }) => ({
        accountId,
        group,
        otherId: debitId,
        changeKobo: (wanted.get(keyOf(group)) ?? 0n) - balanceKobo,
      }))
      .filter(({ changeKobo }) => changeKobo !== 0n);
  }
}

function keyOf({ branchId, productId, classification }: ProvisionGroup): string {
  return `${branchId}|${productId}|${classification}`;
}

/** The expense of a group, or the appropriation to the reserve. A release may leave an expense on the credit side. */
function postingOf({ institutionId, date }: ClosingDay, change: Change, part: string): PostingRequest {
  const { accountId, otherId, changeKobo, group } = change;
  const isReserve = group.classification === 'Reserve';
  const what = isReserve ? 'Regulatory risk reserve' : `Allowance for loan losses, ${group.classification}`;
  return {
    institutionId,
    kind: isReserve ? 'loan-risk-reserve' : 'loan-provision',
    reference: `${date}:${accountId}${part}`,
    origin: 'system',
    maker: 'system:loan-provisions',
    narration: `${what}, ${date}`,
    legs: transferLegs(otherId, accountId, changeKobo, 'principal').map((leg) => ({
      ...leg,
      branchId: group.branchId || null,
    })),
    amountKobo: changeKobo > 0n ? changeKobo : -changeKobo,
    feeKobo: 0n,
    valueDate: date,
    operation: SYSTEM_POSTING,
    nature: ALREADY_HAPPENED,
  };
}
