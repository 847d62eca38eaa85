import { Body, Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { clientAccess, Endpoint } from '../../common/http/endpoint.decorator';
import type { Outcome } from '../../common/http/outcome';
import { Write, type WriteRequest } from '../../common/http/write-request';
import { ledgerErrors } from '../../ledger/ledger.errors';
import { PlaceLien } from './commands/place-lien';
import { UnplaceLien } from './commands/unplace-lien';
import { UpdateLien } from './commands/update-lien';
import { LienView, PlaceLienBody, UnplaceLienBody, UpdateLienBody } from './liens.dto';
import { liensErrors } from './liens.errors';

const CLIENT_CHANGE = { access: clientAccess('liens:write'), reference: 'honoured' as const, response: LienView };

/** Refusals of a lien for a new or larger amount. */
const RESERVATION_ERRORS = [
  ledgerErrors.ACCOUNT_CLOSED,
  ledgerErrors.ACCOUNT_INACTIVE,
  ledgerErrors.ACCOUNT_PENDING_APPROVAL,
  ledgerErrors.INSUFFICIENT_FUNDS,
  liensErrors.LIEN_EXPIRY_PASSED,
];

@Controller('api/accountlien/v1')
@ApiTags('Liens')
export class LiensController {
  constructor(private readonly commands: CommandBus) {}

  @Post('placelien')
  @Endpoint({
    summary: 'Place a lien',
    description:
      'Reserves money of the account: no debit can take it until the lien is released or expires. Only the ' +
      "account's own money that no other lien reserves counts; an overdraft limit does not. The account must be " +
      'active, dormant or frozen.',
    ...CLIENT_CHANGE,
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED, ...RESERVATION_ERRORS],
  })
  place(@Write() write: WriteRequest, @Body() body: PlaceLienBody): Promise<Outcome> {
    return this.commands.execute(new PlaceLien(write, body));
  }

  @Post('updatelien')
  @Endpoint({
    summary: 'Update a lien',
    description:
      'Changes the amount, the reason or the expiry date; send at least one of them. Only an active lien can be ' +
      'updated.',
    ...CLIENT_CHANGE,
    errors: [liensErrors.LIEN_NOT_FOUND, liensErrors.LIEN_NOT_ACTIVE, ...RESERVATION_ERRORS],
  })
  update(@Write() write: WriteRequest, @Body() body: UpdateLienBody): Promise<Outcome> {
    return this.commands.execute(new UpdateLien(write, body));
  }

  @Post('unplacelien')
  @Endpoint({
    summary: 'Release a lien',
    description:
      "The money is available again at once. The institution's own liens, such as security deposits, cannot be " +
      'released here.',
    ...CLIENT_CHANGE,
    errors: [liensErrors.LIEN_NOT_FOUND, liensErrors.LIEN_NOT_ACTIVE],
  })
  unplace(@Write() write: WriteRequest, @Body() body: UnplaceLienBody): Promise<Outcome> {
    return this.commands.execute(new UnplaceLien(write, body));
  }
}
