import type { Scheme } from './scheme';
import { MINUTE_MS } from './town';

const MINUTE_HOURS = 1 / 60;

/** Money that passes through, is collected, spread or comes back, and accounts that change their behaviour. */
export const FLOW_SCHEMES: Readonly<Record<string, Scheme>> = {
  'T1 structuring': (stage) => {
    const { random } = stage;
    const target = random.chance(0.7) ? stage.mule() : stage.company();
    const limit = target.type === 'Individual' ? 5_000_000 : 10_000_000;
    const items = random.whole(2, 9);
    const hours = random.between(6, 160);
    for (let index = 0; index < items; index += 1)
      stage.receive(target, Math.floor(limit * random.between(0.75, 0.995)), stage.at(0, (hours / items) * index), {
        channel: random.pick(['cash', 'interbank']),
      });
  },
  'T2 threshold proximity': (stage) => {
    const { random } = stage;
    const target = stage.mule();
    const items = random.whole(3, 8);
    for (let index = 0; index < items; index += 1)
      stage.send(target, Math.floor(5_000_000 * random.between(0.88, 1)), stage.at(index * random.whole(1, 4)));
  },
  'T3 similar amounts': (stage) => {
    const { random } = stage;
    const target = stage.mule();
    const middle = random.naira(60_000, 1_000);
    for (let index = random.whole(4, 30); index > 0; index -= 1)
      stage.receive(target, Math.round(middle * random.between(0.96, 1.04)), stage.at(0, random.between(0, 20)));
  },
  'T4 pass-through': (stage) => {
    const { random } = stage;
    const mule = stage.mule();
    const inflows = random.whole(1, 4);
    const sum = random.naira(900_000, 1_000);
    for (let index = 0; index < inflows; index += 1) stage.receive(mule, sum / inflows, stage.at(0, index * 1.5));
    const parts = random.whole(1, 4);
    const out = sum * random.between(0.8, 0.99);
    for (let index = 0; index < parts; index += 1)
      stage.send(mule, Math.floor(out / parts), stage.at(0, 6 + random.between(0, 17)));
  },
  'T5 immediate pass': (stage) => {
    const { random } = stage;
    const mule = stage.mule();
    for (let index = random.whole(1, 5); index > 0; index -= 1) {
      const naira = random.naira(400_000, 1_000);
      const at = stage.at(index);
      stage.receive(mule, naira, at);
      stage.send(mule, Math.floor(naira * random.between(0.88, 0.995)), at + random.whole(1, 45) * MINUTE_MS);
    }
  },
  'T6 fan-in': (stage) => {
    const { random } = stage;
    const mule = stage.mule();
    const hours = random.pick([12, 24, 120]);
    for (let index = random.whole(6, 45); index > 0; index -= 1)
      stage.receive(mule, random.naira(45_000, 500), stage.at(0, random.between(0, hours)));
  },
  'T7 fan-out': (stage) => {
    const { random } = stage;
    const source = random.chance(0.6) ? stage.mule() : stage.company();
    const payees = random.whole(4, 25);
    const sum = random.naira(2_500_000, 1_000);
    stage.receive(source, sum, stage.at(0, 0));
    const hours = random.between(2, 12);
    for (let index = 0; index < payees; index += 1)
      stage.send(
        source,
        Math.floor(((sum * 0.95) / payees) * random.between(0.7, 1)),
        stage.at(0, 1 + random.between(0, hours)),
      );
  },
  'T8 gather-scatter': (stage) => {
    const { random } = stage;
    const mule = stage.mule();
    const senders = random.whole(4, 20);
    const each = random.naira(120_000, 1_000);
    for (let index = 0; index < senders; index += 1)
      stage.receive(mule, Math.round(each * random.between(0.5, 1.5)), stage.at(0, random.between(0, 6)));
    const payees = random.whole(3, 12);
    for (let index = 0; index < payees; index += 1)
      stage.send(mule, Math.floor((senders * each * 0.9) / payees), stage.at(0, 7 + random.between(0, 12)));
  },
  'T9 scatter-gather': (stage) => {
    const { random } = stage;
    const source = stage.mule({ balance: 5_000_000 });
    const sink = stage.mule();
    const middles = Array.from({ length: random.whole(2, 9) }, () => stage.mule());
    const each = random.naira(250_000, 1_000);
    stage.receive(source, each * middles.length, stage.at(0, 0));
    middles.forEach((middle, index) => {
      const leaves = random.between(1, 20);
      stage.pay({
        at: stage.at(0, leaves),
        from: source,
        to: middle,
        naira: each,
        channel: 'transfer',
        device: source.device,
      });
      stage.pay({
        at: stage.at(0, leaves + random.between(1, 44)),
        from: middle,
        to: sink,
        naira: Math.floor(each * random.between(0.85, 0.99)) - index,
        channel: 'transfer',
        device: middle.device,
      });
    });
  },
  'T10 cycle': (stage) => {
    const { random } = stage;
    const ring = Array.from({ length: random.whole(3, 5) }, () => stage.mule());
    let naira = random.naira(600_000, 1_000);
    stage.receive(ring[0]!, naira, stage.at(0, 0));
    let hours = 1;
    ring.forEach((from, index) => {
      stage.pay({
        at: stage.at(0, hours),
        from,
        to: ring[(index + 1) % ring.length]!,
        naira,
        channel: 'transfer',
        device: from.device,
      });
      hours += random.between(0.5, 14);
      naira = Math.floor(naira * random.between(0.9, 1));
    });
  },
  'T11 dormant wake': (stage) => {
    const { random } = stage;
    const quiet = stage.town.open({
      role: 'scheme',
      type: 'Individual',
      ageYears: random.whole(40, 85),
      income: random.naira(60_000, 1_000),
      openedBefore: random.whole(700, 3_000),
      balance: random.naira(700_000),
      quietBefore: random.whole(75, 600),
    });
    const naira = Math.max(250_000, random.naira(900_000, 1_000));
    stage.receive(quiet, naira, stage.at(0, 0));
    for (let index = random.whole(1, 3); index > 0; index -= 1)
      stage.send(quiet, Math.floor(naira / 3), stage.at(0, 2 + random.between(0, 60)));
  },
  'T12 new payee, large': (stage) => {
    const { random } = stage;
    const victim = stage.mule({
      balance: random.naira(1_500_000, 1_000),
      income: random.naira(180_000, 1_000),
      openedBefore: random.whole(300, 2_000),
    });
    stage.pay({
      at: stage.at(0, random.between(0, 14)),
      from: victim,
      naira: Math.max(400_000, Math.floor(victim.balance * random.between(0.6, 0.98))),
      channel: 'interbank',
      outside: stage.outsider(),
      device: `device-new-${victim.id}`,
    });
  },
  'T13 new account, large flow': (stage) => {
    const { random } = stage;
    const mule = stage.mule({ openedBefore: -stage.day + random.whole(0, 5) });
    const items = random.whole(3, 40);
    const sum = random.naira(2_500_000, 1_000);
    for (let index = 0; index < items; index += 1)
      stage.receive(mule, Math.ceil((sum / items) * random.between(0.6, 1.4)), stage.at(random.whole(1, 20)));
  },
  'T14 velocity': (stage) => {
    const { random } = stage;
    const victim = stage.mule({ balance: random.naira(1_200_000, 1_000) });
    const items = random.whole(3, 14);
    const gap = random.between(0.4, 6) * MINUTE_HOURS;
    for (let index = 0; index < items; index += 1)
      stage.send(victim, Math.floor((victim.balance * 0.9) / items), stage.at(0, 2 + index * gap));
  },
  'T15 volume jump': (stage) => {
    const { random } = stage;
    const account = stage.mule({ openedBefore: random.whole(200, 1_000) });
    const items = random.whole(2, 10);
    for (let index = 0; index < items; index += 1)
      stage.receive(account, random.naira(600_000, 1_000), stage.at(0, random.between(0, 11)));
  },
  'T16 round amounts': (stage) => {
    const { random } = stage;
    const mule = stage.mule();
    for (let index = random.whole(9, 25); index > 0; index -= 1) {
      const naira = random.whole(1, 6) * random.pick([50_000, 100_000]);
      const at = stage.at(random.whole(0, 12));
      if (random.chance(0.6)) stage.receive(mule, naira, at);
      else stage.send(mule, naira, at);
    }
  },
  'T17 night': (stage) => {
    const { random } = stage;
    const victim = stage.mule({ balance: random.naira(1_800_000, 1_000), income: random.naira(200_000, 1_000) });
    const items = random.whole(1, 7);
    for (let index = 0; index < items; index += 1)
      stage.send(
        victim,
        Math.max(200_000, Math.floor((victim.balance * random.between(0.7, 1)) / items)),
        stage.at(index % 3, 15 + random.between(0, 5.5)),
      );
  },
};
