import type { Scheme, Stage } from './scheme';
import type { Holder } from './town';

/** Two or three accounts of one person. */
function accountsOfOne(stage: Stage): Holder[] {
  const first = stage.mule();
  const { customerId, ageYears, occupation, income } = first;
  const others = Array.from({ length: stage.random.whole(1, 2) }, () =>
    stage.mule({
      customerId,
      ...(ageYears === undefined ? {} : { ageYears }),
      ...(occupation === undefined ? {} : { occupation }),
      ...(income === undefined ? {} : { income }),
    }),
  );
  return [first, ...others];
}

/** What one customer spreads over several accounts. */
export const ACCOUNTS_SCHEMES: Readonly<Record<string, Scheme>> = {
  'T1 structuring over accounts': (stage) => {
    const { random } = stage;
    const accounts = accountsOfOne(stage);
    const items = random.whole(3, 7);
    const hours = random.between(6, 140);
    for (let index = 0; index < items; index += 1)
      stage.receive(
        accounts[index % accounts.length]!,
        Math.floor(5_000_000 * random.between(0.78, 0.995)),
        stage.at(0, (hours / items) * index),
        { channel: random.pick(['cash', 'interbank']) },
      );
  },
  'T4 pass-through over accounts': (stage) => {
    const { random } = stage;
    const accounts = accountsOfOne(stage);
    const [first, ...others] = accounts as [Holder, ...Holder[]];
    const sum = Math.max(250_000, random.naira(900_000, 1_000));
    const passed = random.chance(0.5);
    stage.receive(first, sum, stage.at(0, 0));
    others.forEach((other, index) => {
      const part = Math.floor((sum / others.length) * random.between(0.86, 0.99));
      if (passed) stage.pay({ at: stage.at(0, 2 + index), from: first, to: other, naira: part, channel: 'transfer' });
      stage.send(other, part, stage.at(0, 6 + random.between(0, 15)));
    });
  },
};
