import type { ScenarioCondition, ScenarioParameter } from '../scenario';

/** An amount that staff tune. */
export function kobo(title: string, naira: number): ScenarioParameter {
  return { type: 'kobo', title, value: naira * 100, minimum: 1_00 };
}

/** A count or a whole figure that staff tune. */
export function count(title: string, value: number, maximum: number, minimum = 1): ScenarioParameter {
  return { type: 'int', title, value, minimum, maximum };
}

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
