import { Controller, Get, Query, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { FileView } from '../../common/files/file-view.dto';
import { Files } from '../../common/files/files';
import { CurrentStaff, type StaffActor } from '../../common/http/actor';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import { koboToNaira } from '../../common/money/naira';
import { ledgerPermissions } from '../ledger.permissions';
import { LedgerProofView, TrialBalanceQuery, TrialBalanceView } from './ledger-proof.dto';
import { GetTrialBalance } from './queries/get-trial-balance';
import { ProveLedger } from './queries/prove-ledger';
import { trialBalanceSheet } from './trial-balance-sheet';

@ApiTags('Ledger')
@Controller('api/admin/v1/ledger')
export class LedgerProofController {
  constructor(
    private readonly queries: QueryBus,
    private readonly files: Files,
  ) {}

  @Get('trial-balance')
  @Endpoint({
    summary: 'Get the trial balance',
    description:
      'Lists all ledgers with their debits and credits. A control ledger shows the sum of its accounts. With ' +
      '`Format` the answer is a file: `data` has `fileName`, `mimeType` and `document`, a data URL.',
    access: staffAccess(ledgerPermissions.viewTrialBalance),
    response: TrialBalanceView,
    otherResponses: [FileView],
  })
  async trialBalance(
    @CurrentStaff() staff: StaffActor,
    @Query() { Format }: TrialBalanceQuery,
  ): Promise<TrialBalanceView | StreamableFile> {
    const trialBalance = await this.queries.execute(new GetTrialBalance(staff.institutionId));
    if (Format !== undefined)
      return this.files.sheet(`trial-balance-${trialBalance.businessDate}`, Format, trialBalanceSheet(trialBalance));
    const { rows, totalDebitsKobo, totalCreditsKobo, balanced } = trialBalance;
    return {
      rows: rows.map(({ code, name, category, debitsKobo, creditsKobo, netKobo, subAccounts }) => ({
        code,
        name,
        category,
        debits: koboToNaira(debitsKobo),
        credits: koboToNaira(creditsKobo),
        balance: koboToNaira(netKobo),
        subAccounts,
      })),
      totals: {
        debits: koboToNaira(totalDebitsKobo),
        credits: koboToNaira(totalCreditsKobo),
        balance: koboToNaira(totalDebitsKobo - totalCreditsKobo),
      },
      balanced,
    };
  }

  @Get('proof')
  @Endpoint({
    summary: 'Prove the ledger',
    description:
      'Checks the balances against every entry of the institution. It reads the whole ledger: use it for audits, not ' +
      'for polling.',
    access: staffAccess(ledgerPermissions.viewTrialBalance),
    response: LedgerProofView,
  })
  async proof(@CurrentStaff() staff: StaffActor): Promise<LedgerProofView> {
    const { balanced, checks } = await this.queries.execute(new ProveLedger(staff.institutionId));
    return { balanced, checks: checks.map(({ violations, ...check }) => ({ ...check, differences: violations })) };
  }
}
