import { randomUUID } from 'node:crypto';
import { nairaToKobo } from '../../common/money/naira';
import { searchName } from '../../common/text/search-name';
import { virtualAccountDisplayName } from '../account-record';
import type { CorporateAccount } from '../deposit-accounts';
import { personalColumns } from '../customers/new-customer';
import type { CreateVirtualAccountBody } from './virtual-account.dto';
import type { VirtualAccount } from './virtual-account.entity';

const SEARCH_NAME_MAX_LENGTH = 500;

/** What a new virtual account has besides what the request says. */
export type NewVirtualAccountIdentity = Pick<VirtualAccount, 'institutionId' | 'id' | 'accountNumber' | 'dateOpened' | 'createdBy' | 'createdAt'>;

/** The row of a new virtual account that settles to a company's account. */
export function newVirtualAccount(identity: NewVirtualAccountIdentity, body: CreateVirtualAccountBody, { account, customer }: CorporateAccount): VirtualAccount {
  const accountName = body.accountName.trim();
  // Of the personal facts, those that only customers have are left behind.
  const { title, gender, nextOfKinName, nextOfKinPhoneNumber, nextOfKinRelationship, nextOfKinAddress, ...personal } = personalColumns(body);
  const { phoneNumber, email } = personal;
  if (phoneNumber === null || email === null) throw new Error('A virtual account has a telephone number and an e-mail address.');
  return {
    ...identity,
    ...personal,
    phoneNumber,
    email,
    recordId: randomUUID(),
    settlementAccountId: account.id,
    accountName,
    searchName: searchName(virtualAccountDisplayName(accountName, customer.name), SEARCH_NAME_MAX_LENGTH),
    status: 'Active',
    lastName: body.lastName.trim(),
    firstName: body.firstName.trim(),
    alias: body.alias ?? null,
    pep: body.pep ?? null,
    employeeID: body.employeeID === undefined || body.employeeID === null ? null : String(body.employeeID),
    ignorePrefix: body.ignorePrefix ?? null,
    isBusinessAccount: body.isBusinessAccount ?? null,
    paymentAmountKobo: nairaToKobo(body.paymentAmount) ?? null,
    proxyPaymentDetails: body.enhancedVirutalProxyPaymentDetails ?? null,
    referenceNumber: body.referenceNumber ?? null,
  };
}
