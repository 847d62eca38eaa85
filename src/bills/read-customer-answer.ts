import { nairaToKobo } from '../common/money/naira';
import { providerText } from '../common/text/provider-text';

/** A customer of a biller. */
export interface BillerCustomer {
  customerId: string;
  customerName: string | null;
  address: string | null;
  /** Smallest amount that the biller accepts; 0 when it returns none. */
  minimumAmountKobo: bigint;
  outstandingAmountKobo: bigint;
}

/** The result of a validation; `unreadable` stands for an answer without a usable code. */
export type CustomerAnswer =
  { kind: 'found'; customer: BillerCustomer } | { kind: 'no-customer' | 'no-package' | 'unreadable' };

const NAME_MAX_LENGTH = 200;
const ADDRESS_MAX_LENGTH = 300;

/**
 * Reads the answer to a customer validation (`openapi/gateway.json`): `00` found, `07` no such customer, `12` no such
 * biller or package.
 */
export function readCustomer(customerId: string, body: Readonly<Record<string, unknown>>): CustomerAnswer {
  switch (body.responseCode) {
    case '00':
      return {
        kind: 'found',
        customer: {
          customerId,
          customerName: providerText(body.customerName, NAME_MAX_LENGTH),
          address: providerText(body.address, ADDRESS_MAX_LENGTH),
          minimumAmountKobo: nairaToKobo(body.minimumAmount) ?? 0n,
          outstandingAmountKobo: nairaToKobo(body.outstandingAmount) ?? 0n,
        },
      };
    case '07':
      return { kind: 'no-customer' };
    case '12':
      return { kind: 'no-package' };
    default:
      return { kind: 'unreadable' };
  }
}
