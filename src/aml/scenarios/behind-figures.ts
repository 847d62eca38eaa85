import type { FactType, FactValue } from './fact-values';

interface BehindFigure {
  name: string;
  type: FactType;
  title: string;
}

/** The facts of the state behind, by name. */
export const BEHIND_FIGURES = [
  { name: 'similarCount24h', type: 'int', title: 'Movements of 24 hours within 10 % of this amount, same side.' },
  { name: 'nearThresholdCount30d', type: 'int', title: 'Movements of 30 days at 90 to 100 % of the threshold.' },
  { name: 'nightPercent30d', type: 'int', title: 'Part of the movements of 30 days that were at night, in percent.' },
  { name: 'minutesSinceSameSizeCredit', type: 'int', title: 'Minutes since an inflow within 10 % of this outflow.' },
  { name: 'senders24h', type: 'int', title: 'Different senders in 24 hours, 64 at most.' },
  { name: 'senders7d', type: 'int', title: 'Different senders in 7 days, 64 at most.' },
  { name: 'payees24h', type: 'int', title: 'Different payees in 24 hours, 64 at most.' },
  { name: 'payees7d', type: 'int', title: 'Different payees in 7 days, 64 at most.' },
  { name: 'middleAccounts72h', type: 'int', title: 'Middle accounts through which one source reached this account.' },
  { name: 'cycleHops', type: 'int', title: 'Hops after which money came back to this account; 0 when it did not.' },
  { name: 'cyclePercent', type: 'int', title: 'Part of the money that came back, in percent.' },
  { name: 'historyDays', type: 'int', title: 'Days with movements before today.' },
  { name: 'dayCount', type: 'int', title: 'Movements of today.' },
  { name: 'dayKobo', type: 'kobo', title: 'Sum of today, both sides.' },
  {
    name: 'dayCountZTenths',
    type: 'int',
    title: 'Standard deviations of the count of today above the mean, times 10.',
  },
  { name: 'dayAmountZTenths', type: 'int', title: 'Standard deviations of the sum of today above the mean, times 10.' },
  { name: 'dayAmountToMaximumPercent', type: 'int', title: 'Sum of today in percent of the largest earlier day.' },
  { name: 'roundOfLast10', type: 'int', title: 'Multiples of ₦10,000 among the last ten movements.' },
  { name: 'itemsOfLast10', type: 'int', title: 'How many last movements there are, ten at most.' },
  { name: 'nearZeroDays30', type: 'int', title: 'Days of 30 that ended at 1 % of the inflow of 30 days or less.' },
  { name: 'inflowKobo30d', type: 'kobo', title: 'Inflow of 30 days.' },
  { name: 'outflowKobo30d', type: 'kobo', title: 'Outflow of 30 days.' },
  { name: 'agentBeneficiaryCount24h', type: 'int', title: 'Cash-ins of one agent for this account in 24 hours.' },
  { name: 'agentBeneficiaryKobo24h', type: 'kobo', title: 'Sum of the cash-ins of one agent for this account.' },
  { name: 'depositorCount24h', type: 'int', title: 'Cash-ins of one depositor in 24 hours, over all accounts.' },
  { name: 'depositorKobo24h', type: 'kobo', title: 'Sum of the cash-ins of one depositor in 24 hours.' },
  { name: 'cashInAgents24h', type: 'int', title: 'Agents that paid cash in to this account in 24 hours.' },
  { name: 'cashInStates24h', type: 'int', title: 'States from which cash was paid in in 24 hours.' },
  { name: 'cashOutCount2h', type: 'int', title: 'Withdrawals in 2 hours.' },
  { name: 'cashOutTerminals2h', type: 'int', title: 'Terminals of withdrawals in 2 hours.' },
  { name: 'loanPaidPercent', type: 'int', title: 'Part of the principal that is repaid, in percent.' },
  { name: 'loanElapsedPercent', type: 'int', title: 'Part of the tenor that has passed, in percent.' },
  { name: 'loanPaidByOthersPercent', type: 'int', title: 'Part of the repayments that others made, in percent.' },
  { name: 'customersOnDevice', type: 'int', title: 'Customers who used this device, 16 at most.' },
  { name: 'failedAttempts10m', type: 'int', title: 'Failed attempts of the account in 10 minutes.' },
  { name: 'sameNarrationCount24h', type: 'int', title: 'Movements of 24 hours with the same narration.' },
  { name: 'saleKobo30d', type: 'kobo', title: 'Sales of the merchant in 30 days.' },
  { name: 'refundKobo30d', type: 'kobo', title: 'Refunds of the merchant in 30 days.' },
] as const satisfies readonly BehindFigure[];

export type BehindFactName = (typeof BEHIND_FIGURES)[number]['name'];

/**
 * Facts from the state that runs behind the movements, with the movement counted. A fact that the movement does not
 * carry is undefined, such as those of a loan on a transfer.
 */
export type BehindFacts = Readonly<Partial<Record<BehindFactName, FactValue | undefined>>>;
