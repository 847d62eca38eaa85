import { koboToNaira } from '../../common/money/naira';
import { personView } from '../customers/person.dto';
import type { VirtualAccount } from './virtual-account.entity';
import type { VirtualAccountParticulars } from './virtual-account-details.dto';

/** What the creation of a virtual account said, as every answer repeats it. */
export function virtualAccountParticulars(virtual: VirtualAccount): VirtualAccountParticulars {
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
    ...personView(virtual),
    pep,
    employeeID,
    ignorePrefix,
    isBusinessAccount,
    paymentAmount: paymentAmountKobo === null ? null : koboToNaira(paymentAmountKobo),
    enhancedVirutalProxyPaymentDetails: proxyPaymentDetails,
  };
}
