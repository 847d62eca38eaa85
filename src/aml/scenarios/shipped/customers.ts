import type { ScenarioDefinition } from '../scenario';
import { beyondStated, count, kobo, statedFactors } from './parts';

/** Flows that do not fit what is known of the customer. */
export const CUSTOMER_SCENARIOS: ScenarioDefinition[] = [
  {
    schema: 1,
    code: 'loan-repaid-by-others',
    publicName: 'Review of a loan repayment',
    title: 'A loan repaid early by others',
    description: 'Much of a loan is repaid long before its term, mostly by other people.',
    speed: 'behind',
    appliesTo: { directions: ['outflow'], channels: ['loan'] },
    parameters: {
      paidPercent: count('Part of the principal, in percent', 50, 100),
      elapsedPercent: count('Part of the tenor at most, in percent', 30, 100),
      othersPercent: count('Part paid by others, in percent', 50, 100),
    },
    conditions: [
      {
        name: 'early',
        when: 'behind.loanPaidPercent >= parameter.paidPercent && behind.loanElapsedPercent <= parameter.elapsedPercent',
        points: 40,
        words: '{behind.loanPaidPercent} % is repaid after {behind.loanElapsedPercent} % of the tenor.',
      },
      {
        name: 'others',
        when: 'behind.loanPaidByOthersPercent >= parameter.othersPercent',
        points: 40,
        words: '{behind.loanPaidByOthersPercent} % of it was paid by others.',
      },
    ],
    firesAt: 80,
    action: 'alert',
  },
  {
    schema: 1,
    code: 'minor-account',
    publicName: 'Review of the account',
    title: 'Large flow through the account of a minor',
    description: 'The account of a minor receives much, or from many senders.',
    speed: 'lock',
    appliesTo: { directions: ['inflow'] },
    parameters: {
      ageYears: count('Age in years, below', 18, 30),
      inflowKobo: kobo('Inflow of 30 days', 500_000),
      senders7d: count('Different senders in 7 days', 5, 10),
    },
    conditions: [
      {
        name: 'minor',
        when: 'customer.ageYears < parameter.ageYears',
        points: 40,
        words: 'The holder is {customer.ageYears} years old.',
      },
      {
        name: 'flow',
        when: 'window.inflowKobo30d >= parameter.inflowKobo || window.senders7d >= parameter.senders7d',
        points: 50,
        words: '{window.inflowKobo30d} came in within 30 days, from {window.senders7d} senders in 7 days.',
      },
    ],
    firesAt: 90,
    action: 'hold',
  },
  {
    schema: 1,
    code: 'income-mismatch',
    publicName: 'Review of the account',
    title: 'More than the stated income or turnover explains',
    description: 'The inflow of 30 days is a multiple of what the customer stated.',
    speed: 'behind',
    appliesTo: { directions: ['inflow'] },
    parameters: {
      inflowKobo: kobo('Least inflow of 30 days', 500_000),
      ...statedFactors(3, 3),
    },
    conditions: [
      {
        name: 'inflow',
        when: 'behind.inflowKobo30d >= parameter.inflowKobo',
        points: 10,
        words: '{behind.inflowKobo30d} came in within 30 days.',
      },
      {
        name: 'stated',
        when: 'has(customer.statedMonthlyTurnoverKobo) || has(customer.declaredMonthlyIncomeKobo)',
        points: 0,
        words: 'The customer stated an income or a turnover.',
      },
      beyondStated('behind.inflowKobo30d', 60),
    ],
    firesAt: 70,
    action: 'alert',
  },
  {
    schema: 1,
    code: 'payroll-of-new-company',
    publicName: 'Review of payments',
    title: 'Payments like a payroll from a new company',
    description: 'A company of less than six months pays many similar amounts to many payees in a day.',
    speed: 'behind',
    appliesTo: { directions: ['outflow'] },
    parameters: {
      ageDays: count('Age of the customer in days, below', 180, 2_000),
      similar: count('Similar payments in 24 hours', 10, 64),
      payees: count('Different payees in 24 hours', 10, 64),
    },
    conditions: [
      {
        name: 'new-company',
        when: 'customer.type != "Individual" && customer.ageDays < parameter.ageDays',
        points: 30,
        words: 'The company is a customer for {customer.ageDays} days.',
      },
      {
        name: 'payroll',
        when: 'behind.similarCount24h >= parameter.similar && behind.payees24h >= parameter.payees',
        points: 50,
        words: '{behind.similarCount24h} similar payments to {behind.payees24h} payees within 24 hours.',
      },
    ],
    firesAt: 80,
    action: 'alert',
  },
  {
    schema: 1,
    code: 'pep-flow',
    publicName: 'Review of a payment',
    title: 'Flow of a politically exposed person or of government money',
    description: 'A large movement of or with a politically exposed person, or from government to a person.',
    speed: 'behind',
    appliesTo: {},
    parameters: {
      amountKobo: kobo('Least amount with an exposed person', 5_000_000),
      governmentKobo: kobo('Least amount from government to a person', 5_000_000),
    },
    conditions: [
      {
        name: 'exposed',
        when:
          '(has(customer.isPep) && customer.isPep && movement.amountKobo >= parameter.amountKobo) || ' +
          '(has(counterparty.isPep) && counterparty.isPep && movement.amountKobo >= parameter.amountKobo) || ' +
          '(has(counterparty.isGovernment) && counterparty.isGovernment && movement.direction == "inflow" && ' +
          'customer.type == "Individual" && movement.amountKobo >= parameter.governmentKobo)',
        points: 70,
        words:
          '{movement.amountKobo}; customer exposed: {customer.isPep}, other side exposed: {counterparty.isPep}, ' +
          'government: {counterparty.isGovernment}.',
      },
    ],
    firesAt: 70,
    action: 'alert',
  },
  {
    schema: 1,
    code: 'shared-identity',
    publicName: 'Review of the account',
    title: 'Several customers with one phone, device or address',
    description: 'An identity is shared by several customers, and more comes in than the customer stated.',
    speed: 'behind',
    appliesTo: {},
    parameters: {
      customers: count('Customers with one identity', 3, 16),
      inflowKobo: kobo('Least inflow of 30 days', 300_000),
      ...statedFactors(1.2, 3),
    },
    conditions: [
      {
        name: 'shared',
        when:
          '(has(customer.sharedIdentityCount) && customer.sharedIdentityCount >= parameter.customers) || ' +
          '(has(behind.customersOnDevice) && behind.customersOnDevice >= parameter.customers)',
        points: 50,
        words: 'Shared by {customer.sharedIdentityCount} customers; the device by {behind.customersOnDevice}.',
      },
      {
        name: 'inflow',
        when: 'behind.inflowKobo30d >= parameter.inflowKobo',
        points: 10,
        words: '{behind.inflowKobo30d} came in within 30 days.',
      },
      beyondStated('behind.inflowKobo30d', 20),
    ],
    firesAt: 80,
    action: 'alert',
  },
];
