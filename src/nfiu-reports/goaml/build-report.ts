import type { PartyFacts, ReporterFacts, ReportFacts, TransactionFacts } from '../report-facts';
import { externalAccountNode, ownAccountNode } from './account-nodes';
import type { GoamlNode } from './fields';
import { companyNode, ownPersonNode, personNode } from './person-nodes';
import { cut, withoutBlanks } from './texts';

const NAIRA = 'NGN';
const NIGERIA = 'NG';
const CASH = 'K';
const ELECTRONIC = 'B';
/** How the transaction was made: over the counter in cash, or electronically. */
const MADE_IN_CASH = 'k';
const MADE_ELECTRONICALLY = 'C';
/** The subject of a report about activity is what the report is about, so its weight is the highest. */
const HIGHEST_SIGNIFICANCE = 10;

/**
 * The report as the NFIU's layout names it. It is pure and invents nothing: what the facts do not have is left out, and
 * `reportFindings` says so.
 */
export function buildReport(facts: ReportFacts): GoamlNode {
  const { kind, number, reporter, transactions, subject, indicators } = facts;
  const parts: GoamlNode =
    kind === 'SAR'
      ? { activity: subject === null ? undefined : activityNode(facts) }
      : { transaction: transactions.map((transaction) => transactionNode(transaction, reporter)) };
  return withoutBlanks({
    rentityId: reporter.entityId ?? undefined,
    rentityBranch: cut(reporter.entityBranch, 255),
    submissionCode: 'E',
    reportCode: kind,
    entityReference: number,
    fiuRefNumber: cut(facts.fiuReference, 255),
    submissionDate: facts.submittedAt,
    currencyCodeLocal: NAIRA,
    reportingPerson: withoutBlanks({
      subject: 'settings of the institution',
      firstName: cut(reporter.firstName, 100),
      lastName: cut(reporter.lastName, 100),
    }),
    reason: facts.reason ?? undefined,
    action: facts.action ?? undefined,
    ...parts,
    reportIndicators: indicators,
  });
}

function activityNode({ subject, reason }: ReportFacts): GoamlNode {
  const party =
    subject!.kind === 'person' ? { person: ownPersonNode(subject!) } : { entity: companyNode(subject!, false) };
  return { reportParties: [{ ...party, significance: HIGHEST_SIGNIFICANCE, reason: reason ?? '' }] };
}

/** The narration; before it, for a transaction that moved no money in the end, the text says why. */
function descriptionOf({ narration, isAttempt, isReturned }: TransactionFacts): string {
  if (isAttempt) return `Attempted and not executed: ${narration}`;
  return isReturned ? `Failed, and the money went back to the payer: ${narration}` : narration;
}

function transactionNode(facts: TransactionFacts, reporter: ReporterFacts): GoamlNode {
  const { number, reference, at, valueDate, amountKobo, maker, checker, from, to } = facts;
  const isCash = from.kind === 'cash' || to.kind === 'cash';
  return withoutBlanks({
    subject: `transaction ${number}`,
    transactionnumber: number,
    internalRefNumber: cut(reference, 50),
    transactionLocation: cut(facts.branchName, 255) ?? '',
    transactionDescription: cut(descriptionOf(facts), 4000) ?? '',
    dateTransaction: at,
    teller: cut(maker, 50),
    authorized: cut(checker, 50),
    valueDate: `${valueDate}T00:00:00`,
    transmodeCode: isCash ? MADE_IN_CASH : MADE_ELECTRONICALLY,
    amountLocal: amountKobo,
    ...sideNode('from', from, isCash, reporter),
    ...sideNode('to', to, isCash, reporter),
  });
}

/** One side of a transaction: `my client` where it is an account of a customer. */
function sideNode(direction: 'from' | 'to', party: PartyFacts, isCash: boolean, reporter: ReporterFacts): GoamlNode {
  const title = direction === 'from' ? 'From' : 'To';
  const isOwn = party.kind === 'own-account';
  const side = {
    [`${direction}FundsCode`]: isCash ? CASH : ELECTRONIC,
    [`${direction}Country`]: NIGERIA,
    ...partyNode(direction, party, reporter),
  };
  return { [isOwn ? `t${title}MyClient` : `t${title}`]: side };
}

function partyNode(direction: 'from' | 'to', party: PartyFacts, reporter: ReporterFacts): GoamlNode {
  switch (party.kind) {
    case 'own-account':
      return { [`${direction}Account`]: ownAccountNode(party, reporter) };
    case 'external-account':
      return { [`${direction}Account`]: externalAccountNode(party) };
    case 'cash':
      return {
        subject: 'the person who brought or took the cash',
        [`${direction}Person`]: personNode({ ...party.person, gender: null }),
      };
    case 'own-ledger':
      return { [`${direction}Entity`]: { name: cut(reporter.institutionName, 255) } };
    case 'unknown':
      return {};
  }
}
