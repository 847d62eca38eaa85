import { AddOverdraft } from '../../accounts/overdrafts/commands/add-overdraft';
import { ChangeAccountStatus } from '../../accounts/status/commands/change-account-status';
import { CreateAmlRule } from '../../aml/commands/create-aml-rule';
import { CreateApprovalPolicy } from '../../approvals/commands/create-approval-policy';
import { SendSms } from '../../messaging/commands/send-sms';
import { CreatePostingGroup } from '../../postings/commands/create-posting-group';
import { ReverseTransaction } from '../../postings/commands/reverse-transaction';
import { type Cast, payBill, sendOutside, type Step } from './everyday-life';
import type { HistoryDesk } from './history-desk';

/** The last day of the history: its work waits for staff when they begin today. */
const LAST_DAY = 1;
const FREEZE_DAY = 9;

/** Transfers of the employer that the sandbox's rule of large outflows holds, Naira. */
const HELD_OUT = [1_150_000, 1_480_000, 2_300_000, 1_025_500];
/** Transfers to the merchant that the rule of its large inflows holds, Naira. */
const HELD_IN = [850_000, 640_000];

const INFLOW_RULE = {
  name: 'Large inflow to a trader',
  description: 'Inflows of ₦600,000 or more in 24 hours to one account under review',
  direction: 'inflow' as const,
  threshold: 600_000,
  action: 'hold' as const,
};

/** The provider refuses these with codes that staff decide: 34 suspected fraud, 63 security violation. */
const UNRESOLVED_BENEFICIARIES = ['9900000134', '9900000163'];
const UNRESOLVED_METER = '19900000134';
/** The simulator refuses messages to this number. */
const UNREACHABLE = '+19900000001';

/**
 * The work that waits for staff: held movements, approvals, payments without a result, a frozen account, a failed
 * message.
 */
export class WaitingWork {
  constructor(
    private readonly desk: HistoryDesk,
    private readonly cast: Cast,
  ) {}

  /** @param day days before today */
  stepsOf(day: number): Step[] {
    if (day === FREEZE_DAY) return [['FREEZE', () => this.freeze()]];
    if (day !== LAST_DAY) return [];
    return [...this.unresolved(), ...this.holds(), ...this.approvals(), ['MESSAGE', () => this.message()]];
  }

  private holds(): Step[] {
    const { desk, cast } = this;
    const { accountNumber } = cast.merchant;
    const rule = { ...INFLOW_RULE, accountNumber };
    return [
      ...HELD_OUT.map((amount, index): Step => {
        const step = `HELD-OUT-${index}`;
        const payee = index % 2 === 0 ? cast.merchant : cast.people[index]!;
        return [step, () => desk.transfer(step, cast.employer, payee, amount, 'Supplies')];
      }),
      ['INFLOW-RULE', () => desk.give(new CreateAmlRule(desk.write('INFLOW-RULE', 'system'), rule))],
      ...HELD_IN.map((amount, index): Step => {
        const step = `HELD-IN-${index}`;
        return [step, () => desk.transfer(step, cast.people[index === 0 ? 8 : 4]!, cast.merchant, amount, 'Wholesale')];
      }),
    ];
  }

  private approvals(): Step[] {
    return [
      ['GROUP', () => this.postingGroup()],
      ['REVERSAL', () => this.reversal()],
      ['OVERDRAFT', () => this.overdraft()],
      ['POLICY', () => this.policy()],
    ];
  }

  private async postingGroup(): Promise<unknown> {
    const { desk, cast } = this;
    const narration = 'Refund of an unapplied collection';
    const entries = [
      { account: '1010', side: 'Debit' as const, amount: 85_000, narration },
      { account: cast.people[3]!.accountNumber, side: 'Credit' as const, amount: 85_000, narration },
    ];
    const body = { referenceNumber: 'HISTORY-GROUP', narration, entries };
    return desk.give(new CreatePostingGroup(desk.write('GROUP', 'maker'), body));
  }

  /** Staff ask to take back the salary of a person who has left. */
  private async reversal(): Promise<unknown> {
    const { desk } = this;
    const body = { referenceNumber: 'HISTORY-SALARY-7', reason: 'Paid to a former employee' };
    return desk.give(new ReverseTransaction(desk.write('REVERSAL', 'maker'), body, 'portal'));
  }

  private async overdraft(): Promise<unknown> {
    const { desk, cast } = this;
    const { accountNumber } = cast.merchant;
    const body = {
      ...{ accountNumber, limit: 2_000_000, interestRate: 26 },
      expiryDate: '2030-12-31',
      referenceNumber: 'HISTORY-OVERDRAFT',
    };
    return desk.give(new AddOverdraft(desk.write('OVERDRAFT'), body));
  }

  private async policy(): Promise<unknown> {
    const { desk } = this;
    const body = { operation: 'bill-vend', amountFloor: 250_000, requiredCheckers: 1 };
    return desk.give(new CreateApprovalPolicy(desk.write('POLICY', 'administrator'), body));
  }

  private unresolved(): Step[] {
    const { desk, cast } = this;
    return [
      ...UNRESOLVED_BENEFICIARIES.map((accountNumber, index): Step => {
        const step = `UNRESOLVED-${index}`;
        const to = { accountNumber, institutionCode: '000013' };
        const from = cast.people[9 + index]!;
        const amount = 12_500 + 7_250 * index;
        return [step, () => sendOutside(desk, step, { from, to, amount, narration: 'Payment of an invoice' })];
      }),
      ['UNRESOLVED-BILL', () => payBill(desk, 'UNRESOLVED-BILL', cast.people[12]!, UNRESOLVED_METER, 6_500)],
    ];
  }

  private async freeze(): Promise<unknown> {
    const { desk, cast } = this;
    const body = { accountNumber: cast.people[14]!.accountNumber, reason: 'Court order FHC/L/CS/1142' };
    return desk.give(new ChangeAccountStatus(desk.write('FREEZE', 'maker'), 'freeze', body));
  }

  private async message(): Promise<unknown> {
    const { desk, cast } = this;
    const { accountNumber } = cast.people[13]!;
    const body = { phoneNumber: UNREACHABLE, message: 'Your statement is ready.', accountNumber };
    return desk.give(new SendSms(desk.write('MESSAGE'), body));
  }
}
