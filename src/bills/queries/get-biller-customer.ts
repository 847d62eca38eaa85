import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { koboToNaira } from '../../common/money/naira';
import { Integrations } from '../../institutions/integrations/integrations';
import { BillerCatalogue } from '../biller-catalogue';
import { BillerCustomers } from '../biller-customers';
import type { CustomerInformationQuery, CustomerInformationView } from '../bills.dto';

/** Validates the customer for whom a bill would be paid. */
export class GetBillerCustomer extends Query<CustomerInformationView> {
  constructor(
    readonly institutionId: number,
    readonly query: CustomerInformationQuery,
  ) {
    super();
  }
}

@QueryHandler(GetBillerCustomer)
export class GetBillerCustomerHandler implements IQueryHandler<GetBillerCustomer> {
  constructor(
    private readonly integrations: Integrations,
    private readonly catalogue: BillerCatalogue,
    private readonly customers: BillerCustomers,
  ) {}

  /**
   * @throws BILLER_NOT_FOUND, BILL_PACKAGE_NOT_FOUND, BILL_CUSTOMER_NOT_FOUND (404), INTEGRATION_NOT_ENABLED,
   *   GATEWAY_UNAVAILABLE (503)
   */
  async execute({ institutionId, query }: GetBillerCustomer): Promise<CustomerInformationView> {
    const { BillerIdentifier: billerIdentifier, PackageIdentifier: packageIdentifier, CustomerId, Provider } = query;
    const { target } = await this.integrations.require(institutionId, 'bills', Provider);
    if (packageIdentifier === undefined) await this.catalogue.require(target, billerIdentifier);
    else await this.catalogue.requireOffer(target, billerIdentifier, packageIdentifier);
    const { customerId, customerName, address, minimumAmountKobo, outstandingAmountKobo } =
      await this.customers.validate(target, { billerIdentifier, packageIdentifier, customerId: CustomerId });
    return {
      customerId,
      customerName,
      address,
      minimumAmount: koboToNaira(minimumAmountKobo),
      outstandingAmount: koboToNaira(outstandingAmountKobo),
    };
  }
}
