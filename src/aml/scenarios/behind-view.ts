import { type Cycle, middleAccounts } from './behind-chains';
import type { BehindFacts } from './behind-figures';
import type { BehindAccount, BehindStore, CashIn, DayTotals, RecentMovement } from './behind-records';
import type { ScenarioMovement } from './scenario-movement';
import { partyHash } from './window-parties';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ROUND_KOBO = 10_000_00;
const LAST = 10;
const NEAR_ZERO_DAYS = 30;
/** Deviations above this say no more. */
const MOST_TENTHS = 9_999;

/** A movement with what the fold has worked out for it. */
export interface ViewedMovement {
  movement: ScenarioMovement;
  /** Local milliseconds, never before the account's latest movement. */
  at: number;
  kobo: number;
  narration: number;
}

const isSimilar = (kobo: number, other: number): boolean => Math.abs(kobo - other) * 10 <= kobo;

const different = (hashes: number[]): number => new Set(hashes.filter((hash) => hash !== 0)).size;

const total = (items: readonly { kobo: number }[]): number => items.reduce((sum, { kobo }) => sum + kobo, 0);

const within = <Item extends { at: number }>(items: readonly Item[], from: number): Item[] =>
  items.filter(({ at }) => at > from);

const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.floor((part * 100) / whole));

/** The facts of one movement from the records behind, each worked out when a scenario reads it. */
export class BehindView implements BehindFacts {
  constructor(
    private readonly store: BehindStore,
    private readonly account: BehindAccount,
    private readonly viewed: ViewedMovement,
    private readonly cycle?: Cycle,
  ) {}

  get similarCount24h(): number {
    const { kobo } = this.viewed;
    return this.sameSide(DAY).filter((recent) => isSimilar(kobo, recent.kobo)).length;
  }

  get nearThresholdCount30d(): number {
    return this.days().reduce((sum, { nearThreshold }) => sum + nearThreshold, 0);
  }

  get nightPercent30d(): number {
    const days = this.days();
    const sum = (field: 'nights' | 'movements'): number => days.reduce((total, day) => total + day[field], 0);
    return percentOf(sum('nights'), sum('movements'));
  }

  get minutesSinceSameSizeCredit(): number {
    const { kobo, at } = this.viewed;
    const credit = this.account.recents.findLast(({ isInflow, kobo: other }) => isInflow && isSimilar(kobo, other));
    return credit ? Math.floor((at - credit.at) / MINUTE) : Number.MAX_SAFE_INTEGER;
  }

  get senders24h(): number {
    return this.parties(this.account.senders, DAY);
  }

  get senders7d(): number {
    return this.parties(this.account.senders, 7 * DAY);
  }

  get payees24h(): number {
    return this.parties(this.account.payees, DAY);
  }

  get payees7d(): number {
    return this.parties(this.account.payees, 7 * DAY);
  }

  get middleAccounts72h(): number {
    return middleAccounts(this.account.labels, this.viewed.at);
  }

  get cycleHops(): number {
    return this.cycle?.hops ?? 0;
  }

  get cyclePercent(): number {
    return this.cycle?.percent ?? 0;
  }

  get historyDays(): number {
    return this.account.statistics.days;
  }

  get dayCount(): number {
    return this.today()?.movements ?? 0;
  }

  get dayKobo(): number {
    const today = this.today();
    return today ? today.inflowKobo + today.outflowKobo : 0;
  }

  get dayCountZTenths(): number {
    const { days, meanCount, squaresCount } = this.account.statistics;
    return zTenths(this.dayCount, days, meanCount, squaresCount);
  }

  get dayAmountZTenths(): number {
    const { days, meanKobo, squaresKobo } = this.account.statistics;
    return zTenths(this.dayKobo, days, meanKobo, squaresKobo);
  }

  get dayAmountToMaximumPercent(): number {
    return percentOf(this.dayKobo, this.account.statistics.maximumKobo);
  }

  get roundOfLast10(): number {
    return this.account.recents.slice(-LAST).filter(({ kobo }) => kobo % ROUND_KOBO === 0).length;
  }

  get itemsOfLast10(): number {
    return Math.min(this.account.recents.length, LAST);
  }

  /** A day without movement ends as the one before it. */
  get nearZeroDays30(): number | undefined {
    const inflow = this.inflowKobo30d;
    const { days } = this.account;
    const last = Math.floor(this.viewed.at / DAY);
    let found = 0;
    for (const [index, { day, closeKobo }] of days.entries()) {
      if (closeKobo === null) return undefined;
      const until = days[index + 1]?.day ?? last;
      const from = Math.max(day, last - NEAR_ZERO_DAYS);
      if (closeKobo * 100 <= inflow && until > from) found += until - from;
    }
    return found;
  }

  get inflowKobo30d(): number {
    return this.days().reduce((sum, { inflowKobo }) => sum + inflowKobo, 0);
  }

  get outflowKobo30d(): number {
    return this.days().reduce((sum, { outflowKobo }) => sum + outflowKobo, 0);
  }

  get agentBeneficiaryCount24h(): number | undefined {
    return this.ofThisAgent()?.length;
  }

  get agentBeneficiaryKobo24h(): number | undefined {
    const cashIns = this.ofThisAgent();
    return cashIns && total(cashIns);
  }

  get depositorCount24h(): number | undefined {
    return this.ofThisDepositor()?.length;
  }

  get depositorKobo24h(): number | undefined {
    const cashIns = this.ofThisDepositor();
    return cashIns && total(cashIns);
  }

  get cashInAgents24h(): number {
    return different(within(this.account.cashIns, this.viewed.at - DAY).map(({ agent }) => agent));
  }

  get cashInStates24h(): number {
    return different(within(this.account.cashIns, this.viewed.at - DAY).map(({ state }) => state));
  }

  get cashOutCount2h(): number {
    return within(this.account.cashOuts, this.viewed.at - 2 * HOUR).length;
  }

  get cashOutTerminals2h(): number {
    return different(within(this.account.cashOuts, this.viewed.at - 2 * HOUR).map(({ terminal }) => terminal));
  }

  get loanPaidPercent(): number | undefined {
    const { loan } = this.viewed.movement;
    return loan && percentOf(Number(loan.repaidKobo), Number(loan.principalKobo));
  }

  get loanElapsedPercent(): number | undefined {
    return this.viewed.movement.loan?.elapsedPercent;
  }

  get loanPaidByOthersPercent(): number | undefined {
    const { loan } = this.viewed.movement;
    const repaid = loan && this.store.get('loan', String(loan.id));
    return repaid && percentOf(repaid.paidByOthersKobo, repaid.paidKobo);
  }

  get customersOnDevice(): number | undefined {
    const { device } = this.viewed.movement;
    return device === undefined ? undefined : this.store.get('device', device)?.customers.length;
  }

  get failedAttempts10m(): number {
    return this.account.failures.filter((at) => at > this.viewed.at - 10 * MINUTE).length;
  }

  get sameNarrationCount24h(): number | undefined {
    const { narration } = this.viewed;
    if (narration === 0) return undefined;
    return this.sameSide(DAY).filter((recent) => recent.narration === narration).length;
  }

  get saleKobo30d(): number {
    return this.days().reduce((sum, { saleKobo }) => sum + saleKobo, 0);
  }

  get refundKobo30d(): number {
    return this.days().reduce((sum, { refundKobo }) => sum + refundKobo, 0);
  }

  private sameSide(withinMs: number): RecentMovement[] {
    const isInflow = this.viewed.movement.direction === 'inflow';
    return within(this.account.recents, this.viewed.at - withinMs).filter((recent) => recent.isInflow === isInflow);
  }

  private parties(list: readonly [number, number][], withinMs: number): number {
    return list.filter(([, at]) => at > this.viewed.at - withinMs).length;
  }

  private today(): DayTotals | undefined {
    const last = this.account.days.at(-1);
    return last?.day === Math.floor(this.viewed.at / DAY) ? last : undefined;
  }

  /** Today and the thirty days before it. */
  private days(): DayTotals[] {
    const first = Math.floor(this.viewed.at / DAY) - 30;
    return this.account.days.filter(({ day }) => day >= first);
  }

  private ofThisAgent(): CashIn[] | undefined {
    const { agent, purpose } = this.viewed.movement;
    if (agent === undefined || purpose !== 'cash-in') return undefined;
    const hash = partyHash(agent);
    return within(this.account.cashIns, this.viewed.at - DAY).filter((cashIn) => cashIn.agent === hash);
  }

  private ofThisDepositor(): { kobo: number }[] | undefined {
    const { depositor } = this.viewed.movement;
    const found = depositor === undefined ? undefined : this.store.get('depositor', depositor);
    return found && within(found.cashIns, this.viewed.at - DAY);
  }
}

/** Deviations above the mean in tenths. A history that never varied counts as varying by a tenth of its mean. */
function zTenths(value: number, days: number, mean: number, squares: number): number {
  if (days < 2 || value <= mean) return 0;
  const deviation = Math.max(Math.sqrt(squares / (days - 1)), mean / 10);
  return Math.min(MOST_TENTHS, Math.floor(((value - mean) * 10) / deviation));
}
