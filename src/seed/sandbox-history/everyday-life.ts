import { VendBill } from '../../bills/commands/vend-bill';
import type { Outcome } from '../../common/http/outcome';
import { EnquireName } from '../../transfers/outward/commands/enquire-name';
import { SendOutwardTransfer } from '../../transfers/outward/commands/send-outward-transfer';
import { accepted, type HistoryDesk, type Opened } from './history-desk';
import { BUSY_DAYS, EVERYDAY_PEOPLE, PAY_DAY } from './history-plan';

/** The accounts of the history. */
export interface Cast {
  people: Opened[];
  debtors: Opened[];
  employer: Opened;
  merchant: Opened;
}

/** One thing that happens, under a name that is unique in the history. */
export type Step = readonly [name: string, act: () => Promise<unknown>];

const RENT_DAY = 23;
const NAIRA_STEP = 50;
const FIRST_SALARY = 82_000;
const PAID_PEOPLE = 10;

const BETWEEN_PEOPLE = ['Lunch', 'Refund of fuel', 'Birthday gift', 'Contribution', 'Upkeep', 'Loan to a friend'];
const AT_THE_MERCHANT = ['POS purchase: groceries', 'POS purchase: provisions', 'POS purchase: household'];
const FROM_OUTSIDE = [
  { name: 'OKONKWO IFEOMA', narration: 'Goods supplied' },
  { name: 'BELLO DANLADI', narration: 'Family support' },
  { name: 'ADEBAYO KEHINDE', narration: 'Contract payment' },
];
const TO_OUTSIDE = ['Rent of stall', 'School fees', 'Hospital bill', 'Spare parts'];
const RENTERS = [1, 3, 5, 7, 9];
/** Banks of the beneficiaries. */
const BANKS = ['000013', '000014', '000015', '000016'];

/** The same number from 0 up to `below` for the same step, so that a repeated step asks for the same. */
function chosen(step: string, below: number): number {
  let hash = 17;
  for (const character of step) hash = (hash * 31 + character.charCodeAt(0)) % 1_000_003;
  return hash % below;
}

const amountOf = (step: string, from: number, to: number): number =>
  from + NAIRA_STEP * chosen(`${step}-amount`, Math.floor((to - from) / NAIRA_STEP));

/** The movements of people and companies on a day: salaries, rents, purchases, transfers in and out, bills. */
export class EverydayLife {
  constructor(
    private readonly desk: HistoryDesk,
    private readonly cast: Cast,
  ) {}

  /** @param day days before today */
  stepsOf(day: number): Step[] {
    if (day > BUSY_DAYS) return [];
    const steps: Step[] = [];
    if (day === PAY_DAY) steps.push(...this.salaries());
    if (day === RENT_DAY) steps.push(...this.rents());
    for (let turn = 0; turn < 3; turn += 1) steps.push(this.betweenPeople(`${day}-P${turn}`));
    for (let turn = 0; turn < 3; turn += 1) steps.push(this.purchase(`${day}-M${turn}`));
    steps.push(this.fromOutside(`${day}-I`), this.toOutside(`${day}-O`));
    if (day % 2 === 0) steps.push(this.bill(`${day}-B`));
    return steps;
  }

  private salaries(): Step[] {
    const { desk, cast } = this;
    return cast.people.slice(0, PAID_PEOPLE).map((person, index) => {
      const salary = FIRST_SALARY + 1_500 * index;
      const step = `SALARY-${index}`;
      return [step, () => desk.transfer(step, cast.employer, person, salary, 'Salary')];
    });
  }

  private rents(): Step[] {
    const { desk, cast } = this;
    return RENTERS.map((index): Step => {
      const step = `RENT-${index}`;
      return [step, () => desk.transfer(step, cast.people[index]!, cast.people[12]!, 45_000 + 2_500 * index, 'Rent')];
    });
  }

  private betweenPeople(step: string): Step {
    const { desk, cast } = this;
    const payer = chosen(step, EVERYDAY_PEOPLE);
    const payee = (payer + 1 + chosen(`${step}-payee`, EVERYDAY_PEOPLE - 1)) % EVERYDAY_PEOPLE;
    const narration = BETWEEN_PEOPLE[chosen(`${step}-for`, BETWEEN_PEOPLE.length)]!;
    const amount = amountOf(step, 1_500, 14_000);
    return [step, () => desk.transfer(step, cast.people[payer]!, cast.people[payee]!, amount, narration)];
  }

  private purchase(step: string): Step {
    const { desk, cast } = this;
    const payer = cast.people[chosen(step, EVERYDAY_PEOPLE)]!;
    const narration = AT_THE_MERCHANT[chosen(`${step}-for`, AT_THE_MERCHANT.length)]!;
    return [step, () => desk.transfer(step, payer, cast.merchant, amountOf(step, 800, 9_500), narration)];
  }

  private fromOutside(step: string): Step {
    const { desk, cast } = this;
    const payee = cast.people[chosen(step, EVERYDAY_PEOPLE)]!;
    const sender = FROM_OUTSIDE[chosen(`${step}-from`, FROM_OUTSIDE.length)]!;
    return [step, () => desk.receive(step, payee, amountOf(step, 8_000, 60_000), sender)];
  }

  private toOutside(step: string): Step {
    const { desk, cast } = this;
    const payer = cast.people[chosen(step, EVERYDAY_PEOPLE)]!;
    const narration = TO_OUTSIDE[chosen(`${step}-for`, TO_OUTSIDE.length)]!;
    const institutionCode = BANKS[chosen(`${step}-bank`, BANKS.length)]!;
    // Numbers of test outcomes end in 99000000NN; these do not.
    const accountNumber = String(3_011_000_000 + chosen(`${step}-number`, 900_000));
    const to = { accountNumber, institutionCode };
    const order = { from: payer, to, amount: amountOf(step, 2_000, 18_000), narration };
    return [step, async () => accepted(await sendOutside(desk, step, order))];
  }

  private bill(step: string): Step {
    const payer = this.cast.people[chosen(step, EVERYDAY_PEOPLE)]!;
    const customerId = String(45_067_000_000 + chosen(`${step}-meter`, 900_000));
    const amount = amountOf(step, 2_000, 12_000);
    return [step, async () => accepted(await payBill(this.desk, step, payer, customerId, amount))];
  }
}

interface Outward {
  from: Opened;
  to: { accountNumber: string; institutionCode: string };
  amount: number;
  narration: string;
}

/**
 * A transfer to another institution, after the enquiry of the beneficiary's name.
 * @returns its answer, or its refusal
 */
export async function sendOutside(
  desk: HistoryDesk,
  step: string,
  { from, to, amount, narration }: Outward,
): Promise<Outcome> {
  const query = {
    DestinationAccountNumber: to.accountNumber,
    DestinationInstitutionCode: to.institutionCode,
  };
  const { data } = await desk.give(new EnquireName(desk.write(`${step}-NAME`), query));
  return desk.ask(
    new SendOutwardTransfer(desk.write(step), {
      nameEnquiryRef: data.nameEnquiryRef,
      originatorAccountNumber: from.accountNumber,
      originatorAccountName: from.accountName,
      beneficiaryAccountNumber: to.accountNumber,
      beneficiaryAccountName: data.accountName,
      destinationInstitutionCode: to.institutionCode,
      beneficiaryBankName: data.bankName,
      transactionReference: `HISTORY-${step}`,
      originatorNarration: narration,
      amount,
    }),
  );
}

/**
 * An electricity bill.
 * @param customerId number of the meter
 * @returns its answer, or its refusal
 */
export async function payBill(
  desk: HistoryDesk,
  step: string,
  from: Opened,
  customerId: string,
  amount: number,
): Promise<Outcome> {
  return desk.ask(
    new VendBill(desk.write(step), {
      accountNumber: from.accountNumber,
      billerIdentifier: 'ikeja-electric',
      packageIdentifier: 'prepaid',
      customerId,
      amount,
      paymentReference: `HISTORY-${step}`,
    }),
  );
}
