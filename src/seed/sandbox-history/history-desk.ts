import { type Command, CommandBus } from '@nestjs/cqrs';
import { CreateAccount } from '../../accounts/commands/create-account';
import { CreateCustomerAccount } from '../../accounts/commands/create-customer-account';
import { CreateGroupCustomer } from '../../accounts/customers/commands/create-group-customer';
import type { StaffActor } from '../../common/http/actor';
import type { Outcome } from '../../common/http/outcome';
import type { WriteRequest } from '../../common/http/write-request';
import { PermissionCatalogue } from '../../institutions/staff/permission-catalogue';
import { ReceiveInwardTransfer } from '../../transfers/inward/commands/receive-inward-transfer';
import { TransferLocalFunds } from '../../transfers/local/commands/transfer-local-funds';
import type { Providers } from '../providers';
import { ACCOUNT_OFFICER, STAFF } from '../sandbox-plan';
import type { Company, Person } from './history-plan';

/** An opened account. */
export interface Opened {
  /** Id of the account's record. */
  id: number;
  accountNumber: string;
  accountName: string;
  customerID: string;
}

type Author = 'client' | 'maker' | 'administrator' | 'system';

const ACTORS: Record<Author, string> = {
  client: 'api-client:sandbox-client',
  maker: `staff:${STAFF.maker.staffID}`,
  administrator: `staff:${STAFF.administrator.staffID}`,
  system: 'system:sandbox-history',
};

/** From this HTTP status on, an answer is a refusal. */
const REFUSED = 400;

const FIRST_BVN = 22_200_100_000;
const FIRST_PHONE = 8_031_000_000;
const SENDER = { number: '3000000001', institution: '000013' };
const SESSION_DIGITS = 24;

/**
 * Gives the commands of the history, as the API would give them. Each has a request reference of its own, so that a
 * step that runs again does nothing twice.
 */
export class HistoryDesk {
  private readonly bus: CommandBus;

  constructor(
    readonly app: Providers,
    readonly institutionId: number,
  ) {
    this.bus = app.get(CommandBus);
  }

  /** The write of a step. @param step unique in the history */
  write(step: string, author: Author = 'client'): WriteRequest {
    const { institutionId } = this;
    const requestReference = `HISTORY-${step}`;
    return { institutionId, actor: ACTORS[author], endpoint: 'SANDBOX-HISTORY', requestReference };
  }

  /** Who decides what the history approves: nobody who asks for it. */
  get checker(): StaffActor {
    const permissions = new Set(this.app.get(PermissionCatalogue).list());
    return { kind: 'system', institutionId: this.institutionId, id: 'sandbox-history', permissions };
  }

  /** Gives a command. @throws Error when its answer is a refusal; the errors of the command */
  async give<Data>(command: Command<Outcome<Data>>): Promise<Outcome<Data>> {
    return accepted(await this.ask(command));
  }

  /** Gives a command whose answer may be a refusal. */
  async ask<Data>(command: Command<Outcome<Data>>): Promise<Outcome<Data>> {
    return this.bus.execute(command);
  }

  /** @param number distinguishes the persons of the history; BVN and telephone number follow from it */
  async openSavings({ firstName, lastName, branchCode }: Person, number: number): Promise<Opened> {
    const accountName = `${lastName} ${firstName}`;
    const opened = await this.give(
      new CreateCustomerAccount(this.write(`PERSON-${number}`), {
        ...{ firstName, lastName, accountName, branchCode },
        productCode: 'SAV001',
        accountOfficerStaffID: ACCOUNT_OFFICER,
        kycTier: 3,
        bvn: String(FIRST_BVN + number),
        phoneNumber: `0${FIRST_PHONE + number}`,
      }),
    );
    return openedOf(opened, accountName);
  }

  async openCurrent({ name, registrationNumber, branchCode }: Company, step: string): Promise<Opened> {
    const group = await this.give(
      new CreateGroupCustomer(this.write(`COMPANY-${step}`), { name, branchCode, registrationNumber }),
    );
    const { customerID } = group.data as { customerID: string };
    const opened = await this.give(
      new CreateAccount(this.write(`COMPANY-ACCOUNT-${step}`), {
        ...{ customerID, branchCode, accountName: name },
        productCode: 'CUR001',
        accountOfficerStaffID: ACCOUNT_OFFICER,
      }),
    );
    return openedOf(opened, name);
  }

  /** A transfer from an account at another institution. */
  async receive(step: string, to: Opened, amount: number, from: { name: string; narration: string }): Promise<Outcome> {
    return this.give(
      new ReceiveInwardTransfer(this.institutionId, {
        sessionId: SENDER.institution + digitsOf(step),
        beneficiaryAccountNumber: to.accountNumber,
        amount,
        originatorAccountNumber: SENDER.number,
        originatorAccountName: from.name,
        originatorInstitutionCode: SENDER.institution,
        narration: from.narration,
      }),
    );
  }

  async transfer(step: string, from: Opened, to: Opened, amount: number, narration: string): Promise<Outcome> {
    const { accountNumber: debitAccount } = from;
    const { accountNumber: creditAccount } = to;
    const body = { debitAccount, creditAccount, amount, narration };
    return this.give(new TransferLocalFunds(this.write(step), body));
  }
}

/** @throws Error when an answer is a refusal */
export function accepted<Data>(outcome: Outcome<Data>): Outcome<Data> {
  if (outcome.httpStatus >= REFUSED) throw new Error(outcome.message);
  return outcome;
}

function openedOf(outcome: Outcome, accountName: string): Opened {
  const { id, accountNumber, customerID } = outcome.data as Record<'id' | 'accountNumber' | 'customerID', string>;
  return { id: Number(id), accountNumber, customerID, accountName };
}

/** The digits of a session id, the same for the same step. */
function digitsOf(step: string): string {
  let number = 7n;
  for (const character of step) number = number * 131n + BigInt(character.charCodeAt(0));
  return String(number % 10n ** BigInt(SESSION_DIGITS)).padStart(SESSION_DIGITS, '0');
}
