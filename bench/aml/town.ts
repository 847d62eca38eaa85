import type {
  CounterpartyFacts,
  MovementChannel,
  MovementPurpose,
  ScenarioMovement,
} from '../../src/aml/scenarios/scenario-movement';
import { Random } from './random';

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;

/** Local midnight of the first day; days are Lagos days. */
export const FIRST_DAY = Date.UTC(2026, 0, 4, 23);

/** A customer's account in a town. Amounts are Naira. */
export interface Holder {
  id: number;
  customerId: number;
  role: string;
  type: 'Individual' | 'Corporate';
  tier: number;
  ageYears?: number;
  occupation?: string;
  income?: number;
  turnover?: number;
  /** Days since the account was opened, on the first day of the traffic; negative when it opens later. */
  openedBefore: number;
  isPep?: boolean;
  isListed?: boolean;
  sharedIdentityCount?: number;
  device: string;
  balance: number;
  /** Days without movement before the first day of the traffic, for accounts that were quiet long. */
  quietBefore?: number;
}

/** The payments of a scheme carry the name and number of their instance. */
export interface Label {
  kind: string;
  instance: string;
}

/** A payment before it is seen from its accounts. */
export interface Payment {
  at: number;
  from?: Holder;
  to?: Holder;
  naira: number;
  channel: MovementChannel;
  purpose?: MovementPurpose;
  narration?: string;
  /** The side outside this institution, where one of the two is. */
  outside?: CounterpartyFacts;
  agent?: string;
  agentState?: string;
  depositor?: string;
  terminal?: string;
  device?: string;
  declined?: boolean;
  foreignCountry?: string;
  isListedCountry?: boolean;
  fxUsdCents?: number;
  loan?: { id: number; principal: number; repaid: number; elapsedPercent: number; paidByOther: boolean };
  label?: Label;
}

/** One side of a payment with its label: what is judged and counted. */
export interface LabelledMovement {
  movement: ScenarioMovement;
  label?: Label;
}

/** Accounts and payments of one place: they deal with each other and with other banks. */
export class Town {
  readonly holders: Holder[] = [];
  readonly payments: Payment[] = [];

  constructor(
    readonly random: Random,
    readonly days: number,
    private nextId: number,
  ) {}

  open(holder: Partial<Holder> & Pick<Holder, 'role' | 'type'>): Holder {
    this.nextId += 1;
    const made: Holder = {
      id: this.nextId,
      customerId: this.nextId,
      tier: 3,
      openedBefore: this.random.whole(120, 2_500),
      device: `device-${this.nextId}`,
      balance: 0,
      ...holder,
    };
    this.holders.push(made);
    return made;
  }

  pay(payment: Payment): void {
    if (payment.at < FIRST_DAY + this.days * DAY_MS) this.payments.push(payment);
  }

  /** A moment of a day, by local hours. */
  moment(day: number, fromHour = 7, toHour = 21): number {
    return FIRST_DAY + day * DAY_MS + Math.floor(this.random.between(fromHour, toHour) * HOUR_MS);
  }
}

/** Someone at another bank. */
export function outsider(random: Random, more: Partial<CounterpartyFacts> = {}): CounterpartyFacts {
  const bank = random.pick(['011', '033', '044', '057', '058', '070', '214', '50211', '999992']);
  return { key: `${bank}:${random.whole(1_000_000_000, 3_999_999_999)}`, bank, ...more };
}

/** Both sides of all payments of a town, in order of time. Balances are followed and never fall below 0. */
export function movementsOf(town: Town): LabelledMovement[] {
  const payments = town.payments
    .map((payment, order) => ({ payment, order }))
    .sort((a, b) => a.payment.at - b.payment.at || a.order - b.order);
  let postingId = 0;
  return payments.flatMap(({ payment }) => {
    postingId += 1;
    return sidesOf(payment, postingId);
  });
}

function sidesOf(payment: Payment, postingId: number): LabelledMovement[] {
  const { from, to } = payment;
  if (from && !payment.declined && from.balance < payment.naira) from.balance = payment.naira;
  const sides: LabelledMovement[] = [];
  const label = payment.label ? { label: payment.label } : {};
  if (from) sides.push({ movement: side(payment, postingId, from, to, 'outflow'), ...label });
  if (to && !payment.declined) sides.push({ movement: side(payment, postingId, to, from, 'inflow'), ...label });
  return sides;
}

function side(
  payment: Payment,
  postingId: number,
  own: Holder,
  other: Holder | undefined,
  direction: 'inflow' | 'outflow',
): ScenarioMovement {
  const { at, naira, channel, outside, declined, loan, label: _label, from: _from, to: _to, device, ...rest } = payment;
  // The device is that of the payer.
  const facts = direction === 'outflow' && device !== undefined ? { ...rest, device } : rest;
  const balance = own.balance;
  if (!declined) own.balance += direction === 'inflow' ? naira : -naira;
  const days = Math.floor((at - FIRST_DAY) / DAY_MS);
  const counterparty: CounterpartyFacts | undefined = other
    ? {
        key: `account:${other.id}`,
        accountId: other.id,
        ...(other.customerId === own.customerId ? { isSameOwner: true as const } : {}),
        bank: 'own',
        isPep: other.isPep ?? false,
        isListed: false,
      }
    : outside;
  return {
    postingId,
    at,
    utcOffsetMinutes: 60,
    direction,
    amountKobo: kobo(naira),
    channel,
    endpoint: channel === 'transfer' ? 'local-transfer' : channel,
    outcome: declined ? 'declined' : 'posted',
    ...(facts.purpose ? { purpose: facts.purpose } : {}),
    ...optional(facts),
    account: {
      id: own.id,
      tier: own.tier,
      ageDays: Math.max(0, own.openedBefore + days),
      status: 'Active',
      balanceBeforeKobo: kobo(balance),
    },
    customer: customerOf(own, days),
    ...(counterparty ? { counterparty } : {}),
    ...(loan
      ? {
          loan: {
            id: loan.id,
            principalKobo: kobo(loan.principal),
            repaidKobo: kobo(loan.repaid),
            elapsedPercent: loan.elapsedPercent,
            paidByOther: loan.paidByOther,
          },
        }
      : {}),
  };
}

type Optional = Pick<
  ScenarioMovement,
  | 'narration'
  | 'agent'
  | 'agentState'
  | 'depositor'
  | 'terminal'
  | 'device'
  | 'foreignCountry'
  | 'isListedCountry'
  | 'fxUsdCents'
>;

const OPTIONAL_FIELDS = [
  'narration',
  'agent',
  'agentState',
  'depositor',
  'terminal',
  'device',
  'foreignCountry',
  'isListedCountry',
  'fxUsdCents',
] as const;

function optional(facts: Optional): Optional {
  return Object.fromEntries(
    OPTIONAL_FIELDS.flatMap((field) => (facts[field] === undefined ? [] : [[field, facts[field]]])),
  );
}

function customerOf(own: Holder, days: number): NonNullable<ScenarioMovement['customer']> {
  return {
    id: own.customerId,
    type: own.type,
    ...(own.ageYears === undefined ? {} : { ageYears: own.ageYears }),
    ...(own.occupation === undefined ? {} : { occupation: own.occupation }),
    ...(own.income === undefined ? {} : { declaredMonthlyIncomeKobo: kobo(own.income) }),
    ...(own.turnover === undefined ? {} : { statedMonthlyTurnoverKobo: kobo(own.turnover) }),
    ...(own.sharedIdentityCount === undefined ? {} : { sharedIdentityCount: own.sharedIdentityCount }),
    isPep: own.isPep ?? false,
    isListed: own.isListed ?? false,
    ageDays: Math.max(0, own.openedBefore + days),
  };
}

const kobo = (naira: number): bigint => BigInt(Math.round(naira * 100));
