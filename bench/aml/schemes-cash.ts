import type { Scheme } from './scheme';

const STATES = ['Lagos', 'Kano', 'Rivers', 'Oyo', 'Kaduna', 'Abia', 'Edo'];

/** Cash, low-tier mules, terminals and merchants. */
export const CASH_SCHEMES: Readonly<Record<string, Scheme>> = {
  'T18 mule on low tier': (stage) => {
    const { random } = stage;
    const mule = stage.mule({ tier: 1, openedBefore: random.whole(5, 100) - stage.day });
    const senders = random.whole(6, 25);
    const each = random.naira(22_000, 500);
    const hours = random.between(10, 150);
    for (let index = 0; index < senders; index += 1)
      stage.receive(mule, random.naira(each, 100), stage.at(0, (hours / senders) * index));
    for (let index = random.whole(1, 3); index > 0; index -= 1)
      stage.send(mule, Math.floor(each * senders * random.between(0.3, 0.6)), stage.at(0, hours + index));
    stage.send(mule, Math.floor(each * senders * 0.4), stage.at(0, hours + 5));
  },
  'T19 near-zero balance': (stage) => {
    const { random } = stage;
    const mule = stage.mule({ balance: 0 });
    const days = random.whole(22, 30);
    for (let day = 0; day < days; day += 1) {
      const naira = random.naira(90_000, 100);
      stage.receive(mule, naira, stage.at(day - 3, 1));
      stage.send(mule, naira, stage.at(day - 3, random.between(2, 11)));
    }
  },
  'T20 agent structuring': (stage) => {
    const { random } = stage;
    const target = stage.mule();
    const oneAgent = random.chance(0.5);
    const agent = `agent-${random.whole(1, 9_999)}`;
    const depositor = `depositor-${random.whole(1, 99_999)}`;
    for (let index = random.whole(4, 16); index > 0; index -= 1)
      stage.pay({
        at: stage.at(0, random.between(0, 11)),
        to: target,
        naira: random.naira(110_000, 1_000),
        channel: 'agent',
        purpose: 'cash-in',
        agent: oneAgent ? agent : `agent-${random.whole(1, 9_999)}`,
        agentState: 'Lagos',
        depositor,
      });
  },
  'T21 many agents': (stage) => {
    const { random } = stage;
    const target = stage.mule();
    for (let index = random.whole(3, 12); index > 0; index -= 1)
      stage.pay({
        at: stage.at(0, random.between(0, 14)),
        to: target,
        naira: random.naira(95_000, 1_000),
        channel: 'agent',
        purpose: 'cash-in',
        agent: `agent-${random.whole(1, 9_999)}`,
        agentState: random.pick(STATES),
      });
  },
  'T23 cash-out burst': (stage) => {
    const { random } = stage;
    const mule = stage.mule();
    const naira = Math.max(120_000, random.naira(350_000, 1_000));
    stage.receive(mule, naira, stage.at(0, 0));
    const items = random.whole(3, 10);
    const hours = random.between(0.5, 2.5);
    for (let index = 0; index < items; index += 1)
      stage.pay({
        at: stage.at(0, 1 + (hours / items) * index),
        from: mule,
        naira: Math.max(5_000, Math.floor((naira * 0.9) / items)),
        channel: random.pick(['atm', 'pos']),
        purpose: 'cash-out',
        terminal: `terminal-${random.whole(1, random.pick([2, 9]))}`,
      });
  },
  'T32 probing': (stage) => {
    const { random } = stage;
    const victim = stage.mule({ balance: random.naira(300_000, 1_000) });
    const failures = random.whole(4, 14);
    const gap = random.between(0.2, 1.2) / 60;
    for (let index = 0; index < failures; index += 1)
      stage.pay({
        at: stage.at(0, 2 + index * gap),
        from: victim,
        naira: 20_000,
        channel: 'interbank',
        outside: stage.outsider(),
        declined: true,
      });
    stage.send(victim, Math.floor(victim.balance * random.between(0.3, 0.95)), stage.at(0, 2 + (failures + 0.5) * gap));
  },
  'T37 refund abuse': (stage) => {
    const { random } = stage;
    const merchant = stage.company({ turnover: random.naira(2_500_000, 1_000), openedBefore: random.whole(60, 900) });
    for (let index = random.whole(30, 60); index > 0; index -= 1)
      stage.town.pay({
        at: stage.at(random.whole(-12, 0)),
        to: merchant,
        naira: random.naira(25_000, 100),
        channel: 'pos',
        purpose: 'sale',
        outside: stage.outsider(),
      });
    for (let index = random.whole(8, 25); index > 0; index -= 1)
      stage.pay({
        at: stage.at(random.whole(0, 6)),
        from: merchant,
        naira: random.naira(32_000, 100),
        channel: 'card',
        purpose: 'refund',
        outside: stage.outsider(),
      });
  },
};
