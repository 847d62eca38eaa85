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

const CHANGING = { access: clientAccess, reference: 'honoured' as const, response: LienView };

/** What holding money may be refused for. */
const HOLDING_ERRORS = [
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
      'Holds money of the account: no debit can take it until the lien is released or expires. Only money that the account owns and no other lien holds ' +
      'can be held; an overdraft limit is not counted. The account must be active, dormant or frozen.',
    ...CHANGING,
    errors: [ledgerErrors.ACCOUNT_NOT_FOUND, ledgerErrors.VIRTUAL_ACCOUNT_NOT_ALLOWED, ...HOLDING_ERRORS],
  })
  place(@Write() write: WriteRequest, @Body() body: PlaceLienBody): Promise<Outcome> {
    return this.commands.execute(new PlaceLien(write, body));
  }

  @Post('updatelien')
  @Endpoint({
    summary: 'Change a lien',
    description:
      'Changes the amount, the reason or the expiry date; send at least one of them. Only an active lien can be changed.',
    ...CHANGING,
    errors: [liensErrors.LIEN_NOT_FOUND, liensErrors.LIEN_NOT_ACTIVE, ...HOLDING_ERRORS],
  })
  update(@Write() write: WriteRequest, @Body() body: UpdateLienBody): Promise<Outcome> {
    return this.commands.execute(new UpdateLien(write, body));
  }

  @Post('unplacelien')
  @Endpoint({
    summary: 'Release a lien',
    description:
      'The money is available again at once. A lien that the institution holds itself, such as a security deposit, cannot be released here.',
    ...CHANGING,
    errors: [liensErrors.LIEN_NOT_FOUND, liensErrors.LIEN_NOT_ACTIVE],
  })
  unplace(@Write() write: WriteRequest, @Body() body: UnplaceLienBody): Promise<Outcome> {
    return this.commands.execute(new UnplaceLien(write, body));
  }
}
