import { randomUUID } from 'node:crypto';
import { nairaToKobo } from '../../common/money/naira';
import { personalColumns } from '../customers/customer-columns';
import type { PersonNumbers } from '../customers/person-numbers';
import type { DepositAccount } from '../deposit-account.entity';
import type { VirtualAccount } from './virtual-account.entity';
import type { CreateVirtualAccountBody } from './virtual-accounts.dto';

/** Columns of a new virtual account that do not come from the request. */
export type NewVirtualAccountIdentity = Pick<
  VirtualAccount,
  'institutionId' | 'id' | 'accountNumber' | 'dateOpened' | 'createdBy' | 'createdAt'
>;

/** The columns that are stored sealed. */
export type SealedVirtualAccountColumns = ReturnType<PersonNumbers['newColumns']> &
  Pick<VirtualAccount, 'proxyPaymentDetails'>;

/** The row of a new virtual account that settles to a company's account. */
export function newVirtualAccount(
  identity: NewVirtualAccountIdentity,
  body: CreateVirtualAccountBody,
  settlementAccount: Pick<DepositAccount, 'id'>,
  sealed: SealedVirtualAccountColumns,
): VirtualAccount {
  // Personal details that only customers have are left out.
  const { title, gender, nextOfKinName, nextOfKinPhoneNumber, nextOfKinRelationship, nextOfKinAddress, ...personal } =
    personalColumns(body);
  const { phoneNumber, email } = personal;
  if (phoneNumber === null || email === null)
    throw new Error('A virtual account must have a telephone number and an e-mail address.');
  return {
    ...identity,
    ...personal,
    ...sealed,
    phoneNumber,
    email,
    recordId: randomUUID(),
    settlementAccountId: settlementAccount.id,
    accountName: body.accountName.trim(),
    status: 'Active',
    lastName: body.lastName.trim(),
    firstName: body.firstName.trim(),
    alias: body.alias ?? null,
    pep: body.pep ?? null,
    employeeID: body.employeeID === undefined || body.employeeID === null ? null : String(body.employeeID),
    ignorePrefix: body.ignorePrefix ?? null,
    isBusinessAccount: body.isBusinessAccount ?? null,
    paymentAmountKobo: nairaToKobo(body.paymentAmount) ?? null,
    referenceNumber: body.referenceNumber ?? null,
    dateClosed: null,
    closureReason: null,
    erasedAt: null,
  };
}
