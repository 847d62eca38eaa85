import type { ScenarioCondition, ScenarioParameter } from '../scenario';

/** An amount that staff tune. */
export function kobo(title: string, naira: number): ScenarioParameter {
  return { type: 'kobo', title, value: naira * 100, minimum: 1_00 };
}

/** A count or a whole figure that staff tune. */
export function count(title: string, value: number, maximum: number, minimum = 1): ScenarioParameter {
  return { type: 'int', title, value, minimum, maximum };
}

/** Least numbers of inflows just below the reporting threshold. */
export const BAND_COUNTS: Record<string, ScenarioParameter> = {
  count24h: count('Inflows just below the threshold in 24 hours', 3, 50),
  count7d: count('Inflows just below the threshold in 7 days', 3, 100),
};

/** The movement itself is just below the reporting threshold. */
export const IN_BAND: ScenarioCondition = {
  name: 'in-band',
  when: 'movement.isInBand',
  points: 30,
  words: '{movement.amountKobo} is just below the reporting threshold.',
};

/** How many times the stated figures a flow may be. */
export function statedFactors(income: number, turnover: number): Record<string, ScenarioParameter> {
  return {
    incomeTenths: count('Tenths of the declared monthly income that are usual', income * 10, 1_000),
    turnoverTenths: count('Tenths of the stated monthly turnover that are usual', turnover * 10, 1_000),
  };
}

/**
 * A flow beyond what the customer stated: turnover of a company, else declared income. It is met where nothing was
 * stated, because then nothing explains the flow.
 */
export function beyondStated(flow: string, points: number, required = true): ScenarioCondition {
  return {
    name: 'beyond-stated',
    when:
      `has(customer.statedMonthlyTurnoverKobo) ` +
      `? ${flow} * 10 > customer.statedMonthlyTurnoverKobo * parameter.turnoverTenths ` +
      `: has(customer.declaredMonthlyIncomeKobo) ` +
      `? ${flow} * 10 > customer.declaredMonthlyIncomeKobo * parameter.incomeTenths : true`,
    points,
    required,
    words:
      `{${flow}} is more than the customer's stated figures explain: income {customer.declaredMonthlyIncomeKobo}, ` +
      `turnover {customer.statedMonthlyTurnoverKobo} a month.`,
  };
}
