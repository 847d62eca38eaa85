import type { ExternalAccountFacts, HolderFacts, OwnAccountFacts, ReporterFacts } from '../report-facts';
import type { GoamlNode } from './fields';
import { accountStatusCode, accountTypeCode } from './own-codes';
import { companyNode, directorNode, ownPersonNode } from './person-nodes';
import { cut, dayTime, withoutBlanks } from './texts';

/** An account of a customer with its holder. */
export function ownAccountNode(account: OwnAccountFacts, reporter: ReporterFacts): GoamlNode {
  const { accountNumber, accountName, holder, productType, status, balanceKobo } = account;
  const company = holder.kind === 'company' && holder.isRegistered ? holder : undefined;
  return withoutBlanks({
    subject: `account ${accountNumber}`,
    institutionName: cut(reporter.institutionName, 255),
    institutionCode: cut(reporter.institutionCode, 50),
    nonBankInstitution: reporter.isNonBank,
    branch: cut(account.branchName, 255),
    account: accountNumber,
    currencyCode: 'NGN',
    accountName: cut(accountName, 255),
    clientNumber: clientNumber(holder) ?? undefined,
    personalAccountType: accountTypeCode(productType, company !== undefined),
    tEntity: company && companyNode(company),
    signatory: signatories(holder),
    opened: dayTime(account.openedOn),
    closed: dayTime(account.closedOn),
    balance: balanceKobo,
    statusCode: accountStatusCode(status),
    beneficiary: '',
  });
}

/** The holder's BVN; of a company or group that of the first of its people who has one. */
function clientNumber(holder: HolderFacts): string | null {
  if (holder.kind === 'person') return holder.bvn;
  return holder.directors.find(({ bvn }) => bvn !== null)?.bvn ?? null;
}

/** The holder signs; of a company or group its people do. The layout marks every signatory as primary. */
function signatories(holder: HolderFacts): GoamlNode[] {
  const persons =
    holder.kind === 'person'
      ? [ownPersonNode(holder)]
      : holder.directors.map((director) => directorNode(director, holder));
  return persons.map((tPerson) => ({ isPrimary: true, tPerson }));
}

/** An account at another institution, of which little is known. */
export function externalAccountNode(account: ExternalAccountFacts): GoamlNode {
  return withoutBlanks({
    subject: `account ${account.accountNumber} at another institution`,
    institutionName: cut(account.institutionName, 255),
    institutionCode: cut(account.institutionCode, 50),
    nonBankInstitution: false,
    account: cut(account.accountNumber, 50),
    accountName: cut(account.accountName, 255),
  });
}
