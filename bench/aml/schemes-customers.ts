import type { Scheme } from './scheme';

/** Flows that do not fit the customer, the payee or the narration. */
export const CUSTOMER_SCHEMES: Readonly<Record<string, Scheme>> = {
  'T22 loan paid early by others': (stage) => {
    const { random } = stage;
    const borrower = stage.mule();
    const principal = random.naira(600_000, 1_000);
    const items = random.whole(1, 5);
    const part = random.between(0.45, 1);
    const naira = Math.ceil((principal * part) / items);
    for (let index = 0; index < items; index += 1)
      stage.pay({
        at: stage.at(index * 2),
        from: borrower,
        naira,
        channel: 'loan',
        purpose: 'loan-repayment',
        loan: {
          id: borrower.id,
          principal,
          repaid: naira * (index + 1),
          elapsedPercent: random.whole(3, 32),
          paidByOther: index === 0 || random.chance(0.85),
        },
      });
  },
  'T24 minor’s account': (stage) => {
    const { random } = stage;
    const minor = stage.mule({ ageYears: random.whole(2, 17), tier: 1, occupation: 'pupil' });
    delete minor.income;
    const items = random.whole(2, 9);
    for (let index = 0; index < items; index += 1)
      stage.receive(minor, random.naira(260_000, 1_000), stage.at(random.whole(0, 12)));
  },
  'T25 income mismatch': (stage) => {
    const { random } = stage;
    const account = stage.mule({ income: random.naira(110_000, 1_000), openedBefore: random.whole(200, 900) });
    const items = random.whole(4, 14);
    const sum = Math.max(500_000, account.income! * random.between(3, 15));
    for (let index = 0; index < items; index += 1)
      stage.receive(account, Math.ceil(sum / items), stage.at(random.whole(0, 18)));
  },
  'T27 payroll of a new company': (stage) => {
    const { random } = stage;
    const company = stage.company({ openedBefore: random.whole(10, 230) - stage.day });
    const staff = random.whole(9, 45);
    const wage = random.naira(85_000, 1_000);
    stage.receive(company, wage * staff, stage.at(0, 0));
    for (let index = 0; index < staff; index += 1)
      stage.send(company, Math.round(wage * random.between(0.97, 1.03)), stage.at(0, 1 + random.between(0, 8)));
  },
  'T28 cross-border': (stage) => {
    const { random } = stage;
    const account = stage.mule();
    for (let index = random.whole(1, 3); index > 0; index -= 1) {
      const isListedCountry = random.chance(0.6);
      stage.receive(account, random.naira(1_500_000, 1_000), stage.at(index), {
        foreignCountry: isListedCountry ? 'KP' : 'AE',
        isListedCountry,
        fxUsdCents: random.whole(8_000_00, 90_000_00),
      });
    }
  },
  'T29 listed party': (stage) => {
    const { random } = stage;
    const account = stage.mule();
    for (let index = random.whole(1, 3); index > 0; index -= 1)
      stage.receive(account, random.naira(80_000, 1_000), stage.at(index), {
        outside: { ...stage.outsider(), isListed: true },
      });
  },
  'T30 PEP flow': (stage) => {
    const { random } = stage;
    const kind = random.whole(0, 2);
    const account = stage.mule(kind === 0 ? { isPep: true, income: 900_000 } : {});
    const other = kind === 1 ? { isPep: true } : kind === 2 ? { isGovernment: true } : {};
    for (let index = random.whole(1, 3); index > 0; index -= 1)
      stage.receive(account, Math.max(3_500_000, random.naira(14_000_000, 1_000)), stage.at(index), {
        outside: { ...stage.outsider(), ...other },
      });
  },
  'T31 shared identity': (stage) => {
    const { random } = stage;
    const device = `device-farm-${stage.day}-${random.whole(1, 99_999)}`;
    const ring = Array.from({ length: random.whole(3, 9) }, () => stage.mule({ device }));
    ring.forEach((mule) => {
      const naira = random.naira(260_000, 1_000);
      const at = random.between(0, 60);
      stage.receive(mule, naira, stage.at(0, at));
      stage.send(mule, Math.floor(naira * random.between(0.4, 0.95)), stage.at(0, at + random.between(1, 60)));
    });
  },
  'T35 narration': (stage) => {
    const { random } = stage;
    const account = stage.mule();
    const listed = random.chance(0.5);
    const narration = listed
      ? random.pick(['Bitcoin trade', 'USDT p2p', 'gift card sale', 'lottery clearance fee'])
      : random.pick(['project alpha', 'investment slot', 'registration']);
    for (let index = random.whole(4, 18); index > 0; index -= 1)
      stage.receive(account, random.naira(55_000, 500), stage.at(0, random.between(0, 15)), { narration });
  },
};
