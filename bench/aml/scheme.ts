import type { Townsfolk } from './ordinary';
import type { Random } from './random';
import { DAY_MS, type Holder, HOUR_MS, type Label, outsider, type Payment, type Town } from './town';

/** Writes one instance of a scheme into a town. Its figures are drawn wider than the defaults of the scenarios. */
export type Scheme = (stage: Stage) => void;

/** Where a scheme happens: the town, its people, and the label of the instance. */
export class Stage {
  readonly random: Random;
  private readonly begin: number;

  constructor(
    readonly town: Town,
    readonly folk: Townsfolk,
    private readonly label: Label,
    /** First day of the scheme. */
    readonly day: number,
  ) {
    this.random = town.random;
    this.begin = town.moment(day, 8, 9);
  }

  /** A payment of the scheme. */
  pay(payment: Omit<Payment, 'label'>): void {
    this.town.pay({ ...payment, label: this.label });
  }

  /** A person whose account is used, with a little ordinary life before. */
  mule(facts: Partial<Holder> = {}): Holder {
    const { random } = this;
    const holder = this.town.open({
      role: 'scheme',
      type: 'Individual',
      tier: random.whole(1, 3),
      ageYears: random.whole(18, 45),
      occupation: random.pick(['student', 'artisan', 'trader', 'unemployed']),
      ...(random.chance(0.8) ? { income: random.naira(90_000, 1_000) } : {}),
      openedBefore: random.whole(20, 900),
      balance: random.naira(15_000),
      ...facts,
    });
    this.live(holder);
    return holder;
  }

  company(facts: Partial<Holder> = {}): Holder {
    const { random } = this;
    return this.town.open({
      role: 'scheme',
      type: 'Corporate',
      turnover: random.naira(2_000_000, 1_000),
      balance: random.naira(200_000),
      ...facts,
    });
  }

  /** Ordinary small payments before the scheme, and some beside it. */
  live(holder: Holder): void {
    const { random, town } = this;
    for (let day = Math.max(0, -holder.openedBefore); day < town.days; day += random.whole(1, 4))
      town.pay({
        at: town.moment(day),
        from: holder,
        naira: random.naira(2_500),
        channel: 'bill',
        outside: outsider(random),
        device: holder.device,
      });
  }

  /** A moment of the scheme: so many days and hours after its first morning. */
  at(days: number, hours = this.random.between(0, 10)): number {
    return this.begin + days * DAY_MS + Math.floor(hours * HOUR_MS);
  }

  outsider(): ReturnType<typeof outsider> {
    return outsider(this.random);
  }

  /** Money in from another bank. */
  receive(to: Holder, naira: number, at: number, more: Partial<Payment> = {}): void {
    this.pay({ at, to, naira, channel: 'interbank', outside: this.outsider(), ...more });
  }

  /** Money out to another bank. */
  send(from: Holder, naira: number, at: number, more: Partial<Payment> = {}): void {
    this.pay({ at, from, naira, channel: 'interbank', outside: this.outsider(), device: from.device, ...more });
  }
}
