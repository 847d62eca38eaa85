import { koboToNaira } from '../../common/money/naira';
import { personView } from '../customers/person.dto';
import type { ShownPersons } from '../customers/person-numbers';
import type { VirtualAccount } from './virtual-account.entity';
import type { VirtualAccountDetails } from './virtual-account-details.dto';

/** The details of a virtual account as answered to callers. */
export function virtualAccountDetails(virtual: VirtualAccount, shown: ShownPersons): VirtualAccountDetails {
  const {
    lastName,
    firstName,
    phoneNumber,
    email,
    alias,
    pep,
    employeeID,
    ignorePrefix,
    isBusinessAccount,
    paymentAmountKobo,
    proxyPaymentDetails,
  } = virtual;
  return {
    lastName,
    firstName,
    phoneNumber,
    email,
    alias,
    ...personView(virtual, shown.numbers(virtual)),
    pep,
    employeeID,
    ignorePrefix,
    isBusinessAccount,
    paymentAmount: paymentAmountKobo === null ? null : koboToNaira(paymentAmountKobo),
    enhancedVirutalProxyPaymentDetails:
      proxyPaymentDetails === null ? null : shown.document(virtual.institutionId, proxyPaymentDetails),
  };
}
