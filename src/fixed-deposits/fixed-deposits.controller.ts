import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { accountsErrors } from '../accounts/accounts.errors';
import { type ClientActor, CurrentClient } from '../common/http/actor';
import { clientAccess, Endpoint } from '../common/http/endpoint.decorator';
import type { Outcome } from '../common/http/outcome';
import type { Page } from '../common/http/paging';
import { Write, type WriteRequest } from '../common/http/write-request';
import { institutionsErrors } from '../institutions/institutions.errors';
import { ledgerErrors } from '../ledger/ledger.errors';
import { productsErrors } from '../products/products.errors';
import { FixedDepositCertificatePath, FixedDepositCertificateView } from './certificate/certificate.dto';
import { AddFixedDeposit } from './commands/add-fixed-deposit';
import { LiquidateFixedDeposit } from './commands/liquidate-fixed-deposit';
import { TopUpFixedDeposit } from './commands/top-up-fixed-deposit';
import { UpdateFixedDeposit } from './commands/update-fixed-deposit';
import { FixedDepositView, LiquidationView } from './fixed-deposit-views.dto';
import {
  AddFixedDepositBody,
  LiquidateFixedDepositBody,
  SearchFixedDepositsQuery,
  TopUpFixedDepositBody,
  UpdateFixedDepositBody,
} from './fixed-deposits.dto';
import { fixedDepositsErrors } from './fixed-deposits.errors';
import { SearchFixedDeposits } from './queries/search-fixed-deposits';
import { ViewFixedDepositCertificate } from './queries/view-fixed-deposit-certificate';

const MOVING = { access: clientAccess('deposits:write'), reference: 'required' as const, dryRun: true as const };

/** Errors of the account to debit. */
const SOURCE_ERRORS = [
  ledgerErrors.ACCOUNT_NOT_FOUND,
  ledgerErrors.ACCOUNT_CLOSED,
  ledgerErrors.ACCOUNT_INACTIVE,
  ledgerErrors.ACCOUNT_FROZEN,
  ledgerErrors.ACCOUNT_DORMANT,
  ledgerErrors.ACCOUNT_PENDING_APPROVAL,
  ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
  ledgerErrors.INSUFFICIENT_FUNDS,
  ledgerErrors.LIMIT_EXCEEDED,
  ledgerErrors.CLIENT_LIMIT_EXCEEDED,
  fixedDepositsErrors.FIXED_DEPOSIT_ACCOUNT_REFUSED,
  fixedDepositsErrors.FIXED_DEPOSIT_TERMS_REFUSED,
];

const LEDGER_ERRORS = [ledgerErrors.LEDGER_NOT_FOUND, ledgerErrors.LEDGER_NOT_ALLOWED, ledgerErrors.CONTROL_LEDGER];
const OFFICER_ERRORS = [institutionsErrors.ACCOUNT_OFFICER_NOT_FOUND, institutionsErrors.ACCOUNT_OFFICER_INACTIVE];
const STATE_ERRORS = [
  fixedDepositsErrors.FIXED_DEPOSIT_NOT_FOUND,
  fixedDepositsErrors.FIXED_DEPOSIT_NOT_ACTIVE,
  fixedDepositsErrors.FIXED_DEPOSIT_PENDING_APPROVAL,
];

const ACCEPTED = [
  {
    code: 'PENDING_APPROVAL',
    description:
      'The request waits for approval by staff; no money has moved. Interest runs from the day of the approval.',
    example: {
      approvalId: 20014,
      id: 20500,
      contractNo: 'FD-0000010037-01',
      accountNumber: '0000010037',
      status: 'PendingApproval',
    },
  },
];

@Controller('api/fixeddepositaccount/v1')
@ApiTags('Fixed deposits')
export class FixedDepositsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('add')
  @Endpoint({
    summary: 'Create a fixed deposit',
    description:
      'Debits the source account at once. Interest runs from today and accrues daily by the days; withholding tax is ' +
      'deducted from the interest paid. The deposit keeps the terms that its product has today. Upfront interest is ' +
      'paid to the liquidation account at once. At maturity the deposit is paid out, or a new term begins under the ' +
      'same account number: at the agreed rate, or else at the rate that the product then has.',
    ...MOVING,
    response: FixedDepositView,
    accepted: ACCEPTED,
    errors: [
      accountsErrors.CUSTOMER_NOT_FOUND,
      accountsErrors.CUSTOMER_ERASED,
      productsErrors.PRODUCT_NOT_FOUND,
      productsErrors.PRODUCT_INACTIVE,
      productsErrors.PRODUCT_TYPE_NOT_ALLOWED,
      productsErrors.PRODUCT_TERMS_REFUSED,
      productsErrors.PRODUCT_RATE_NOT_FOUND,
      productsErrors.PRODUCT_RATE_REFUSED,
      fixedDepositsErrors.FIXED_DEPOSIT_START_DATE_REFUSED,
      ...SOURCE_ERRORS,
      ...LEDGER_ERRORS,
      ...OFFICER_ERRORS,
    ],
  })
  add(@Write() write: WriteRequest, @Body() body: AddFixedDepositBody): Promise<Outcome> {
    return this.commands.execute(new AddFixedDeposit(write, body));
  }

  @Post('topup')
  @Endpoint({
    summary: 'Top up a fixed deposit',
    description: 'The amount earns interest from today to the maturity of the deposit, at its rate.',
    ...MOVING,
    response: FixedDepositView,
    accepted: ACCEPTED,
    errors: [...STATE_ERRORS, fixedDepositsErrors.FIXED_DEPOSIT_HAS_MATURED, ...SOURCE_ERRORS],
  })
  topUp(@Write() write: WriteRequest, @Body() body: TopUpFixedDepositBody): Promise<Outcome> {
    return this.commands.execute(new TopUpFixedDeposit(write, body));
  }

  @Post('liquidate')
  @Endpoint({
    summary: 'Liquidate a fixed deposit',
    description:
      'Pays principal and its interest to date to the liquidation account. The latest top-ups go first. Before ' +
      "maturity the product's penalty is deducted from the interest earned on the amount. Interest that was paid " +
      'before and is not earned after all is deducted from the principal, and the tax withheld from it is returned. ' +
      'A partial liquidation leaves at least the minimum principal of the product, which continues to earn.',
    ...MOVING,
    response: LiquidationView,
    accepted: ACCEPTED,
    errors: [
      ...STATE_ERRORS,
      ledgerErrors.ACCOUNT_CLOSED,
      ledgerErrors.LEDGER_NOT_ALLOWED,
      ledgerErrors.CLIENT_LIMIT_EXCEEDED,
      ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
      fixedDepositsErrors.FIXED_DEPOSIT_AMOUNT_REFUSED,
      fixedDepositsErrors.FIXED_DEPOSIT_BELOW_MINIMUM,
    ],
  })
  liquidate(@Write() write: WriteRequest, @Body() body: LiquidateFixedDepositBody): Promise<Outcome> {
    return this.commands.execute(new LiquidateFixedDeposit(write, body));
  }

  @Put('update')
  @Endpoint({
    summary: 'Update a fixed deposit',
    description: 'Send at least one field besides the account number.',
    access: clientAccess('deposits:write'),
    reference: 'honoured',
    response: FixedDepositView,
    errors: [
      ...STATE_ERRORS,
      ledgerErrors.ACCOUNT_NOT_FOUND,
      ledgerErrors.ACCOUNT_CLOSED,
      ledgerErrors.ACCOUNT_INACTIVE,
      ledgerErrors.ACCOUNT_PENDING_APPROVAL,
      ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED,
      fixedDepositsErrors.FIXED_DEPOSIT_ACCOUNT_REFUSED,
      ...LEDGER_ERRORS,
      ...OFFICER_ERRORS,
    ],
  })
  update(@Write() write: WriteRequest, @Body() body: UpdateFixedDepositBody): Promise<Outcome> {
    return this.commands.execute(new UpdateFixedDeposit(write, body));
  }

  @Get('search')
  @Endpoint({
    summary: 'Search fixed deposits',
    description: 'Returns one row for each term of a deposit, latest first.',
    access: clientAccess('deposits:read'),
    response: FixedDepositView,
    list: 'page',
    errors: [ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED],
  })
  search(
    @CurrentClient() client: ClientActor,
    @Query() filters: SearchFixedDepositsQuery,
  ): Promise<Page<FixedDepositView>> {
    return this.queries.execute(new SearchFixedDeposits(client.institutionId, filters));
  }

  @Get('view-certificate/:ID/:type')
  @Endpoint({
    summary: 'Get the certificate of a fixed deposit',
    description:
      'Returns the certificate of one term as a file. `ID` is the id in the search, `type` is `PDF` or `Excel`.',
    access: clientAccess('deposits:read'),
    response: FixedDepositCertificateView,
    errors: [fixedDepositsErrors.FIXED_DEPOSIT_NOT_FOUND, fixedDepositsErrors.FIXED_DEPOSIT_NOT_ACTIVE],
  })
  certificate(
    @CurrentClient() client: ClientActor,
    @Param() { ID, type }: FixedDepositCertificatePath,
  ): Promise<FixedDepositCertificateView> {
    return this.queries.execute(
      new ViewFixedDepositCertificate(client.institutionId, Number(ID), type.toLowerCase() === 'pdf' ? 'PDF' : 'Excel'),
    );
  }
}
