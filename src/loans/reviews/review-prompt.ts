import { LOAN_CLASSIFICATIONS } from '../contract/loan.entity';
import { LOAN_STATUSES } from '../contract/loan-status';
import type { CreditBureauView, LoanSnapshot } from './loan-reviews.dto';
import { RISK_GRADES } from './risk-grade';

/** The prompt for a language model. */
export interface Prompt {
  system: string;
  user: string;
}

/** A loan and the bureau's report about its borrower. */
export interface ReviewedFacts {
  snapshot: LoanSnapshot;
  report: CreditBureauView;
}

const INSTRUCTIONS =
  'You assist the loan officers of a Nigerian lender. The message holds the facts of a loan, or of the loans of a ' +
  'group, as JSON; amounts are in Naira, rates in percent. Review the credit risk in plain text of at most 300 ' +
  'words: repayment capacity as far as the facts show it, credit history, arrears, exposure elsewhere, collateral, ' +
  'then what the officer should check. Use only these facts, say what is missing, invent nothing, and leave the ' +
  'decision to the officer.';

const RATE_BASES = ['per year', 'per repayment period'];
const INTEREST_MODELS = ['flat', 'reducing balance', 'reducing balance with equal instalments'];
const UNITS = ['days', 'weeks', 'months', 'years'];
const LENDING_MODELS = [
  'credit union',
  'individual',
  'neighbourhood and small group revolving fund',
  'other',
  'solidarity group',
  'staff',
  'village banking',
  'wholesale lending',
];
const COLLATERALS = [
  'land and building',
  'automobile',
  'plant and equipment',
  'natural reserves',
  'marketable securities',
  'receivables and inventories',
  'cash',
  'personal guarantees',
  'post-dated cheques',
  'domiciliation',
];
const NONE = 'none';

/** The only words that a fact can have; all other facts are numbers. */
const WORDS: ReadonlySet<string> = new Set([
  ...LOAN_STATUSES,
  ...LOAN_CLASSIFICATIONS,
  ...RISK_GRADES,
  ...RATE_BASES,
  ...INTEREST_MODELS,
  ...UNITS,
  ...LENDING_MODELS,
  ...COLLATERALS,
  NONE,
]);

type Fact = string | number | boolean | null;
type Facts = { [name: string]: Fact | Facts };

/**
 * The prompt about one or more loans (docs/api/loan-reviews.md#ai-review). It has only numbers and the words of this
 * file: no name, BVN, NIN, telephone number, address, e-mail address, account or customer number, and no free text.
 */
export function reviewPrompt(loans: readonly ReviewedFacts[], isGroup: boolean): Prompt {
  const facts = loans.map(factsOf);
  for (const each of facts) assertKnownFacts(each);
  return { system: INSTRUCTIONS, user: JSON.stringify(isGroup ? { participants: facts } : { loan: facts[0] }) };
}

function factsOf({ snapshot, report }: ReviewedFacts): Facts {
  return {
    status: snapshot.loanStatus,
    principal: snapshot.principalAmount,
    interestRate: snapshot.interestRate,
    rateBasis: word(RATE_BASES, snapshot.rateBasis),
    interestModel: word(INTEREST_MODELS, snapshot.interestComputationModel),
    tenure: snapshot.tenure,
    tenureUnit: word(UNITS, snapshot.principalRepaymentFrequency),
    repayments: snapshot.numberOfRepayments,
    instalmentsPaid: snapshot.instalmentsPaid,
    instalmentsOverdue: snapshot.instalmentsOverdue,
    outstanding: snapshot.totalOutstanding,
    overdue: snapshot.amountOverdue,
    daysPastDue: snapshot.daysPastDue,
    classification: snapshot.classification,
    lendingModel: word(LENDING_MODELS, snapshot.lendingModel),
    securityDeposit: snapshot.requiredSecurityDepositAmount,
    collateral: snapshot.collateralType === null ? NONE : word(COLLATERALS, snapshot.collateralType),
    collateralValue: snapshot.collateralValuation ?? 0,
    otherLoansHere: { ...pick(snapshot.otherLoans, ['count', 'totalOutstanding', 'amountOverdue', 'daysPastDue']) },
    creditBureau: {
      ...pick(report, [
        'recordFound',
        'score',
        'riskGrade',
        'openLoans',
        'overdueLoans',
        'totalOutstanding',
        'worstDaysPastDue',
      ]),
    },
  };
}

const word = (words: readonly string[], index: number): string => words[index] ?? NONE;

function pick<From, Name extends keyof From & string>(from: From, names: readonly Name[]): Pick<From, Name> {
  return Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<From, Name>;
}

/** Guards against later changes: text that is not in this file must not be sent to the model. */
function assertKnownFacts(facts: Facts): void {
  for (const [name, fact] of Object.entries(facts)) {
    if (fact === null || typeof fact === 'boolean' || (typeof fact === 'number' && Number.isFinite(fact))) continue;
    if (typeof fact === 'object') assertKnownFacts(fact);
    else if (typeof fact !== 'string' || !WORDS.has(fact))
      throw new Error(`The fact ${name} of a review is neither a number nor a known word.`);
  }
}
