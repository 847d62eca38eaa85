import { readNaira } from '../../../rules/naira';

/** A payment or other act in the life of the simulated loan. */
export interface EventInput {
  date: string;
  event: string;
  amount: string;
}

/** The contents of the form. */
export interface Inputs {
  principal: string;
  rate: string;
  numberOfRepayments: string;
  frequency: string;
  repaymentEvery: string;
  model: string;
  disbursementDate: string;
  firstRepaymentDate: string;
  moratorium: string;
  moratoriumPeriods: string;
  arrearsRate: string;
  graceDays: string;
  penalty: string;
  date: string;
  events: EventInput[];
}

export function startingInputs(businessDate: string): Inputs {
  return {
    principal: '120,000.00',
    rate: '24',
    numberOfRepayments: '12',
    frequency: '2',
    repaymentEvery: '1',
    model: '2',
    disbursementDate: businessDate,
    firstRepaymentDate: '',
    moratorium: '0',
    moratoriumPeriods: '',
    arrearsRate: '',
    graceDays: '',
    penalty: '',
    date: businessDate,
    events: [],
  };
}

/** An amount as the simulation takes it, `120000.00`; a text that is none is sent as it is and refused in words. */
function money(text: string): string {
  return readNaira(text)?.toFixed(2) ?? text;
}

function kept(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '' && value !== undefined));
}

const whole = (text: string): number | string => (text === '' || Number.isNaN(Number(text)) ? text : Number(text));

/** The body of the request. */
export function bodyOf(inputs: Inputs): Record<string, unknown> {
  const arrears = kept({
    rate: inputs.arrearsRate,
    graceDays: whole(inputs.graceDays),
    penalty: inputs.penalty === '' ? '' : money(inputs.penalty),
  });
  const events = inputs.events.map(({ date, event, amount }) =>
    kept({
      date,
      event: event.startsWith('charge') ? 'charge' : event,
      component: event === 'chargeFee' ? 'Fee' : event === 'chargePenalty' ? 'Penalty' : '',
      amount: hasAmount(event) ? money(amount) : '',
    }),
  );
  return {
    terms: kept({
      principal: money(inputs.principal),
      rate: inputs.rate,
      numberOfRepayments: whole(inputs.numberOfRepayments),
      frequency: Number(inputs.frequency),
      repaymentEvery: whole(inputs.repaymentEvery),
      interestComputationModel: Number(inputs.model),
      disbursementDate: inputs.disbursementDate,
      firstRepaymentDate: inputs.firstRepaymentDate,
      moratorium: Number(inputs.moratorium),
      moratoriumPeriods: inputs.moratorium === '0' ? '' : whole(inputs.moratoriumPeriods),
    }),
    date: inputs.date,
    ...(Object.keys(arrears).length > 0 && { arrears }),
    ...(events.length > 0 && { events: events.sort((a, b) => String(a.date).localeCompare(String(b.date))) }),
  };
}

export const EVENTS: readonly (readonly [string, string])[] = [
  ['repay', 'Repayment'],
  ['settle', 'Settlement of the loan'],
  ['chargeFee', 'Fee'],
  ['chargePenalty', 'Penalty'],
  ['refund', 'Refund of what was paid ahead'],
  ['writeOff', 'Write-off'],
];

export function hasAmount(event: string): boolean {
  return event !== 'settle' && event !== 'writeOff';
}
