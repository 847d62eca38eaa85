import type { MovementChannel } from '../../src/aml/scenarios/scenario-movement';
import { type Holder, HOUR_MS, MINUTE_MS, outsider, type Town } from './town';

const OCCUPATIONS = ['teacher', 'nurse', 'driver', 'civil servant', 'tailor', 'engineer', 'clerk', 'artisan'];
const TERM_STARTS = 22;
const MONTH = 30;

/** The people and companies of an ordinary town, by what they do. */
export interface Townsfolk {
  workers: Holder[];
  traders: Holder[];
  agents: Holder[];
  companies: Holder[];
  schools: Holder[];
  collectors: Holder[];
}

/** Opens the accounts of an ordinary town and lets them live: payday, trade, agents, thrift, fees, gifts. */
export function ordinaryTown(town: Town, people: number): Townsfolk {
  const folk = settle(town, people);
  folk.companies.forEach((company, index) => payroll(town, company, folk, index));
  folk.workers.forEach((worker) => life(town, worker, folk));
  folk.traders.forEach((trader) => trade(town, trader, folk));
  folk.agents.forEach((agent) => agency(town, agent));
  folk.collectors.forEach((collector) => thrift(town, collector, folk));
  folk.schools.forEach((school) => fees(town, school, folk));
  return folk;
}

function settle(town: Town, people: number): Townsfolk {
  const { random } = town;
  const several = (share: number, make: () => Holder): Holder[] =>
    Array.from({ length: Math.max(1, Math.round(people * share)) }, make);
  return {
    workers: several(0.76, () => worker(town)),
    traders: several(0.14, () => trader(town)),
    agents: several(0.03, () =>
      town.open({
        role: 'agent',
        type: 'Individual',
        ageYears: random.whole(22, 55),
        occupation: 'pos agent',
        turnover: random.naira(9_000_000, 1_000),
        balance: random.naira(300_000),
      }),
    ),
    companies: several(0.03, () =>
      town.open({
        role: 'company',
        type: 'Corporate',
        turnover: random.naira(25_000_000, 1_000),
        balance: random.naira(20_000_000),
      }),
    ),
    schools: several(0.01, () =>
      town.open({ role: 'school', type: 'Corporate', turnover: random.naira(4_000_000, 1_000), balance: 500_000 }),
    ),
    collectors: several(0.03, () =>
      town.open({
        role: 'collector',
        type: 'Individual',
        ageYears: random.whole(30, 60),
        occupation: 'thrift collector',
        income: random.naira(250_000, 1_000),
        balance: 50_000,
      }),
    ),
  };
}

function worker(town: Town): Holder {
  const { random } = town;
  const income = random.naira(140_000, 1_000);
  const ageYears = random.chance(0.05) ? random.whole(10, 17) : random.whole(18, 68);
  return town.open({
    role: 'worker',
    type: 'Individual',
    tier: income < 80_000 ? 1 : random.whole(2, 3),
    ageYears,
    occupation: random.pick(OCCUPATIONS),
    ...(random.chance(0.85) ? { income: Math.round(income * random.between(0.8, 1.25)) } : {}),
    openedBefore: random.chance(0.06) ? random.whole(-30, 60) : random.whole(60, 2_500),
    balance: random.naira(income / 2),
    ...(random.chance(0.04) ? { quietBefore: random.whole(100, 500) } : {}),
    ...(random.chance(0.03) ? { sharedIdentityCount: random.whole(2, 5) } : {}),
    ...(random.chance(0.004) ? { isPep: true } : {}),
  });
}

function trader(town: Town): Holder {
  const { random } = town;
  const turnover = random.naira(2_500_000, 1_000);
  return town.open({
    role: 'trader',
    type: random.chance(0.15) ? 'Corporate' : 'Individual',
    ageYears: random.whole(20, 65),
    occupation: 'trader',
    ...(random.chance(0.9) ? { turnover } : { income: Math.round(turnover * 0.9) }),
    openedBefore: random.chance(0.05) ? random.whole(0, 60) : random.whole(60, 2_500),
    balance: turnover / 10,
  });
}

const monthly = ({ turnover, income }: Holder): number => turnover ?? income ?? 100_000;

/** Payday: everybody of a company on one day, bonuses now and then, and money from its customers before. */
function payroll(town: Town, company: Holder, { workers, companies }: Townsfolk, index: number): void {
  const { random } = town;
  const staff = workers.filter((_, place) => place % companies.length === index);
  for (let payday = random.whole(22, 28) - 15; payday < town.days; payday += MONTH) {
    const begin = town.moment(payday, 8, 12);
    staff.forEach((person, place) => {
      if (person.ageYears !== undefined && person.ageYears < 18) return;
      const naira = Math.round(
        (person.income ?? 120_000) * random.between(0.97, 1.03) * (random.chance(0.05) ? 1.5 : 1),
      );
      town.pay({
        at: begin + place * 2_000,
        from: company,
        to: person,
        naira,
        channel: 'bulk',
        purpose: 'payment',
        narration: `salary ${payday}`,
      });
      payday_spending(town, person, naira, begin);
    });
  }
  const dailySales = monthly(company) / 26;
  for (let day = 0; day < town.days; day += 1)
    if (day % 7 < 5)
      for (let sale = random.whole(1, 4); sale > 0; sale -= 1)
        town.pay({
          at: town.moment(day, 8, 18),
          to: company,
          naira: random.naira(dailySales / 2.5),
          channel: 'interbank',
          outside: outsider(random),
          narration: `invoice ${random.whole(100, 999)}`,
        });
  for (let day = 3; day < town.days; day += random.whole(3, 6))
    town.pay({
      at: town.moment(day, 9, 17),
      from: company,
      naira: random.naira(dailySales),
      channel: 'interbank',
      outside: outsider(random),
      narration: 'supplies',
    });
}

/** Many send a large part of the salary on within a day: rent, family, savings. */
function payday_spending(town: Town, person: Holder, salary: number, paidAt: number): void {
  const { random } = town;
  if (!random.chance(0.35)) return;
  const parts = random.whole(2, 5);
  const part = (salary * random.between(0.5, 0.95)) / parts;
  for (let index = 0; index < parts; index += 1)
    town.pay({
      at: paidAt + Math.floor(random.between(0.2, 12) * HOUR_MS),
      from: person,
      naira: Math.round(part / 100) * 100,
      channel: random.pick(['transfer', 'interbank', 'bill']),
      outside: outsider(random),
      device: person.device,
      narration: random.pick(['rent', 'upkeep', 'family', 'savings']),
    });
}

function life(town: Town, person: Holder, { workers, traders }: Townsfolk): void {
  const { random } = town;
  const income = person.income ?? 120_000;
  const pace = random.between(0.2, 1.1);
  const friends = Array.from({ length: 5 }, () => random.pick(workers)).filter((friend) => friend !== person);
  const shops = Array.from({ length: 4 }, () => random.pick(traders));
  const begin = Math.max(0, -person.openedBefore);
  for (let day = begin; day < town.days; day += 1) {
    if (!random.chance(pace)) continue;
    const channel: MovementChannel = random.pick(['transfer', 'transfer', 'bill', 'pos', 'atm', 'interbank']);
    const naira = random.naira(income * 0.03);
    const device = person.device;
    const at = random.chance(0.03) ? town.moment(day, 0, 5) : town.moment(day);
    if (channel === 'transfer')
      town.pay({
        at,
        from: person,
        to: random.pick(random.chance(0.5) ? shops : friends.length ? friends : shops),
        naira,
        channel,
        device,
        narration: random.pick(['food', 'goods', 'thanks', 'transport']),
      });
    else if (channel === 'atm')
      town.pay({
        at,
        from: person,
        naira: Math.max(1_000, Math.round(naira / 1_000) * 1_000),
        channel,
        purpose: 'cash-out',
        terminal: `atm-${random.whole(1, 60)}`,
      });
    else
      town.pay({
        at,
        from: person,
        naira,
        channel,
        outside: outsider(random),
        device,
        narration: random.pick(['airtime', 'light', 'food', 'shop']),
      });
    if (random.chance(0.06))
      town.pay({
        at: at + HOUR_MS,
        to: person,
        naira: random.naira(income * 0.15),
        channel: 'interbank',
        outside: outsider(random),
        narration: random.pick(['gift', 'refund', 'help']),
      });
    if (random.chance(0.02))
      for (let attempt = random.whole(1, 3); attempt > 0; attempt -= 1)
        town.pay({
          at: at - attempt * MINUTE_MS,
          from: person,
          naira,
          channel: 'interbank',
          outside: outsider(random),
          declined: true,
        });
  }
  milestones(town, person, income);
}

/** What is rare and looks odd: a car, a wedding, a loan repaid, money from abroad. */
function milestones(town: Town, person: Holder, income: number): void {
  const { random } = town;
  const day = random.whole(5, town.days - 5);
  if (random.chance(0.03))
    town.pay({
      at: town.moment(day),
      from: person,
      naira: random.naira(income * 3),
      channel: 'interbank',
      outside: outsider(random),
      narration: random.pick(['car', 'land', 'rent of two years']),
      device: person.device,
    });
  if (random.chance(0.02))
    for (let guest = random.whole(8, 25); guest > 0; guest -= 1)
      town.pay({
        at: town.moment(day + random.whole(0, 1), 10, 20),
        to: person,
        naira: random.pick([5_000, 10_000, 20_000]),
        channel: 'interbank',
        outside: outsider(random),
        narration: 'happy married life',
      });
  if (random.chance(0.02))
    town.pay({
      at: town.moment(day),
      to: person,
      naira: random.naira(200_000),
      channel: 'interbank',
      outside: outsider(random),
      foreignCountry: 'GB',
      isListedCountry: false,
      fxUsdCents: random.whole(100_00, 900_00),
      narration: 'from abroad',
    });
  if (random.chance(0.05))
    for (let month = 0; month * MONTH < town.days; month += 1)
      town.pay({
        at: town.moment(month * MONTH + 10),
        from: person,
        naira: 25_000,
        channel: 'loan',
        purpose: 'loan-repayment',
        loan: {
          ...{ id: person.id, principal: 300_000, repaid: 25_000 * (month + 1) },
          ...{ elapsedPercent: 8 * (month + 1), paidByOther: false },
        },
      });
}

/** A market trader: many small inflows, cash paid in, suppliers paid, some days much better than others. */
function trade(town: Town, person: Holder, { traders }: Townsfolk): void {
  const { random } = town;
  const perDay = random.whole(3, 8);
  const sale = monthly(person) / 26 / perDay;
  const suppliers = Array.from({ length: 4 }, () => outsider(random));
  const partners = Array.from({ length: 2 }, () => random.pick(traders)).filter((other) => other !== person);
  for (let day = Math.max(0, -person.openedBefore); day < town.days; day += 1) {
    if (day % 7 === 6) continue;
    const busy = random.chance(0.08) ? 2 : 1;
    for (let index = 0; index < perDay * busy; index += 1)
      town.pay({
        at: town.moment(day, 8, 19),
        to: person,
        naira: random.naira(sale * 0.7, 50),
        channel: random.pick(['interbank', 'pos', 'interbank', 'cash']),
        outside: outsider(random),
        narration: random.pick(['goods', 'payment', 'rice', 'cloth']),
      });
    if (random.chance(0.45))
      town.pay({
        at: town.moment(day, 9, 18),
        from: person,
        naira: random.naira(sale * perDay * 1.4),
        channel: 'interbank',
        outside: random.pick(suppliers),
        device: person.device,
        narration: 'supply',
      });
    if (partners.length > 0 && random.chance(0.15))
      town.pay({
        at: town.moment(day, 9, 18),
        from: person,
        to: random.pick(partners),
        naira: random.naira(sale * 3),
        channel: 'transfer',
        device: person.device,
        narration: 'part payment',
      });
  }
}

/** A POS agent: cash in and cash out all day, for people of the neighbourhood. */
function agency(town: Town, agent: Holder): void {
  const { random } = town;
  const perDay = random.whole(10, 24);
  const item = monthly(agent) / 30 / perDay;
  const wholesaler = outsider(random);
  for (let day = 0; day < town.days; day += 1) {
    for (let index = 0; index < perDay; index += 1) {
      const at = town.moment(day, 7, 21);
      const naira = Math.round(random.naira(item, 500));
      if (random.chance(0.5))
        town.pay({
          at,
          to: agent,
          naira,
          channel: 'pos',
          purpose: 'sale',
          outside: outsider(random),
          terminal: `pos-${agent.id}`,
        });
      else
        town.pay({
          at,
          from: agent,
          naira,
          channel: 'interbank',
          outside: outsider(random),
          device: agent.device,
          narration: 'deposit for customer',
        });
    }
    if (random.chance(0.5))
      town.pay({
        at: town.moment(day, 19, 21),
        from: agent,
        naira: random.naira(item * 4),
        channel: 'interbank',
        outside: wholesaler,
        device: agent.device,
      });
  }
}

/** Ajo or esusu: members pay the same amount each week, one of them gets the whole. */
function thrift(town: Town, collector: Holder, { workers }: Townsfolk): void {
  const { random } = town;
  const members = Array.from({ length: random.whole(8, 18) }, () => random.pick(workers));
  const share = random.pick([2_000, 5_000, 10_000]);
  const weekday = random.whole(0, 6);
  for (let week = 0; week * 7 + weekday < town.days; week += 1) {
    const day = week * 7 + weekday;
    members.forEach((member) =>
      town.pay({
        at: town.moment(day, 8, 18),
        from: member,
        to: collector,
        naira: share,
        channel: 'transfer',
        device: member.device,
        narration: 'ajo',
      }),
    );
    town.pay({
      at: town.moment(day, 19, 20),
      from: collector,
      to: members[week % members.length]!,
      naira: share * members.length,
      channel: 'transfer',
      device: collector.device,
      narration: 'ajo payout',
    });
  }
}

/** The weeks at the beginning of term: the same fee from many parents. */
function fees(town: Town, school: Holder, { workers, traders }: Townsfolk): void {
  const { random } = town;
  const fee = random.pick([45_000, 60_000, 90_000, 150_000]);
  const pupils = Math.floor((monthly(school) * 4) / fee / 1.3);
  for (let pupil = 0; pupil < pupils; pupil += 1) {
    const day = TERM_STARTS + Math.floor(random.between(0, 14));
    const naira = fee + random.pick([0, 0, 0, 5_000]);
    const narration = `school fees ${pupil}`;
    if (random.chance(0.3))
      town.pay({
        at: town.moment(day, 7, 17),
        from: random.pick(random.chance(0.7) ? workers : traders),
        to: school,
        naira,
        channel: 'transfer',
        narration,
      });
    else
      town.pay({
        at: town.moment(day, 7, 17),
        to: school,
        naira,
        channel: 'interbank',
        outside: outsider(random),
        narration,
      });
  }
  for (let day = 4; day < town.days; day += 7)
    town.pay({
      at: town.moment(day, 9, 15),
      from: school,
      naira: random.naira(monthly(school) / 6),
      channel: 'interbank',
      outside: outsider(random),
      narration: 'staff and supplies',
    });
}
