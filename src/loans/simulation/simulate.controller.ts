import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AppError } from '../../common/errors/app-error';
import { Endpoint, staffAccess } from '../../common/http/endpoint.decorator';
import { loansErrors } from '../loans.errors';
import { loansPermissions } from '../loans.permissions';
import { ScheduleError } from '../schedule/schedule-error';
import { simulationOf } from './answer-simulation';
import { SimulatedLoanView, SimulateLoanBody } from './simulate-loan.dto';

/** Nights × instalments that one request may work out: below half a second. */
const WORK_MAX = 50_000;

/** A dry run of a loan for staff: nothing is read of the institution's books, and nothing is written. */
@Controller('api/admin/v1')
@ApiTags('Loans')
export class SimulateController {
  @Post('loans/simulate')
  @HttpCode(200)
  @Endpoint({
    summary: 'Simulate the life of a loan',
    description:
      'Lives a loan in memory, night by night, by the functions that service loans: schedule, balances by component, ' +
      'arrears, class, prudential provision and entries at the end of a date, with given events on the way. Nothing is ' +
      'booked.',
    access: staffAccess(loansPermissions.viewLoans),
    response: SimulatedLoanView,
    errors: [loansErrors.LOAN_SIMULATION_REFUSED],
  })
  simulate(@Body() body: SimulateLoanBody): SimulatedLoanView {
    try {
      return simulationOf({ ...body }, WORK_MAX);
    } catch (error) {
      if (error instanceof ScheduleError || error instanceof AppError)
        throw loansErrors.LOAN_SIMULATION_REFUSED(error.message);
      throw error;
    }
  }
}
