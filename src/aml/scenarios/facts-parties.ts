import type { FactDefinition } from './fact-types';
import type { FactType, FactValue } from './fact-values';
import {
  type AccountFacts,
  type CustomerFacts,
  type Integer,
  integerOf,
  type ScenarioMovement,
} from './scenario-movement';

const account = (
  name: string,
  type: FactType,
  title: string,
  read: (facts: AccountFacts, movement: ScenarioMovement) => FactValue | undefined,
): FactDefinition => ({
  name: `account.${name}`,
  group: 'account',
  type,
  history: 'stored',
  title,
  read: ({ movement }) => read(movement.account, movement),
});

const customer = (
  name: string,
  type: FactType,
  title: string,
  read: (facts: CustomerFacts) => FactValue | undefined,
): FactDefinition => ({
  name: `customer.${name}`,
  group: 'customer',
  type,
  history: 'stored',
  title,
  read: ({ movement }) => (movement.customer ? read(movement.customer) : undefined),
});

const optionalInteger = (value: bigint | undefined): Integer | undefined =>
  value === undefined ? undefined : integerOf(value);

/** Facts of the account, as it was when the movement was decided. */
export const ACCOUNT_FACTS: FactDefinition[] = [
  account('tier', 'int', 'KYC tier, 1 to 3.', ({ tier }) => tier),
  account('product', 'string', 'Code of the product.', ({ product }) => product),
  account('ageDays', 'int', 'Days since the account was opened.', ({ ageDays }) => ageDays),
  account('status', 'string', 'Status of the account.', ({ status }) => status),
  account('balanceBeforeKobo', 'kobo', 'Balance before the movement.', ({ balanceBeforeKobo }) =>
    optionalInteger(balanceBeforeKobo),
  ),
  account('balanceAfterKobo', 'kobo', 'Balance after the movement.', ({ balanceBeforeKobo }, movement) => {
    if (balanceBeforeKobo === undefined) return undefined;
    const { direction, amountKobo } = movement;
    return integerOf(direction === 'inflow' ? balanceBeforeKobo + amountKobo : balanceBeforeKobo - amountKobo);
  }),
];

/** Facts of the account's owner. */
export const CUSTOMER_FACTS: FactDefinition[] = [
  customer('type', 'string', 'Individual, Corporate or Group.', ({ type }) => type),
  customer('ageYears', 'int', 'Age of a person in years.', ({ ageYears }) => ageYears),
  customer('occupation', 'string', 'Occupation in lower case.', ({ occupation }) => occupation?.toLowerCase()),
  customer('declaredMonthlyIncomeKobo', 'kobo', 'Monthly income that the customer declared.', (facts) =>
    optionalInteger(facts.declaredMonthlyIncomeKobo),
  ),
  customer('statedMonthlyTurnoverKobo', 'kobo', 'Monthly turnover that the company stated.', (facts) =>
    optionalInteger(facts.statedMonthlyTurnoverKobo),
  ),
  customer('state', 'string', 'State of residence.', ({ state }) => state),
  customer('country', 'string', 'Country of residence or incorporation, two letters.', ({ country }) => country),
  customer('isPep', 'bool', 'True for a politically exposed person.', ({ isPep }) => isPep),
  customer('riskRating', 'string', 'Risk rating: low, medium or high.', ({ riskRating }) => riskRating),
  customer('ageDays', 'int', 'Days since the customer was opened.', ({ ageDays }) => ageDays),
  customer(
    'sharedIdentityCount',
    'int',
    'Customers who have the phone or e-mail of this one, itself included, 20 at most.',
    ({ sharedIdentityCount }) => sharedIdentityCount,
  ),
  customer('isListed', 'bool', 'True when the customer has a hit on a list.', ({ isListed }) => isListed),
];
